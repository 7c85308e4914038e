import { tokenize, isWord } from '../../text/tokens.js';
import { lemmaOf } from '../../words/verbs.js';

const forms = ['past', 'participle', 'third', 'gerund', 'base'] as const;
/** A word as it stands in the dictionary: "lost" and "loses" are "lose", "wrists" is "wrist". */
export const lemmaOfWord = (word: string): string =>
  forms.map((form) => lemmaOf(word, form)).find((lemma) => lemma !== null) ??
  word.replace(/(?<=\p{L}{3})s$/u, '');

/** Whether a statement says it with all of these words, in whatever form. */
export const saysThat = (content: string, lemmas: readonly string[]): boolean => {
  const said = new Set(
    tokenize(content, 0)
      .filter((token) => isWord(token))
      .map(({ lower }) => lemmaOfWord(lower)),
  );
  return lemmas.length > 0 && lemmas.every((lemma) => said.has(lemma));
};
