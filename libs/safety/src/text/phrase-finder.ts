/** Of how many words the longest phrase is that begins at a word; 0 where none does. */
export type PhraseFinder = (words: readonly string[], at?: number) => number;

/** No phrase of a list has more: so far a word reaches into what stands before it. */
export const mostWords = 8;

const stands = (parts: readonly string[], words: readonly string[], at: number): boolean => {
  for (let index = 1; index < parts.length; index += 1) if (words[at + index] !== parts[index]) return false;
  return true;
};

/** Looks for phrases where they stand in a text that is taken apart. */
export const phraseFinder = (phrases: readonly string[]): PhraseFinder => {
  const byFirst = new Map<string, readonly (readonly string[])[]>();
  for (const phrase of phrases) {
    const parts = phrase.split(' ');
    const [first = ''] = parts;
    if (parts.length > mostWords) throw new Error(`a phrase of more than ${mostWords} words: ${phrase}`);
    byFirst.set(first, [...(byFirst.get(first) ?? []), parts]);
  }
  return (words, at = 0) => {
    let longest = 0;
    for (const parts of byFirst.get(words[at] ?? '') ?? [])
      if (parts.length > longest && stands(parts, words, at)) longest = parts.length;
    return longest;
  };
};
