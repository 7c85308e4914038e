import type { SubjectRef } from '#identity';
import { anyCase } from '../../text/any-case.js';
import type { Mentions } from '../mentions.js';
import { meantThen } from './meant-then.js';

const hint = anyCase(/\bonly\b|\bfor \S+ (?:eyes|ears)\b|\bjust for\b/u);
const name = String.raw`(<@!?\w+>|@?[\p{L}\p{N}_][\p{L}\p{N}_.-]*?)`;
const names = String.raw`${name}(?:'s)?(?:(?:,| and| &|, and) ${name}(?:'s)?)?`;
const begins = String.raw`(?:^|[.!?;,(\n\u2014\u2013-]\s{0,3})(?:(?:this|that|it|and|ok|hey|psst|please|strictly|but|info|news)(?:'s| is)? ){0,3}`;
const ends = String.raw`(?=\s*(?:$|[.!:;,)\n\u2014\u2013]|\s-\s|please|pls))`;
/** "For Ana only: …", "only for Ana and Bo", "Ana's ears only". */
const wordings = [
  new RegExp(
    String.raw`${begins}(?:(?:meant |intended )?(?:just )?for |to )${names} (?:only|alone|and (?:nobody|no ?one) else)${ends}`,
    'iu',
  ),
  new RegExp(
    String.raw`${begins}(?:meant |intended )?(?:only|just|strictly) (?:meant |intended )?for ${names}(?: (?:eyes|ears))?${ends}`,
    'iu',
  ),
  new RegExp(String.raw`${begins}(?:for )?${names} (?:(?:eyes|ears) only|only)${ends}`, 'iu'),
];

/**
 * Whom a message is for and nobody else, by name: they are here and hear it anyway, so it tells nobody anything new.
 * INVARIANT: all who are named are known people of the place; else it is said of a thing ("parking is for members only").
 */
export const onlyForIn = (who: Mentions): readonly SubjectRef[] => {
  const { message, context } = who;
  if (message.text.length > 4_000 || !hint.test(message.text)) return [];
  for (const wording of wordings) {
    const called = (wording.exec(message.text) ?? [])
      .slice(1)
      .flatMap((text: string | undefined) => text ?? []);
    const refs = called
      .map((text) => meantThen(who, text))
      .filter(
        (ref) =>
          ref?.kind === 'entity' &&
          ref.entityId !== message.authorId &&
          ref.entityId !== context.agentEntityId,
      )
      .filter((ref) => ref !== null);
    if (refs.length > 0 && refs.length === called.length) return refs;
  }
  return [];
};
