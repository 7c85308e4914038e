import { z } from 'zod';
import { anyCase } from '../text/any-case.js';
import { oneOf } from '../text/phrases.js';
import { readWords, words } from '../word-lists.js';

/** What may stand beside an order. A slot (`<place>`) stands for any of its words. */
export const orderEndingsSchema = z.strictObject({
  slots: z.record(z.string(), words),
  courtesies: words,
  reasons: words,
  exceptions: words,
});
export const orderEndings = readWords('order-endings', orderEndingsSchema);

const pause = String.raw`[\s,;:.!\u2026()\u2013\u2014-]{1,6}`;
const because = String.raw`(?:(?:because|since|as|cause|cuz|bc)\s{1,4})?`;
const courtesy = oneOf(orderEndings.courtesies, orderEndings.slots);
const reason = `${because}${oneOf(orderEndings.reasons, orderEndings.slots)}`;

const after = anyCase(
  new RegExp(`^(?:${pause}(?:and\\s{1,4}|but\\s{1,4})?(?:${courtesy}|${reason})){0,4}\\W{0,20}$`, 'u'),
);
const before = new RegExp(`^\\W{0,8}(?:(?:${courtesy}|${reason})${pause}){1,4}`, 'iu');
const anyReason = anyCase(
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${oneOf(orderEndings.reasons, orderEndings.slots)})`, 'u'),
);
const exception = anyCase(
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${oneOf(orderEndings.exceptions, orderEndings.slots)})|(?:^|[.!?;\\n]\\s{0,4})(?:keep|leave|retain|remember)\\s{1,4}(?!me\\b|in\\b|quiet)`,
    'u',
  ),
);

/** Whether nothing follows an order but courtesy and an excuse for it: a closed set, whatever else follows is talk. */
export const isOnlyExcuse = (rest: string): boolean => rest.length <= 200 && after.test(rest);

/** Whether the words give a reason why they are taken back: then "it" is what was said, and no matter of talk. */
export const givesReason = (text: string): boolean => anyReason.test(text);

/** The text without an excuse before the order. */
export const withoutExcuse = (text: string): string => text.replace(before, '');

/** Whether an order excepts something: done without that it would do more than was asked. */
export const makesException = (text: string): boolean => exception.test(text);
