import { lemmaOf } from '../words/verbs.js';
import { blank, firstPerson, withoutQuotedLines } from './quoted.js';

const quotedSpeech = /(["\u201c])([^"\u201c\u201d\n]{2,400})(["\u201d])/gu;

const emote = /(?<![\p{L}\p{N}*])\*(\p{L}+)(?: [^*\n]{1,200})?\*(?![\p{L}\p{N}*])/gu;

/**
 * Blanks out what is not the speaker's own prose, unit by unit, so that spans in the masked text are spans in the
 * message: code, quoted lines, quoted speech, markup.
 */
export const maskForeign = (text: string): string => {
  let masked = withoutQuotedLines(text);
  if (masked.includes('`')) {
    masked = masked
      .replace(/```[\s\S]*?(?:```|$)/gu, blank)
      .replace(/`([^`\n]*)`/gu, (whole, inner: string) =>
        /^[\w./@:+-]+$/u.test(inner) ? ` ${inner} ` : blank(whole),
      );
  }
  if (masked.includes('>')) {
    masked = masked
      .replace(/^[ \t]*>(?![:;=\-_.<>]).*$/gmu, blank)
      .replace(/<a?:\w{2,32}:\d{5,25}>/gu, blank);
  }
  if (/["\u201c]/u.test(masked)) {
    masked = masked.replace(quotedSpeech, (whole, _open: string, inner: string) =>
      firstPerson.test(inner) || inner.trim().split(/\s+/u).length > 8 ? blank(whole) : ` ${inner} `,
    );
  }
  // 'come work for us': single quotes hold speech only when they stand free.
  if (masked.includes("'"))
    masked = masked.replace(/(?<=^|[\s(])'([^'\n]{4,300})'(?=$|[\s.,!?)])/gu, (whole, inner: string) =>
      firstPerson.test(inner) ? blank(whole) : whole,
    );
  // "*waves at Kim*": played, by whoever writes it.
  if (masked.includes('*'))
    masked = masked.replace(emote, (whole, verb: string) =>
      lemmaOf(verb.toLowerCase(), 'third') !== null ? blank(whole) : whole,
    );
  return masked
    .replace(/\*\*|__|~~|\|\|/gu, '  ')
    .replace(/^(\s*)(?:[-*\u2022]|\d{1,2}[.)])(?=\s)/gmu, (whole) => blank(whole));
};
