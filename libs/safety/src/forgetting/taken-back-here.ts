import type { Addressee } from './forget-me.js';
import { forgettingOf, mayOrderForgetting } from './forgetting.js';
import { isOnlyExcuse } from './order-endings.js';
import { sentencesOf } from '../text/sentences.js';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** "Erase that again": right after it was said, it is what was said. */
const again = /\b(?:erase|delete|remove|forget|scratch|unsay) (?:that|this|it) again\b/iu;

const isTakenBack = (sentence: string, addressee: Addressee): boolean => {
  const order = forgettingOf(sentence, addressee);
  if (order === null) return false;
  if (order.kind === 'idle') return again.test(sentence);
  return order.kind === 'take-back' || (order.kind === 'what' && order.what === null);
};

/** What a message says and takes back itself, right after: "My code is Zebra. Scratch that." */
export const takenBackIn = (text: string, addressee: Addressee): readonly Span[] => {
  if (!mayOrderForgetting.test(text)) return [];
  // "Wrong group. Forget that": the excuse is part of the order.
  const sentences = sentencesOf(text).filter(({ text: said }) => !isOnlyExcuse(` ${said}`));
  return sentences.flatMap(({ offset, text: said }, at) => {
    const next = sentences[at + 1];
    return next && /\p{L}\W+\p{L}/u.test(said) && isTakenBack(next.text, addressee)
      ? [{ start: offset, end: offset + said.trimEnd().length }]
      : [];
  });
};
