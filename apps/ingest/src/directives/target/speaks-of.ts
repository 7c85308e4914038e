import { spellingsOf } from '#identity';

/** Words that stand around what is meant, and tell nothing of it. */
const idle = new Set(
  'a an the my our your his her their its i me we us you he she they it that this these those about of on in at to for from with by and or is are was were am be been being have has had do does did not what said told mentioned wrote say tell know thing things fact everything anything bit part just now please old new going will would used where when who whom how why which'.split(
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

const determiner = /^(?:the|an?|my|our|your|his|her|their|this|that|these|those|some)$/iu;

/** The words without those that name somebody who is called so: "the rose" names no Rose. */
const withoutNames = (what: string, names: readonly string[]): string => {
  const called = new Set(names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)).flatMap(spellingsOf));
  const words = what.split(/[^\p{L}\p{N}'\u2019]+/u);
  const isName = (word: string, at: number): boolean =>
    spellingsOf(word.replace(/['\u2019]s$/u, '')).some((spelling) => called.has(spelling)) &&
    (/^\p{Lu}/u.test(word) || !determiner.test(words[at - 1] ?? ''));
  return words.filter((word, at) => word === '' || !isName(word, at)).join(' ');
};

/** The same of a memory about people who are called so: it does not hold their names. */
export const speaksOfThem = (text: string, names: readonly string[], what: string): boolean => {
  if (speaksOf(text, what)) return true;
  const rest = withoutNames(what, names);
  const isOfThem = stemsOf(rest).size < stemsOf(what).size;
  return isOfThem && (stemsOf(rest).size === 0 || speaksOf(text, rest));
};
