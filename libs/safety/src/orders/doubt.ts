import { anyCase } from '../text/any-case.js';
import { proven } from '../text/proven.js';

const marks = anyCase(
  proven({
    id: 'sarcastic',
    pattern:
      /(?:^|\s)\/s\b|\u{1F644}|\byeah,? right\b|\bas if\b|\bsure,? jan\b|\bnot!\s*$|\bjust kidding\b|\bjk\b|\bkidding\b|\bsarcasm\b|\bjoking\b|(?:^|\s)\^\^?s\b|\bsaid no one\b|\bobviously\b.*\blol\b|\bj\/k\b/u,
    yes: ['great plan /s', 'yeah, right', 'said no one ever'],
    no: ['it is right here', 'great plan'],
  }),
);
const relish = anyCase(
  proven({
    id: 'sarcasticPraise',
    pattern:
      /\b(?:i )?(?:just |really |absolutely )?(?:love|adore|enjoy|like) (?:it )?(?:when|how|being (?:woken|yelled|ignored|stuck|interrupted)|getting (?:woken|yelled|paged|stuck|ignored)|waking up at [1-5])\b/u,
    yes: ['i just love when the bus is late', 'really enjoy being woken', 'i adore waking up at 4'],
    no: ['i love jazz', 'i like waking up early'],
  }),
);

/** Signs that the words do not mean what they say. */
export const sarcastic = (text: string): boolean => marks.test(text) || relish.test(text);
