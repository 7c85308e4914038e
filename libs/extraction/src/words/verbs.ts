import { senseOfVerb } from '#safety';
import { verbTable } from './lexicon.js';

export type VerbForm = 'base' | 'third' | 'past' | 'participle' | 'gerund';

const index = new Map<string, { lemma: string; forms: Set<VerbForm> }[]>();
const note = (word: string, lemma: string, form: VerbForm): void => {
  const held = index.get(word) ?? [];
  const same = held.find((entry) => entry.lemma === lemma);
  if (same) same.forms.add(form);
  else held.push({ lemma, forms: new Set([form]) });
  index.set(word, held);
};
for (const [lemma, [third, past, participle, gerund]] of Object.entries(verbTable)) {
  note(lemma, lemma, 'base');
  note(third, lemma, 'third');
  note(past, lemma, 'past');
  note(participle, lemma, 'participle');
  note(gerund, lemma, 'gerund');
  // "lovin", "livin": the dropped g of chat.
  if (gerund.length > 5) note(gerund.slice(0, -1), lemma, 'gerund');
}

/** The lemma of a word in that form, when some verb we know has it. */
export const lemmaOf = (word: string, form: VerbForm): string | null =>
  index.get(word)?.find((entry) => entry.forms.has(form))?.lemma ?? null;

const regular: readonly (readonly [VerbForm, RegExp])[] = [
  ['gerund', /^(\p{L}{3,})ing$/u],
  ['past', /^(\p{L}{2,})ed$/u],
  ['third', /^(\p{L}{2,}[^s\P{L}])s$/u],
];
const notVerbs = new Set(
  'thing nothing something anything everything morning evening ceiling wing king ring spring string bed red need seed speed feed weed hundred kindred sacred naked wicked rugged aged bus gas news is was as us this thus plus yes his its less always perhaps'.split(
    ' ',
  ),
);
/** What a stem may be cut from: "bak" from "bake", "stopp" from "stop", "carri" from "carry". */
const stemsOf = (stem: string): readonly string[] => [
  stem,
  `${stem}e`,
  ...(/(\p{L})\1$/u.test(stem) ? [stem.slice(0, -1)] : []),
  ...(stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : []),
  ...(stem.endsWith('e') ? [stem.slice(0, -1)] : []),
];

/** A word where a verb has to stand, though no table knows it, and its stem: "weld", "welded", "TA". */
export const guessedVerb = (word: string): { readonly lemma: string; readonly form: VerbForm } | null => {
  if (!/^\p{L}{2,}$/u.test(word) || notVerbs.has(word) || index.has(word)) return null;
  for (const [form, pattern] of regular) {
    const stem = pattern.exec(word)?.[1];
    if (stem !== undefined)
      return { lemma: stemsOf(stem).find((one) => senseOfVerb(one) !== null) ?? stem, form };
  }
  return { lemma: word, form: 'base' };
};

export const isVerbForm = (word: string): boolean => index.has(word);

const consonantY = /[^aeiou]y$/u;
const regularThird = (lemma: string): string =>
  consonantY.test(lemma)
    ? `${lemma.slice(0, -1)}ies`
    : /(?:s|x|z|ch|sh)$/u.test(lemma)
      ? `${lemma}es`
      : `${lemma}s`;
const regularPast = (lemma: string): string =>
  consonantY.test(lemma) ? `${lemma.slice(0, -1)}ied` : lemma.endsWith('e') ? `${lemma}d` : `${lemma}ed`;
const regularGerund = (lemma: string): string =>
  /[^eoy]e$/u.test(lemma) ? `${lemma.slice(0, -1)}ing` : `${lemma}ing`;

export const thirdOf = (lemma: string): string => verbTable[lemma]?.[0] ?? regularThird(lemma);
export const pastOf = (lemma: string): string => verbTable[lemma]?.[1] ?? regularPast(lemma);
export const participleOf = (lemma: string): string => verbTable[lemma]?.[2] ?? regularPast(lemma);
export const gerundOf = (lemma: string): string => verbTable[lemma]?.[3] ?? regularGerund(lemma);
