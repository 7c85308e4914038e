import * as chrono from 'chrono-node';
import { anyCase } from '#safety';

const relative =
  /\b(?:today|tonight|this (?:morning|afternoon|evening)|last night|tomorrow|yesterday|(?:next|last|this|past|coming) (?:week|weekend|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten|couple of|few) (?:days?|weeks?|months?|years?) ago|in (?:\d+|a|an|two|three|four|five|six) (?:days?|weeks?|months?|years?))\b/iu;
const anyRelative = anyCase(new RegExp(relative.source, 'u'));
/** A date that needs no resolving. */
const absolute = anyCase(
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? \d|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\b\d{4}-\d\d-\d\d\b/u,
);
const repeating = anyCase(
  /\b(?:every|each|most|some|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/u,
);
const pastTense = anyCase(
  /^(?:was|were|had|did|has|moved|went|got|bought|saw|met|started|finished|\p{L}+ed)\b/u,
);

const opening = new RegExp(`^(?:${relative.source})`, 'iu');
/** The words of a relative date that a text begins with. */
export const relativeDateAt = (text: string): string => opening.exec(text)?.[0] ?? '';

const two = (value: number): string => String(value).padStart(2, '0');

/** The day or the month that a relative date means, said on `sentAt`; null when the text has none. */
const resolvedDate = (text: string, sentAt: Date): string | null => {
  if (!anyRelative.test(text)) return null;
  const words = relative.exec(text)?.[0];
  if (words === undefined || repeating.test(text) || absolute.test(text)) return null;
  const reference = { instant: sentAt, timezone: 0 };
  // Only the words of the date are parsed: the rest of a long statement would be gone through by every parser.
  const [found] = chrono.parse(words, reference, { forwardDate: !pastTense.test(text) });
  if (!found) return null;
  const year = found.start.get('year');
  const month = found.start.get('month');
  const day = found.start.get('day');
  if (year === null || month === null || day === null) return null;
  if (/\byears?\b/iu.test(found.text)) return String(year);
  if (/\bmonths?\b/iu.test(found.text)) return `${String(year)}-${two(month)}`;
  if (/\bweeks?\b/iu.test(found.text)) return `week of ${String(year)}-${two(month)}-${two(day)}`;
  return `${String(year)}-${two(month)}-${two(day)}`;
};

/** The statement with the day it means, so that it stays readable later. */
export const withDate = (content: string, sentAt: Date): string => {
  const date = resolvedDate(content, sentAt);
  return date === null || content.includes(date) ? content : `${content} (${date})`;
};
