const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

const slot = /<(\w+)>/gu;

export type Slots = Readonly<Record<string, readonly string[]>>;

/** A phrase of a list as a pattern: its slots filled, some space for one, and any apostrophe or none for one. */
const patternOf = (phrase: string, slots: Slots): string =>
  escaped(phrase)
    .replace(slot, (_, name: string) => `(?:${(slots[name] ?? []).map(escaped).join('|')})`)
    .replaceAll("'", "['\\u2019]?")
    .replaceAll(' ', '\\s{1,4}');

/** One of these phrases, ended where a word ends. */
export const oneOf = (phrases: readonly string[], slots: Slots): string =>
  `(?:${phrases.map((phrase) => patternOf(phrase, slots)).join('|')})(?![\\p{L}\\p{N}])`;
