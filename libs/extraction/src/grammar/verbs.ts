import { verbTable } from '../lexicon.js';

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
/** A word where a verb has to stand, though no table knows it, and its stem: "weld", "welded", "TA". */
export const guessedVerb = (word: string): { readonly lemma: string; readonly form: VerbForm } | null => {
  if (!/^\p{L}{2,}$/u.test(word) || notVerbs.has(word) || index.has(word)) return null;
  for (const [form, pattern] of regular) {
    const stem = pattern.exec(word)?.[1];
    if (stem !== undefined) return { lemma: stem, form };
  }
  return { lemma: word, form: 'base' };
};

export const isVerbForm = (word: string): boolean => index.has(word);

export const thirdOf = (lemma: string): string => verbTable[lemma]?.[0] ?? `${lemma}s`;
export const pastOf = (lemma: string): string => verbTable[lemma]?.[1] ?? `${lemma}ed`;
export const participleOf = (lemma: string): string => verbTable[lemma]?.[2] ?? `${lemma}ed`;
export const gerundOf = (lemma: string): string => verbTable[lemma]?.[3] ?? `${lemma}ing`;
