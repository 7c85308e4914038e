import { expect } from '@jest/globals';

const lists = (value: unknown): readonly (readonly unknown[])[] =>
  Array.isArray(value)
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(lists)
      : [];

/** Every word of every list in a file: in lower case, trimmed. */
export const expectPlainWords = (words: unknown): void => {
  expect(
    lists(words)
      .flat()
      .filter((word) => word !== String(word).trim().toLowerCase()),
  ).toEqual([]);
};

export const expectNothingTwice = (words: unknown): void => {
  expect(lists(words).flatMap((list) => list.filter((word, index) => list.indexOf(word) !== index))).toEqual(
    [],
  );
};
