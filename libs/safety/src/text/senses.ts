import { z } from 'zod';
import { once, readWords } from '../word-lists.js';

const sensesSchema = z.record(z.string(), z.string());
export const wordSensesSchema = z.strictObject({ noun: sensesSchema, verb: sensesSchema });

const indexOf = (fields: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(fields).flatMap(([field, words]) => words.split(' ').map((word) => [word, field])));

/** 400 KB of words, which a process that reads no statement may never need. */
const senses = once(() => {
  const { noun, verb } = readWords('word-senses', wordSensesSchema);
  return { nouns: indexOf(noun), verbs: indexOf(verb) };
});

const singularsOf = (word: string): readonly string[] => {
  if (!word.endsWith('s')) return [word];
  const stem = word.slice(0, -1);
  return word.endsWith('ies')
    ? [`${word.slice(0, -3)}y`, stem]
    : word.endsWith('es')
      ? [stem, word.slice(0, -2)]
      : [word, stem];
};

/** What kind of thing a noun names most often: "animal", "artifact", "cognition". Null for what no dictionary has. */
export const senseOfNoun = (word: string): string | null => {
  for (const form of singularsOf(word)) {
    const sense = senses().nouns.get(form);
    if (sense !== undefined) return sense;
  }
  return null;
};

/** What kind of doing a verb names most often: "motion", "possession", "communication". */
export const senseOfVerb = (lemma: string): string | null => senses().verbs.get(lemma) ?? null;
