import { proven } from '#safety';
import { isVerbForm, lemmaOf } from '../words/verbs.js';

/** Whether words of time look back or ahead. */
export type Direction = 'back' | 'ahead';

/** "Moved to friday", "booked for friday", "due friday": the day is ahead, whatever the verb. */
const leadsAhead = proven({
  id: 'leadsAhead',
  pattern:
    /\b(?:for|to|till|until|by|before|due|effective|starting|as of|scheduled|booked|planned|expected|set|postponed|pushed|delayed|slated|rescheduled)(?: (?:on|the|a|this|coming))*$/u,
  yes: ['moved to', 'starting', 'booked on the'],
  no: ['moved', 'to brno'],
});
const leadsBack = /\b(?:since|ever since)(?: (?:the|last))*$/u;

/** What is arranged is still to come, though it was arranged before: "booked a hotel from the 3rd", "got tickets for the 4th". */
const arranges = proven({
  id: 'arranges',
  pattern:
    /\b(?:(?:re-?)?booked|reserved|scheduled|planned|organi[sz]ed|arranged|enroll?ed|registered|signed (?:up|\p{L}+ up)|applied)\b(?! (?:it|this|that|them)\b)|\b(?:bought|got|ordered|received|have|has)\b.{0,40}\b(?:tickets?|appointments?|interviews?|invitations?|invites?|slots?|reservations?|bookings?)\b/u,
  yes: ['booked a hotel from ', 'signed up for the race on ', 'bought tickets for the opera on '],
  no: ['booked it on ', 'bought a kayak on '],
});
/** "Booked the hotel yesterday, in May": when it was arranged is told apart. */
const arrangedThen = /\b(?:yesterday|ago|last (?:week|month|year|night))\b/u;

/** "Sat 2 may": no past of "sit". */
const isDayName = /^(?:sat|sun|mon|wed|mar|may)$/u;

const isAhead = (word: string): boolean =>
  /^(?:is|are|am|will|shall|can|needs?|has|have|going|due|not)$/u.test(word) ||
  (lemmaOf(word, 'third') !== null && lemmaOf(word, 'past') === null);

/** What has a form of its own for the past; "put" and "read" are told as "puts" and "reads" where they are not over. */
const isPast = (word: string, isFirst: boolean): boolean =>
  /^(?:was|were|had|did)$/u.test(word) ||
  (lemmaOf(word, 'past') !== null && (isFirst || lemmaOf(word, 'base') === null)) ||
  (isFirst && !isVerbForm(word) && /^\p{L}{2,}ed$/u.test(word));

/**
 * Which way the words of time look that stand after these: by what leads to them, else by the first verb. A statement
 * begins with its verb, or with the thing that it is about.
 */
export const directionAfter = (before: string): Direction => {
  const said = before.toLowerCase().trimEnd();
  if (leadsBack.test(said)) return 'back';
  if (leadsAhead.test(said)) return 'ahead';
  if (arranges.test(said) && !arrangedThen.test(said)) return 'ahead';
  const words = (said.match(/\p{L}+/gu) ?? []).filter((word) => !isDayName.test(word));
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? '';
    if (/^(?:has|have)$/u.test(word) && (lemmaOf(next, 'participle') ?? lemmaOf(next, 'past')) !== null)
      return 'back';
    if (isPast(word, at === 0)) return 'back';
    if (isAhead(word) || (at === 0 && lemmaOf(word, 'gerund') !== null)) return 'ahead';
  }
  return 'ahead';
};
