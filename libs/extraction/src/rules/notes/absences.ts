import type { SubjectRef } from '#identity';
import { readable } from '../../grammar/object.js';
import { sentence } from '../../grammar/render.js';
import { aboutPeople, aboutSelf, type FactDraft } from '../statements/fact-draft.js';
import { isWord, type Token } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { personAt } from '../../mentions/person-at.js';
import { timeIn, timeRunAt } from '../../text/times.js';
import type { Unit } from './unit.js';
import { isNoteWord } from '../../words/note-words.js';

/** How many tokens the word for being away takes; 0 when none stands there. */
const absenceAt = (tokens: readonly Token[], at: number): number => {
  for (const length of [3, 2, 1]) {
    const words = tokens.slice(at, at + length).map((token) => token.lower);
    if (words.length === length && isNoteWord('absences', words.join(' '))) return length;
  }
  return 0;
};

const said = (
  unit: Unit,
  who: MentionResolver,
  ref: SubjectRef | null,
  words: readonly Token[],
): readonly FactDraft[] => {
  const statement = {
    content: sentence(readable(words).replace(/[,;.]+$/u, '')),
    finding: { type: 'context' as const, confidence: 0.8, importance: 0.5 },
    pattern: 'absence',
  };
  return [ref ? aboutPeople(unit, statement, [ref], 0.88) : aboutSelf(unit, statement, 0.88)];
};

/** "ooo 14-22 aug", "Gwen out until thursday", "fridays off": away, and when. A pause of minutes is none. */
export const absencesIn = (unit: Unit, who: MentionResolver): readonly FactDraft[] => {
  const tokens = unit.plain;
  const person = absenceAt(tokens, 0) > 0 ? null : personAt(tokens, 0, who);
  const from = person ? person.length : 0;
  const lead = /^(?:is|will|am|be|:|-)$/u.test(tokens[from]?.lower ?? '') ? 1 : 0;
  const at = from + lead;
  const length = absenceAt(tokens, at);
  if (length > 0) {
    const filler = /^(?:for|from|starting|again|all|the|sick|this|:)$/u.test(tokens[at + length]?.lower ?? '')
      ? 1
      : 0;
    const run = timeRunAt(tokens, at + length) ?? timeRunAt(tokens, at + length + filler);
    return run?.hasDay === true ? said(unit, who, person?.ref ?? null, tokens.slice(at, run.end)) : [];
  }
  const run = timeRunAt(tokens, at);
  if (run?.hasDay !== true || run.end > at + 8) return [];
  const after = absenceAt(tokens, run.end);
  const last = tokens[run.end + after];
  return after > 0 &&
    !/^(?:out|away)$/u.test(tokens[run.end]?.lower ?? '') &&
    (last === undefined || !isWord(last))
    ? said(unit, who, person?.ref ?? null, tokens.slice(at, run.end + after))
    : [];
};

/** Somebody steps in for the one who is away: "Ivy covers for me". */
export const coverIn = (unit: Unit, who: MentionResolver): readonly FactDraft[] => {
  const at = unit.plain.findIndex((token) =>
    /^(?:covers|covering|deputi[sz]es|stands|fills)$/u.test(token.lower),
  );
  if (at < 1) return [];
  const person = [2, 1]
    .map((back) => (at - back < 0 ? null : personAt(unit.plain, at - back, who)))
    .find((one) => one !== null);
  const rest = unit.plain.slice(at, at + 4);
  if (!person || !timeIn(unit.plain) || !/\b(?:for|in)\b/u.test(rest.map((token) => token.lower).join(' ')))
    return [];
  const whom = rest.some((token) => /^(?:me|us)$/u.test(token.lower)) ? [] : rest.slice(2, 3);
  const content = sentence(
    'covers',
    whom.length > 0 ? `for ${readable(whom)}` : 'for the one away',
    readable(unit.plain.slice(0, Math.max(0, at - 1))),
  );
  return person.ref.kind === 'entity' && person.ref.entityId === who.message.authorId
    ? []
    : [
        aboutPeople(
          unit,
          { content, finding: { type: 'context', confidence: 0.76 }, pattern: 'covers' },
          [person.ref],
          0.85,
        ),
      ];
};
