import { senseOfNoun, senseOfVerb } from '../text/senses.js';
import type { PlainText } from './plain-text.js';
import { endsClause, endsSentence, isSign, quotedFrom, type Token } from './tokens.js';
import { isListed } from './words.js';
import { proven } from '../text/proven.js';

/** What leads to a value: nothing, words that say what is so, a sign, or "set it to". */
export type Link = 'none' | 'with' | 'verb' | 'sign';
/** Where a value stands, and which token comes after it. */
export interface Value {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}
export interface Line {
  readonly plain: PlainText;
  readonly tokens: readonly Token[];
  /** Codes that were looked for, by the token that they begin with. */
  readonly codes: Map<number, Value | null>;
}

const isFiller = proven({
  id: 'isFiller',
  pattern:
    /^(?:example|placeholder|changeme|redacted|removed|hidden|none|null|nil|undefined|true|false|string|str|varchar|text|required|todo)\b/iu,
  yes: ['changeme', 'placeholder for now'],
  no: ['change-it', 'examples'],
});

/** "<your password>", "${SECRET}", "****", "your_password": what stands where a value will. */
export const isPlaceholder = (value: string): boolean =>
  /^[*x\u2022.\u2026_-]+$/iu.test(value) ||
  /^(?:[<[{%]|\$\{|\$\()/u.test(value) ||
  /^(?:your|my|the|some)[-_]/iu.test(value) ||
  isFiller.test(value);

const isLookedUp = proven({
  id: 'isLookedUp',
  pattern:
    /^[\w.$]{1,80}\(|^(?:https?:\/\/|\/|\$|\{|\[|<|%\w+%|process\.|os\.|env[.[]|config\.|self\.|this\.|settings\.|vault:|secrets?\.|var\.|data\.|null\b|undefined\b|None\b|true\b|false\b)/u,
  yes: ['getenv(', '${PASSWORD}', 'process.env.X'],
  no: ['blue7sky', 'ola{'],
});

/** What a program assigns by calling or naming something else holds no secret itself. */
export const isReference = (value: string): boolean => isLookedUp.test(value);

const isOrdinal = (value: string): boolean => /^\d+\p{L}{1,3}$/u.test(value);
const isPath = (value: string): boolean =>
  /^(?:https?:|www\.|\.{0,2}\/)/u.test(value) ||
  /^[\p{L}\d_-]+\.(?:com|org|net|io|html?|txt|json|ya?ml|md|py|js|ts)$/iu.test(value);

/** Letters with digits or signs among them: no word of a sentence looks like that. */
export const isMixed = (value: string): boolean =>
  !isPlaceholder(value) &&
  !isPath(value) &&
  !isOrdinal(value) &&
  value.length >= 4 &&
  ((/\d/u.test(value) && /\p{L}/u.test(value)) ||
    /[^\p{L}\p{N}\s'\u2019./,:;()-]/u.test(value.slice(1, -1)) ||
    /\p{Ll}\p{Lu}/u.test(value));
const isJoined = (value: string): boolean => /^\p{L}+(?:[-_.]\p{L}+)+_?$|^\p{L}{4,}_$/u.test(value);

/** Of a state that passwords are in, not of one: "stored", "breathtaking", "ungültig". */
const saysHow = proven({
  id: 'saysHow',
  pattern:
    /(?:ed|ing|able|ible|ful|less|ous|ive|ish|ic|ical|ory|ary|ant|ent|ly|some|est|ado|ada|ido|ida|oso|osa|bile|lich|ig|isch|bar|haft|eux|euse|vel|zione)$/u,
  yes: ['expired', 'invisible'],
  no: ['blue7sky', 'kitten7'],
});

/** A lone word after "the password is": one that names a thing, or that nobody knows. */
const isLoneValue = (token: Token): boolean =>
  /^\p{L}{4,}$/u.test(token.word) &&
  !isListed('notValues', token.key) &&
  !isListed('functionWords', token.key) &&
  (!saysHow.test(token.word) || senseOfNoun(token.word) !== null) &&
  !(/(?:ed|ing)$/u.test(token.word) && senseOfVerb(token.word.replace(/(?:ed|ing)$/u, '')) !== null);
/** No word that a dictionary knows: "the secret is patience" tells none. */
const isUnheardOf = (word: string): boolean =>
  /^\p{Ll}{9,}$/u.test(word) &&
  !/(?:s|y|er|al|ity|tion|ness|ment|ance|ence)$/u.test(word) &&
  !saysHow.test(word) &&
  senseOfNoun(word) === null &&
  senseOfVerb(word) === null;

const spanOf = ({ plain: { text } }: Line, token: Token, next: number): Value => {
  // A sign at the end of it may be part of it; a stop or a bracket is not.
  const end =
    token.end -
    (/(?<![\])}>"'\u201d\u2019,.;:?\u2026])[\])}>"'\u201d\u2019,.;:?\u2026]+$/u.exec(
      text.slice(token.start, token.end),
    )?.[0].length ?? 0);
  return { start: token.from, end: Math.max(end, token.to), next };
};

/** Words up to the end of the clause: as many as there are. */
const wordsFrom = ({ tokens }: Line, at: number, most: number): readonly Token[] => {
  const found: Token[] = [];
  for (let index = at; index < tokens.length && found.length < most; index++) {
    const token = tokens[index];
    if (!token || isSign(token) || (index > at && token.beginsLine)) break;
    found.push(token);
    if (endsClause(token)) break;
  }
  return found;
};

const quotedValue = (line: Line, at: number): Value | null => {
  const token = line.tokens[at];
  const quoted = token ? quotedFrom(line.plain, token) : null;
  if (!quoted) return null;
  const [start, end] = quoted;
  let next = at;
  while ((line.tokens[next]?.end ?? Infinity) < end) next += 1;
  return { start, end, next: next + 1 };
};

const isValueWord = (token: Token): boolean =>
  !isListed('functionWords', token.key) && /^[\p{L}'\u2019-]+$/u.test(token.word);

const plainWords = (line: Line, at: number, link: Link): Value | null => {
  const [first, ...more] = wordsFrom(line, at, 13);
  if (!first) return null;
  const until = more.findIndex(({ key }) => isListed('clauseEnds', key));
  const words = [first, ...(until < 0 ? more : more.slice(0, until))];
  const last = words.at(-1) ?? first;
  const isProse = isListed('notValues', first.key) || isListed('compounds', first.key);
  // "Correct horse battery staple": four words in a row that lean on each other are no sentence.
  if (isProse && words.length < 4) return null;
  if (words.length === 1)
    return link !== 'with' && link !== 'none' && isLoneValue(first) ? spanOf(line, first, at + 1) : null;
  const fewest = link === 'sign' ? 2 : 3;
  const isPhrase =
    words.length >= fewest &&
    words.every(isValueWord) &&
    !words.slice(1).some(({ key }) => isListed('notValues', key));
  return isPhrase ? { start: first.from, end: last.to, next: at + words.length } : null;
};

export const passwordAt = (line: Line, at: number, link: Link): Value | null => {
  const token = line.tokens[at];
  if (!token) return null;
  const quoted = quotedValue(line, at);
  if (quoted) return isPlaceholder(line.plain.text.slice(quoted.start, quoted.end)) ? null : quoted;
  const value = spanOf(line, token, at + 1);
  const text = line.plain.text.slice(value.start, value.end);
  const raw = line.plain.text.slice(token.start, token.end);
  if (isPlaceholder(raw) || isPlaceholder(text) || isReference(raw) || /^\w{1,30}=["']/u.test(raw))
    return null;
  if (isMixed(text) && !(link === 'none' && isListed('units', token.key))) return value;
  if (/^\d{4,}$/u.test(text) && (link !== 'none' || text.length >= 5)) return value;
  if (link === 'none') return null;
  if (isJoined(text) && !isListed('notValues', token.key)) return value;
  if (link !== 'with' && /^[^\p{L}\p{N}\s]{4,}$/u.test(text)) return value;
  return plainWords(line, at, link);
};

/** What is a secret only by its looks: after "pass", "secret", "clave". */
export const oddAt = (line: Line, at: number, link: Link): Value | null => {
  const token = line.tokens[at];
  if (!token) return null;
  const quoted = quotedValue(line, at);
  if (quoted && link !== 'verb') return quoted;
  const value = spanOf(line, token, at + 1);
  const text = line.plain.text.slice(value.start, value.end);
  if (isMixed(text) && /\p{L}/u.test(text) && !/^\d+[.,]/u.test(text)) return value;
  return link !== 'none' && isUnheardOf(token.word) ? value : null;
};

export const tokenAt = (line: Line, at: number, link: Link): Value | null => {
  const quoted = quotedValue(line, at);
  const token = line.tokens[at];
  if (!token) return null;
  const value = quoted ?? spanOf(line, token, at + 1);
  const text = line.plain.text.slice(value.start, value.end);
  const isLong = text.length >= (link === 'none' ? 10 : 8);
  if (!isLong || !/^[\w./+=~:!@#$%^&*-]+$/u.test(text) || isPlaceholder(text) || isPath(text)) return null;
  const digits = text.replace(/\D/gu, '').length;
  return digits >= 2 && /\p{L}/u.test(text) ? value : null;
};

/** Several words that stand for one secret: all that is said up to the next sign. */
export const phraseAt = (line: Line, at: number, fewest: number): Value | null => {
  const quoted = quotedValue(line, at);
  if (quoted) return fewest <= 4 ? quoted : null;
  const words: Token[] = [];
  for (let index = at; index < line.tokens.length && words.length < 26; index++) {
    const token = line.tokens[index];
    if (!token || isSign(token)) break;
    words.push(token);
    if (endsSentence(token) || (fewest < 11 && /[;,]/u.test(token.tail))) break;
  }
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last || words.length < fewest) return null;
  if (isListed('notValues', first.key) && !isListed('digits', first.key)) return null;
  if (fewest >= 11 && !words.slice(0, fewest).every(isValueWord)) return null;
  return { start: first.from, end: last.to, next: at + words.length };
};
