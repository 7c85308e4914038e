import { z } from 'zod';
import { buckets, featuresOf, kinds, kindsOf } from './features.js';
import { once, readWords } from '../../word-lists.js';

const table = (size: number) =>
  z
    .base64()
    .transform((text) => new Int8Array(Buffer.from(text, 'base64')))
    .refine((weights) => weights.length === size);

/** Weights in steps of `scale`, fitted by scripts/fit-sensitivity.mjs to the lines of test/quality/sets/sensitivity. */
export const sensitivityModelSchema = z.strictObject({
  version: z.string().regex(/^said-\d+$/u),
  /** Of the weights, so that no table is taken for another; its spec compares it. */
  sha256: z.hex().length(64),
  /** From this sum on a line is delicate. */
  threshold: z.number(),
  bias: z.number(),
  scale: z.number().positive(),
  words: table(buckets),
  letters: table(buckets),
  kindScale: z.number().positive(),
  categories: z
    .array(
      z.strictObject({
        category: z.string(),
        sensitivity: z.union([z.literal(1), z.literal(2)]),
        bias: z.number(),
        weights: table(kinds),
      }),
    )
    .nonempty(),
});
const model = once(() => readWords('sensitivity-model', sensitivityModelSchema));

const sumOf = (weights: Int8Array, places: ReadonlySet<number>): number => {
  let sum = 0;
  for (const place of places) sum += weights[place] ?? 0;
  return places.size === 0 ? 0 : sum / Math.sqrt(places.size);
};

/** How far above the threshold a piece of text is; below 0 it is ordinary. */
export const excessOf = (text: string): number => {
  const { bias, scale, words, letters, threshold } = model();
  const features = featuresOf(text);
  return bias + scale * (sumOf(words, features.words) + sumOf(letters, features.letters)) - threshold;
};

export interface Kind {
  readonly category: string;
  readonly sensitivity: 1 | 2;
}

/** Deny by default: only what is hardly graver is taken for a 1. */
const mayBeGrave = 0.35;

/** What a delicate piece of text is about. Where that may be something graver, it is as grave as that. */
export const kindOf = (text: string): Kind => {
  const { categories, kindScale } = model();
  const places = kindsOf(text);
  const scored = categories.map(({ category, sensitivity, bias, weights }) => ({
    category,
    sensitivity,
    weight: Math.exp(bias + kindScale * sumOf(weights, places)),
  }));
  const all = scored.reduce((sum, { weight }) => sum + weight, 0);
  const grave = scored.reduce((sum, { sensitivity, weight }) => sum + (sensitivity === 2 ? weight : 0), 0);
  const isGrave = grave / all > mayBeGrave;
  const [first, ...rest] = scored.filter(({ sensitivity }) => !isGrave || sensitivity === 2);
  const likeliest = rest.reduce((best, one) => (best && best.weight >= one.weight ? best : one), first);
  return likeliest
    ? { category: likeliest.category, sensitivity: likeliest.sensitivity }
    : { category: 'unsure', sensitivity: 2 };
};
export const modelVersion = (): string => model().version;
