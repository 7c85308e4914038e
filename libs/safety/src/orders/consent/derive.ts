import { grammar } from './grammar.js';

/** A word as the grammar reads it. */
export interface Word {
  readonly text: string;
  readonly lower: string;
}

/** What a form was found to say. */
export interface Said {
  /** Null: nobody was named. */
  readonly to: readonly string[] | 'everybody' | null;
  /** The words for what it is, or null: what was said before. */
  readonly what: string | null;
}

interface Found {
  readonly at: number;
  readonly said: Said;
}

const lexeme = /<@!?\w+>|@?[\p{L}\p{N}_](?:[\p{L}\p{N}_.'-]*[\p{L}\p{N}_])?|[,&]/gu;
/** No form is longer. */
const longest = 60;

/** The words of a sentence; null where anything stands between them, so that nothing is overlooked. */
export const wordsOf = (sentence: string): readonly Word[] | null => {
  if (sentence.length > 400 || sentence.replace(lexeme, '').trim() !== '') return null;
  const words = (sentence.match(lexeme) ?? []).map((text) => ({ text, lower: text.toLowerCase() }));
  return words.length > longest ? null : words;
};

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));
/** Words that make less of what stands with them, or another thing. */
const limiting = setOf(
  'but except only unless until till if when once after before while whether or though although however instead rather wait stop kidding joking joke jk lol lmao haha hahaha ha sarcasm sike psych scratch forget nvm nevermind maybe perhaps possibly probably apart else',
);
/** The same outside what is to be told: with one of them nothing is a clear leave. */
const unclear = setOf(
  "not never no none nothing nobody neither nor don't dont doesn't didn't won't can't cannot couldn't shouldn't wouldn't isn't aren't wasn't hasn't haven't mustn't just would could should might must actually sorry oops wrong meant later tomorrow soon eventually someday next tonight yet still half part parts partly some somewhat bit almost as like guess suppose think believe hope wish doubt wonder bet hear heard said says say saying told tells claims claimed thinks thought asked asks wrote writes reads swears quote quoting imagine pretend dream dreamt dreamed song lyrics line what why who how supposedly apparently allegedly",
);
const limits = (some: readonly Word[]): boolean => some.some(({ lower }) => limiting.has(lower));
export const changes = (some: readonly Word[]): boolean =>
  limits(some) || some.some(({ lower }) => unclear.has(lower));

const isWord = (word: Word | undefined): word is Word => word !== undefined && !/^[,&]$/u.test(word.text);
const noName = setOf(
  'i me myself you yourself we us it this that these those the a an my our your his their who what someone somebody nobody noone no nothing something anything everything about know to of with on in and or but not only just please now too everyone everybody anyone anybody people others all both either neither nor if is are was',
);
const mayBeName = (word: Word | undefined): word is Word => isWord(word) && !noName.has(word.lower);
const isCapital = (word: Word | undefined): boolean => isWord(word) && /^\p{Lu}/u.test(word.text);

/** "Ana", "Ana Ruiz", `@ana`: where each may end. */
const nameEnds = (words: readonly Word[], at: number): readonly number[] => {
  if (!mayBeName(words[at])) return [];
  const ends = [at + 1];
  if (isCapital(words[at]))
    for (let end = at + 1; end < at + 3 && isCapital(words[end]) && mayBeName(words[end]); end += 1)
      ends.push(end + 1);
  return ends;
};
const nameIn = (words: readonly Word[], from: number, to: number): string =>
  words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');

/** One name, or several with a joint before the last: in "Ana, Bo" the second may be whom it is said to. */
function* namesAt(words: readonly Word[], at: number, before: readonly string[]): Generator<Found> {
  for (const end of nameEnds(words, at)) {
    const to = [...before, nameIn(words, at, end)];
    const isLast = before.length === 0 || /^(?:and|or|&)$/u.test(words[at - 1]?.lower ?? '');
    if (isLast) yield { at: end, said: { to, what: null } };
    if (to.length > 8 || (before.length > 0 && isLast)) continue;
    const isComma = words[end]?.text === ',';
    const joint = words[isComma ? end + 1 : end]?.lower ?? '';
    if (/^(?:and|or|&)$/u.test(joint)) yield* namesAt(words, (isComma ? end + 1 : end) + 1, to);
    else if (isComma) yield* namesAt(words, end + 1, to);
  }
}

