import { readFileSync } from 'node:fs';
import { z } from 'zod';

const words = z.array(z.string().min(1)).min(1);

/** What a fact may say otherwise than its quote, and what makes a quote say otherwise than its words. */
export const verifyWordsSchema = z.strictObject({
  /** Each says the same as the others of its row. */
  equals: z.array(z.array(z.string().min(1)).min(2)),
  /** May stand between words of a fact and be left out of it. */
  dropped: words,
  /** May stand between the subject and the fact. */
  helping: words,
  /** May stand after the fact in its clause. */
  closing: words,
  /** May stand in a fact and not in its quote. */
  added: words,
  denies: words,
  /** With one of these in its sentence nobody states anything. */
  hedges: words,
  /** With one of these before it in its sentence a clause is somebody's opinion, wish or report. */
  leads: words,
  /** People without a name, who may be meant by a pronoun. */
  persons: words,
  /** What begins an order to whoever keeps memories. */
  orders: words,
  /** What means nothing alone. */
  dangling: words,
});
export type VerifyWords = z.output<typeof verifyWordsSchema>;

const table = verifyWordsSchema.parse(
  JSON.parse(readFileSync(new URL('../../data/verify.json', import.meta.url), 'utf8')),
);
const { equals, ...lists } = table;
const sets = new Map<string, ReadonlySet<string>>(
  Object.entries(lists).map(([name, listed]) => [name, new Set(listed)]),
);
const rowOf = new Map(equals.flatMap((row, index) => row.map((word) => [word, index] as const)));

export type VerifyList = Exclude<keyof VerifyWords, 'equals'>;
export const isVerifyWord = (list: VerifyList, word: string): boolean => sets.get(list)?.has(word) ?? false;
export const areEquals = (one: string, other: string): boolean => {
  const row = rowOf.get(one);
  return row !== undefined && row === rowOf.get(other);
};
