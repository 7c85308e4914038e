import { confidingSpans, type Discretion } from './discretion.js';
import type { Withholding } from './withholding.js';
import { proven } from '../text/proven.js';

const before = proven({
  id: 'before',
  pattern:
    /(?:^|[.!?,;:()[\]\n\u2014\u2013]|\s-\s)\s*(?:(?:and|but|so|ok|okay|hey|please|pls|just|guys|all|btw|psst|this is|it'?s|that'?s|is|are|also|remember|strictly|but please|let'?s|now|well|though|can you|could you|you|i'd|i would|i|we|i've|we've|nb|fyi|as long as|so long as|provided|poor|dear)[\s,]+){0,20}$/iu,
  yes: ['', 'Ok, but please ', 'We moved. '],
  no: ['my sister says ', 'we moved to brno'],
});
const after = proven({
  id: 'after',
  pattern:
    /^(?:[\s,]*(?:please|pls|plz|ok|okay|yet|though|thanks|thx|guys|everyone|all|you two|folks|for now|alright|right|lol|either|again))*\s*(?:$|[.!?,;:()[\]\n\u2014\u2013]|-\s|(?:but|that|because|and|the|i'?m|i'?ve|i|we|my|our|he|she|they)\b)/iu,
  yes: ['', ' please!', ' but we moved', ' for now, thanks'],
  no: [' about the ring', ' Ines'],
});

/**
 * The text without what only asks to keep it: "not to leave this room - I moved to Lima" tells that somebody moved, and
 * "please" and "don't" of the order say nothing of that. Spans stay.
 */
export const withoutHush = (text: string, { confided }: Discretion, kept: Withholding): string =>
  (confided ? [...confidingSpans(text), ...kept.spans] : []).reduce((left, { start, end }) => {
    if (end <= start) return left;
    const opening = before.exec(text.slice(Math.max(0, start - 40), start))?.[0];
    const closing = /[:,;)\u2014-]\s*$/u.test(text.slice(start, end))
      ? ''
      : after.exec(text.slice(end, end + 40))?.[0];
    if (opening === undefined || closing === undefined) return left;
    const from = start - opening.replace(/^[^\p{L}]*/u, '').length;
    const to = end + closing.length;
    // What is left is told, also when they ask whether that is all right.
    const mark = /[.!?\n]$/u.test(closing) ? '.' : '';
    return left.slice(0, from) + ' '.repeat(to - from - mark.length) + mark + left.slice(to);
  }, text);
