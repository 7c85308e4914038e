import type { MemoryType } from '#domain';
import { lastOf } from '#safety';
import type { FactDraft } from './statements/fact-draft.js';

const ongoing =
  /\bsince\b|\b(?:every|each|weekly|daily|monthly|fortnightly|nightly)\b|\b(?:once|twice|times) an? (?:day|week|month|year)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bon the \d+(?:st|nd|rd|th) and \d/u;
/** What is over the moment it is done, and stays so. */
const turned =
  /^(?:moved|left|quit|gave up|stopped|dropped|retired|graduated|converted|resigned|emigrated|grew up|became|turned (?!\d)|sold|lost (?:job|mother|father|both|\p{L}+ hearing)|never had)\b/u;
const bound =
  /^(?:\p{L}+(?:-in-law)? ){0,2}(?:is |are |was |were |been |has been |have been )?(?:getting |got |recently |newly |just )*(?:married|engaged|divorced|separated|widowed|remarried|dating|split up with|broke up with)\b/u;
const decided =
  /\b(?:voted|agreed|decided|settled|signed off|countersigned|unanimous\p{L}*|house rule|from (?:now|here) on|no longer|any ?more|as of|effective|ok'?d|okayed|\p{L}+'s (?:call|decision))\b/u;

const isDecided = lastOf((text) => decided.test(text.toLowerCase()));

const typeOf = ({ finding: { type }, content, subjects }: FactDraft, text: string): MemoryType => {
  const lower = content.toLowerCase();
  const isOfPlace = subjects?.length === 0;
  if (isOfPlace && (type === 'knowledge' || type === 'context') && isDecided(text)) return 'decision';
  if ((type === 'event' || type === 'identity') && bound.test(lower)) return 'relationship';
  if (type === 'event' && (ongoing.test(lower) || turned.test(lower))) return 'knowledge';
  return type;
};

/** "I also work at …" adds to what was said before and replaces none of it. */
const besides =
  /\b(?:also|too|as well|on the side|second job|side job|part[- ]time|(?:at|on) (?:the )?(?:weekends|weekdays|evenings|nights))\b/iu;

const oneAtATime = new Set(['vehicle', 'workplace']);
const inPlaceOfNothing = (statement: FactDraft, text: string): FactDraft => {
  if (!oneAtATime.has(statement.finding.topic ?? '') || !besides.test(text)) return statement;
  const { topic: _topic, value: _value, ...finding } = statement.finding;
  return { ...statement, finding };
};

/** A statement by how long it holds: what goes on, has turned or was decided does not end in a month as an event does. */
export const asLongAsItHolds = (given: FactDraft, text: string): FactDraft => {
  const statement = inPlaceOfNothing(given, text);
  const type = typeOf(statement, text);
  return type === statement.finding.type
    ? statement
    : { ...statement, finding: { ...statement.finding, type } };
};
