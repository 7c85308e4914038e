/** Words that stand around what is meant, and tell nothing of it. */
const idle = new Set(
  'a an the my our your his her their its i me we us you he she they it that this these those about of on in at to for from with by and or is are was were am be been being have has had do does did not what said told mentioned wrote say tell know thing things fact everything anything bit part just now please old new going will would used'.split(
    ' ',
  ),
);

/** A word without its endings, roughly: "moving", "moved" and "moves" are one. */
const stem = (word: string): string => {
  const plain = word.replace(/['\u2019]s$/u, '');
  const cut = plain.replace(/(?:ings?|ed|es|s|d|e)$/u, '');
  const kept = cut.length >= 3 ? cut : plain;
  return kept.replace(/([^aeiou])\1$/u, '$1').replace(/y$/u, 'i');
};

const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\b(?:i|we|you|they|he|she|it)['\u2019](?:m|ve|re|ll|d|s)\b/gu, ' ')
      .split(/[^\p{L}\p{N}'\u2019]+/u)
      .filter((word) => word !== '' && !idle.has(word))
      .map(stem),
  );

/** Whether every word that tells something in `what` stands in the text, in whatever form. */
export const speaksOf = (text: string, what: string): boolean => {
  const wanted = stemsOf(what);
  const words = stemsOf(text);
  return wanted.size > 0 && [...wanted].every((word) => words.has(word));
};

/** What stands in every text that speaks of it, in lower case: the beginnings of its words. None where it tells nothing. */
export const partsOf = (what: string): readonly string[] =>
  [...stemsOf(what)].map((word) => (word.length > 1 ? word.replace(/i$/u, '') : word));