const determiner = /^(?:the|my|our|his|her|their)$/u;
const speaker = /^(?:i|i'm|i've|i'll|i'd|we|we're|we've|my|our)$/u;
/** As the agent says it of them. */
const spokenTo = /^(?:you|you're|you've|you'll|you'd|your)$/u;
type Isnt = (some: readonly Word[]) => boolean;
/** So many words, none of which makes it another thing. */
function* phrase(
  all: readonly Word[],
  at: number,
  [least, most]: readonly [number, number],
  isnt: Isnt,
): Generator<Found> {
  for (let end = at + 1; end <= all.length && end - at <= most; end += 1) {
    const last = all[end - 1];
    if (!isWord(last) || isnt([last])) return;
    if (end - at >= least) yield { at: end, said: { to: null, what: nameIn(all, at, end) } };
  }
}
/** "The flat", "me and Bo", "Turku". */
function* nounAt(all: readonly Word[], at: number): Generator<Found> {
  const first = all[at]?.lower ?? '';
  if (determiner.test(first)) yield* phrase(all, at, [2, 7], changes);
  else if (first === 'me' && all[at + 1]?.lower === 'and') yield* phrase(all, at, [3, 4], changes);
  else if (isCapital(all[at]) && mayBeName(all[at]))
    yield* phrase(all, at, [1, 3], (some) => changes(some) || !some.every(isCapital));
}

const merged = (one: Said, other: Said): Said => ({ to: other.to ?? one.to, what: other.what ?? one.what });

const formsOf = new Map(
  Object.entries(grammar).map(([name, forms]) => [name, forms.map((form) => form.split(' '))]),
);
/** A word that stands for itself: where it does not stand, its form is passed over unread. */
const isPlainWord = (name: string): boolean => /^[^A-Z?]+$/u.test(name) && !formsOf.has(name);
const opensWith = new Map(
  [...formsOf.values()]
    .flat()
    .map((form) => [form, form[0] !== undefined && isPlainWord(form[0]) ? form[0] : null] as const),
);

function* symbol(name: string, words: readonly Word[], at: number): Generator<Found> {
  const nothing: Said = { to: null, what: null };
  if (name.endsWith('?')) {
    yield { at, said: nothing };
    yield* symbol(name.slice(0, -1), words, at);
  } else if (name === 'WHO') {
    for (const { at: end } of symbol('ALL', words, at))
      yield { at: end, said: { to: 'everybody', what: null } };
    yield* namesAt(words, at, []);
  } else if (name === 'NOUN') {
    yield* nounAt(words, at);
  } else if (name === 'STATED') {
    if (speaker.test(words[at]?.lower ?? '')) yield* phrase(words, at, [2, 25], limits);
  } else if (name === 'OF-YOU') {
    if (spokenTo.test(words[at]?.lower ?? '')) yield* phrase(words, at, [2, 25], limits);
  } else {
    const forms = formsOf.get(name);
    const here = words[at]?.lower;
    if (forms === undefined) {
      if (here === name) yield { at: at + 1, said: nothing };
      return;
    }
    for (const form of forms) {
      const first = opensWith.get(form) ?? null;
      if (first === null || first === here) yield* sequence(form, words, at);
    }
  }
}

function* sequence(symbols: readonly string[], words: readonly Word[], at: number): Generator<Found> {
  const [first, ...rest] = symbols;
  if (first === undefined) {
    yield { at, said: { to: null, what: null } };
    return;
  }
  for (const head of symbol(first, words, at))
    for (const tail of sequence(rest, words, head.at))
      yield { at: tail.at, said: merged(head.said, tail.said) };
}

/** What words say that are, from the first to the last, of these forms; every way to read them. */
export function* derivations(forms: readonly string[], words: readonly Word[]): Generator<Said> {
  for (const { at, said } of sequence(forms, words, 0)) if (at === words.length) yield said;
}

/** Where words of a form, which stand at the beginning, may end. */
export const endsOf = (form: string, words: readonly Word[]): readonly number[] => [
  ...new Set([...symbol(form, words, 0)].map(({ at }) => at)),
];
