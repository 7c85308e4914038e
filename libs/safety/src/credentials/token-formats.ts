import { z } from 'zod';
import { readWords } from '../word-lists.js';
import type { PlainText } from './plain-text.js';
import type { Secret } from './secret.js';

export const tokenFormatsSchema = z.array(
  z.strictObject({
    id: z.string(),
    pattern: z.string(),
    anyCase: z.boolean(),
    /** Bits a letter that the secret must have at least. */
    entropy: z.number().min(0).max(8),
    /** In lower case; a text without any of them is not looked at. */
    keywords: z.array(z.string().min(2)).min(1),
  }),
);

const formats = readWords('token-formats', tokenFormatsSchema).map(
  ({ pattern, anyCase, entropy, keywords }) => ({
    pattern: new RegExp(pattern, anyCase ? 'gi' : 'g'),
    entropy,
    keywords,
  }),
);

const entropyOf = (text: string): number => {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  return Array.from(counts.values()).reduce(
    (sum, count) => sum - (count / text.length) * Math.log2(count / text.length),
    0,
  );
};

const longestSecret = 4_000;
/** Every form has that many signs in a row that no word has. */
const longRun = /[\w+/=.~|-]{14}/u;

/** Tokens by the forms that their issuers give them. */
export const issuedTokens = ({ text, lower }: PlainText): readonly Secret[] => {
  if (!longRun.test(text)) return [];
  return formats
    .filter(({ keywords }) => keywords.some((keyword) => lower.includes(keyword)))
    .flatMap(({ pattern, entropy }) =>
      Array.from(text.matchAll(pattern)).flatMap((match) => {
        const secret = match.slice(1).find(Boolean) ?? match[0];
        if (secret.length > longestSecret || entropyOf(secret) < entropy) return [];
        const start = match.index + match[0].lastIndexOf(secret);
        return [{ name: 'token', start, end: start + secret.length }];
      }),
    );
};
