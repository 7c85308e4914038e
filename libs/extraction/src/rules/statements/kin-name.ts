import type { SubjectRef } from '#identity';
import { valueOf } from '../frames/frame.js';
import type { Clause } from '../../text/clauses.js';
import { aboutSelf, labelled, type FactDraft } from './fact-draft.js';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const single =
  /^(?:wife|husband|spouse|partner|girlfriend|boyfriend|mother|father|boss|manager|therapist|landlord|fiancee?)$/u;
/** Whether somebody has one of them: who is named next takes the place of the one before. */
export const isOneAtATime = (kin: string): boolean => single.test(kin);
/** "My new boss is Luc": there is one at a time. */
const newest = /^(?:new|current) /u;

/** "Boss: Verena": who somebody of the speaker's life is. */
export const kinName = (clause: Clause, said: string, name: string, ref: SubjectRef): FactDraft => {
  const one = said.replace(newest, '');
  const kin = isOneAtATime(one) ? one : said;
  return {
    ...aboutSelf(clause, {
      content: labelled(capital(kin), name),
      finding: {
        type: 'relationship',
        confidence: 0.9,
        importance: 0.8,
        topic: isOneAtATime(kin) ? `kin:${kin}` : `kin:${kin}:${name.toLowerCase()}`,
        value: valueOf(name),
      },
      pattern: 'kin-name',
    }),
    names: { word: kin, name, ref },
  };
};
