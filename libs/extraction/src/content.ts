import { firstNameOf } from '#identity';
import { senseOfNoun, senseOfVerb } from '#safety';
import { lemmaOf } from './words/verbs.js';
import { attributeOf, isCommonWord, isGivenName, isIn, type WordList } from './words/lexicon.js';

export interface AccountId {
  readonly platform: string;
  readonly platformUserId: string;
}

/** Who speaks, and whom it is about, as far as the words of a memory may not say it. */
export interface PeopleOfContent {
  readonly names: readonly string[];
  readonly accounts: readonly AccountId[];
  readonly accountsOfSubjects: readonly AccountId[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

const apostrophe = "['’ʼ]";
const userAsSubject = new RegExp(`^[\\s"“*-]*user${apostrophe}s\\s`, 'iu');
/** A mention as platforms write it: `<@8842>`, `<@!8842>`, `<@U024BE7LH|zita>`, `<#C012AB3CD>`. */
const mention = /<(?:@[!&]?[^\s<>@]{1,80}|#(?=[^\s<>#]{0,80}\d)[^\s<>#]{1,80})>/u;

/**
 * Nobody chooses such an id, or says it for something else: more digits than a phone number has, a long hexadecimal one,
 * one of Slack's. A nickname, a phone number or an address may be the id of an account and is told as what it is.
 */
const unmistakableId = /^(?:\d{16,}|(?=.*\d)[\da-f-]{24,}|(?=.*\d)[UW][A-Z\d]{8,})$/u;

const holds = (content: string, text: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, 'u').test(content);

const holdsAccount = (content: string, { platform, platformUserId: id }: AccountId): boolean =>
  (unmistakableId.test(id) && holds(content, id)) || holds(content, `${platform}:${id}`);

const adverb = '(?:\\s+(?:\\p{Ll}+ly|also|always|never|often|still|just|once|now))?';
const auxiliary =
  "^(?:(?:is|was|has|had|does|did|will|would|can|could|should|must|might)(?:n['’]t)?|won['’]t|can['’]t|cannot)$";
const isAuxiliary = (word: string): boolean => new RegExp(auxiliary, 'u').test(word);
const isThird = (word: string): boolean => lemmaOf(word, 'third') !== null;
/** A verb that the table of verbs lacks: "presses", "grafts". */
const isRareThird = (word: string): boolean =>
  [/^(\p{L}{3,})s$/u, /^(\p{L}{3,})es$/u].some((ending) => {
    const stem = ending.exec(word)?.[1];
    return stem !== undefined && senseOfVerb(stem) !== null;
  });
/** "put", "set", "cut" may be anything. */
const isPast = (word: string): boolean => lemmaOf(word, 'past') !== null && lemmaOf(word, 'base') === null;

/** What only people do, whatever else their name is a word for. */
const minds = new Set(
  'likes loves hates prefers wants enjoys adores dislikes despises believes thinks wishes'.split(' '),
);

/** How far a name is mistaken for other words: one that nothing else is called, a given name or rare word, a word. */
type NameKind = 'telling' | 'given' | 'word';
const namesOfThings: readonly WordList[] = ['brands', 'countries', 'distros', 'languages', 'systems'];
const isWord = (lower: string): boolean =>
  isCommonWord(lower) ||
  attributeOf(lower) !== null ||
  namesOfThings.some((list) => isIn(list, lower)) ||
  (lower.endsWith('ly') && !isGivenName(lower));
const kindOfWord = (word: string): NameKind => {
  const lower = word.toLowerCase();
  const sense = senseOfNoun(lower);
  if (!isWord(lower) && sense === null) return 'telling';
  return (isGivenName(lower) || !isWord(lower)) && sense !== 'plant' && sense !== 'food' ? 'given' : 'word';
};
const kindOf = (name: string): NameKind => {
  const words = name.split(/\s+/u).map(kindOfWord);
  if (words.includes('telling')) return 'telling';
  if (words.length > 1) return words[0] === 'given' ? 'telling' : 'word';
  return words[0] ?? 'word';
};

const plural = /^(?:are|were|have|do|can|will|would)$/u;
/** "Zork is their first game", "Lego sets are …", "Lego bricks stick": something else of that name. */
const speaksOfThing = (verb: string, after: string): boolean => {
  const next = /^\s+(\p{L}+)/u.exec(after)?.[1] ?? '';
  if (/^(?:is|was)$/u.test(verb)) return /^(?:the|their|his|her|its|one)$/u.test(next);
  return senseOfNoun(verb) !== null && (plural.test(next) || lemmaOf(next, 'base') !== null);
};

const isOfPerson = (possessed: string): boolean => {
  const [first = '', second = ''] = possessed.toLowerCase().match(/\p{L}+/gu) ?? [];
  return (
    /^favou?rite$/u.test(first) || attributeOf(first) !== null || attributeOf(`${first} ${second}`) !== null
  );
};

const isSubject = (content: string, name: string): boolean => {
  const kind = kindOf(name);
  if (kind === 'word') return false;
  const led = new RegExp(`^\\s*@?${escaped(name)}(?![\\p{L}\\p{N}_-])(?<rest>.*)$`, 'su').exec(content);
  const rest = led?.groups?.['rest'] ?? '';
  const possessed = new RegExp(`^${apostrophe}s?\\s+(?<thing>\\p{L}.*)$`, 'su').exec(rest)?.groups?.['thing'];
  if (possessed !== undefined)
    return kind === 'telling' ? !/^(?:is|was|are|were|has)\s/u.test(possessed) : isOfPerson(possessed);
  const said = new RegExp(`^${adverb}\\s+(?<verb>[\\p{Ll}'’]+)(?<after>.*)$`, 'su').exec(rest)?.groups;
  const verb = said?.['verb'] ?? '';
  if (kind === 'given') return minds.has(verb);
  const isVerb = isAuxiliary(verb) || isThird(verb) || isRareThird(verb) || isPast(verb);
  return isVerb && !speaksOfThing(verb, said?.['after'] ?? '');
};

/** An id that is a nickname, or a number too long to be one of a house or a door. */
const mayName = (id: string): boolean => /^(?:\d{7,}|(?=.*\p{L})[\p{L}\p{N}_-]+)$/u.test(id);

const capitalised = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** As they are spelled, at the front of a sentence too, and the first of several. */
const spellings = (names: readonly string[]): ReadonlySet<string> => {
  const known = names.map((name) => name.trim().replace(/^@/u, '')).filter((name) => name !== '');
  const firsts = known.flatMap((name) => firstNameOf(name) ?? []).map(capitalised);
  return new Set([...known, ...firsts].flatMap((name) => [name, capitalised(name)]));
};

/**
 * What is wrong with the words of a memory, if anything is: names are put in when an answer is rendered, as they are
 * then. A memory that is refused is lost to whoever cannot reword it, so what may be an ordinary sentence passes.
 */
export const contentFault = (
  content: string,
  { names, accounts, accountsOfSubjects }: PeopleOfContent,
): string | null => {
  if (userAsSubject.test(content)) return `begins with "User's": say what is so, as in "Nickname: zork"`;
  if (
    mention.test(content) ||
    [...accounts, ...accountsOfSubjects].some((account) => holdsAccount(content, account))
  )
    return 'carries a platform id: whom it is about belongs into subjects';
  const called = [...names, ...accounts.map(({ platformUserId }) => platformUserId).filter(mayName)];
  return [...spellings(called)].some((name) => name.length > 1 && isSubject(content, name))
    ? 'names its speaker: leave the subject out, as in "Collects stamps"'
    : null;
};
