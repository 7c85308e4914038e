import { z } from 'zod';
import { words } from '../word-lists.js';

export const sensitivitySchema = z.strictObject({
  '1': z.record(z.string(), words),
  '2': z.record(z.string(), words),
  never: words,
});
const regularExpression = z.string().refine((text) => {
  try {
    return new RegExp(text, 'iu').source !== '';
  } catch {
    return false;
  }
});
/** What no list of words can say: "applying for … job". Read without case; `needs`: what one of its words is like. */
export const sensitivityPatternsSchema = z.array(
  z.strictObject({
    sensitivity: z.union([z.literal(1), z.literal(2)]),
    category: z.string(),
    needs: regularExpression,
    pattern: regularExpression,
  }),
);
