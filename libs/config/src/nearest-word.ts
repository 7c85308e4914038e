import { distance } from 'fastest-levenshtein';

/** What was probably meant; null when nothing known is close. */
export const nearestWord = (written: string, known: readonly string[]): string | null => {
  const [best] = known
    .map((word) => ({ word, away: distance(written.toLowerCase(), word.toLowerCase()) }))
    .sort((a, b) => a.away - b.away || (a.word < b.word ? -1 : 1));
  return best !== undefined && best.away <= Math.max(2, Math.floor(written.length / 4)) ? best.word : null;
};
