const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** What was probably meant; null when nothing known is close. */
export const nearestWord = (written: string, known: readonly string[]): string | null => {
  const [best] = known
    .map((word) => ({ word, away: distance(written.toLowerCase(), word.toLowerCase()) }))
    .sort((a, b) => a.away - b.away || (a.word < b.word ? -1 : 1));
  return best !== undefined && best.away <= Math.max(2, Math.floor(written.length / 4)) ? best.word : null;
};
