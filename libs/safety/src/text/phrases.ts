const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

const slot = /<(\w+)>/gu;

export type Slots = Readonly<Record<string, readonly string[]>>;

/** A phrase of a list as a pattern: its slots filled, some space for one, and any apostrophe or none for one. */
const patternOf = (phrase: string, slots: Slots): string =>
  escaped(phrase)
    .replace(slot, (_, name: string) => `(?:${(slots[name] ?? []).map(escaped).join('|')})`)
    .replaceAll("'", "['\\u2019]?")
    .replaceAll(' ', '\\s{1,4}');

const ended = (patterns: readonly string[]): string => `(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`;

/** One of these phrases, ended where a word ends. */
export const oneOf = (phrases: readonly string[], slots: Slots): string =>
  ended(phrases.map((phrase) => patternOf(phrase, slots)));

/** By which word a phrase is met in a text: "it's" stands there as "it's" or as "its". */
const firstWordsOf = (phrase: string): readonly string[] => {
  const { word = '', rest = '' } = /^(?<word>[\p{L}\p{N}]+)(?:'(?<rest>\p{L}+))?/u.exec(phrase)?.groups ?? {};
  return rest === '' ? [word] : [word, word + rest];
};

/**
 * One of these phrases, ended where a word ends, for each word that they begin with: a text meets those of one word, and all
 * of them as one pattern would be compiled for it.
 */
export const oneOfByFirstWord = (phrases: readonly string[], slots: Slots): ReadonlyMap<string, string> => {
  const patterns = new Map<string, string[]>();
  for (const phrase of phrases) {
    const name = /^<(\w+)>/u.exec(phrase)?.[1];
    const begun = name === undefined ? [phrase] : (slots[name] ?? []);
    for (const first of new Set(begun.flatMap(firstWordsOf))) {
      const fills = begun.filter((one) => firstWordsOf(one).includes(first));
      const own = name === undefined ? slots : { ...slots, [name]: fills };
      // A slot that stands again further on is filled by any of its words.
      const [head = '', ...rest] = name === undefined ? [phrase] : phrase.split(/(?<=^<\w+>)/u);
      const pattern = patternOf(head, own) + rest.map((one) => patternOf(one, slots)).join('');
      patterns.set(first, [...(patterns.get(first) ?? []), pattern]);
    }
  }
  return new Map([...patterns].map(([first, each]) => [first, ended(each)]));
};
