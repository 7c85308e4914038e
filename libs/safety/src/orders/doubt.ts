import { anyCase } from '../text/any-case.js';

const marks = anyCase(
  /(?:^|\s)\/s\b|\u{1F644}|\byeah,? right\b|\bas if\b|\bsure,? jan\b|\bnot!\s*$|\bjust kidding\b|\bjk\b|\bkidding\b|\bsarcasm\b|\bjoking\b|(?:^|\s)\^\^?s\b|\bsaid no one\b|\bobviously\b.*\blol\b|\bj\/k\b/u,
);
const relish = anyCase(
  /\b(?:i )?(?:just |really |absolutely )?(?:love|adore|enjoy|like) (?:it )?(?:when|how|being (?:woken|yelled|ignored|stuck|interrupted)|getting (?:woken|yelled|paged|stuck|ignored)|waking up at [1-5])\b/u,
);

/** Signs that the words do not mean what they say. */
export const sarcastic = (text: string): boolean => marks.test(text) || relish.test(text);
