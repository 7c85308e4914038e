/** How a word stands in the text, as far as it tells whether it names somebody. */
export interface MentionForm {
  readonly text: string;
  /** Written with `@`, or as a platform's mention. */
  readonly marked: boolean;
  /** Begins with a capital, and not only because a sentence begins there. */
  readonly capitalised: boolean;
  readonly startsSentence: boolean;
  /** Followed by a verb that only a third person takes, or by a possessive. */
  readonly unmistakableGrammar: boolean;
  /** The word is an ordinary one of the language. */
  readonly commonWord: boolean;
}

/**
 * Whether a bare word may be taken for the person whose nick it is. Somebody called `the`, `help` or `rage` is not
 * spoken of each time the word is used.
 */
export const mayName = (form: MentionForm): boolean => {
  if (form.marked) return true;
  if (form.text.length < 2) return false;
  if (form.commonWord) return form.capitalised && !form.startsSentence;
  return form.capitalised || form.unmistakableGrammar;
};
