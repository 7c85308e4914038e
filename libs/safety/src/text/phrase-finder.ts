/**
 * Looks for phrases where they stand in a text that is taken apart: of how many words the longest is that begins at a word,
 * 0 where none does.
 */
export const phraseFinder = (
  phrases: readonly string[],
): ((words: readonly string[], at?: number) => number) => {
  const byFirst = new Map<string, readonly (readonly string[])[]>();
  for (const phrase of phrases) {
    const parts = phrase.split(' ');
    const [first = ''] = parts;
    byFirst.set(first, [...(byFirst.get(first) ?? []), parts]);
  }
  return (words, at = 0) =>
    Math.max(
      0,
      ...(byFirst.get(words[at] ?? '') ?? [])
        .filter((parts) => parts.every((part, index) => words[at + index] === part))
        .map(({ length }) => length),
    );
};
