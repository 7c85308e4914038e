import type { ReadingContext, WindowMessage } from '../fact-extractor.js';
import { isStagedAfter } from '../text/staged.js';

const shortly = 10 * 60_000;

/** Whether the speaker was telling a dream, or playing a part, in what they said right before. */
export const isStagedBefore = (
  { authorId, sentAt }: WindowMessage,
  { before }: Pick<ReadingContext, 'before'>,
): boolean =>
  before
    .filter((said) => said.authorId === authorId && sentAt.getTime() - said.sentAt.getTime() <= shortly)
    .reduce((isStaged, { text }) => isStagedAfter(text, isStaged), false);
