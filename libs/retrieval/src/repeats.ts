/** What a row says, as far as saying it twice is concerned. */
export interface ComparableRow {
  readonly id: string;
  readonly kind: 'fact' | 'message';
  readonly text: string;
  readonly speakerId: string | null;
  readonly subjectIds: readonly string[];
  /** Messages that a fact was drawn from. */
  readonly drawnFrom: readonly string[];
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const firstPerson = /(?<![\p{L}\p{N}])(?:i|me|my|mine|myself|im|ive|we|us|our|ours)(?![\p{L}\p{N}])/iu;

/** Whom it is about is part of what a fact says; who spoke, of a message that speaks of its speaker. */
const sayingOf = ({ kind, text, speakerId, subjectIds }: ComparableRow): string => {
  const words = wordsOf(text).join(' ');
  if (kind === 'fact') return `${words}|${[...subjectIds].sort().join()}`;
  return firstPerson.test(text) ? `${words}|${speakerId ?? ''}` : words;
};

/** A fact that says nearly all of its message makes the message a repeat; of a longer message it is only a part. */
const tellsAll = (fact: ComparableRow, message: ComparableRow): boolean => {
  const told = new Set(wordsOf(fact.text));
  const words = wordsOf(message.text);
  return words.filter((word) => told.has(word)).length >= words.length * 0.8;
};

/**
 * The same rows; those that only say again what a better one says stand last. Ten places are few, and a notice posted
 * nine times fills them. Nothing is dropped: `top_k` results come back whenever that many exist.
 */
export const repeatsLast = <Item>(
  items: readonly Item[],
  toldBy: (item: Item) => ComparableRow,
): readonly Item[] => {
  const said = new Set<string>();
  const messages = new Set<string>();
  const factsOf = new Map<string, ComparableRow[]>();
  const first: Item[] = [];
  const repeats: Item[] = [];
  for (const item of items) {
    const told = toldBy(item);
    const saying = sayingOf(told);
    const isRepeat =
      said.has(saying) ||
      (told.kind === 'fact'
        ? told.drawnFrom.some((id) => messages.has(id))
        : (factsOf.get(told.id) ?? []).some((fact) => tellsAll(fact, told)));
    (isRepeat ? repeats : first).push(item);
    if (isRepeat) continue;
    said.add(saying);
    if (told.kind === 'message') messages.add(told.id);
    else for (const id of told.drawnFrom) factsOf.set(id, [...(factsOf.get(id) ?? []), told]);
  }
  return [...first, ...repeats];
};
