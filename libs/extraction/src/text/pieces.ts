import { lemmaOf } from '../words/verbs.js';
import { isIn } from '../words/lexicon.js';
import { isWord, type Token } from './tokens.js';

const asks = new Set(
  'what why how when where who which whose whats hows wheres whos anyone anybody does do did is are am was were can could would should will has have any shall may'.split(
    ' ',
  ),
);
const wh = new Set('what why how where who which whose'.split(' '));
export const supposes = new Set(
  'if unless suppose supposing imagine wish whenever whether once pretend'.split(' '),
);
export const subordinates = new Set(
  'when while because since after before although though until as even'.split(' '),
);
const pronouns = new Set('i we he she they you it'.split(' '));
const determiners = new Set('my our his her their the this that these those your'.split(' '));
const auxiliaries = new Set(
  'am is are was were have has had will would can could should shall do does did must may might'.split(' '),
);
const conjunctions = new Set('and but so also then plus yet & cause coz'.split(' '));
const carriers = new Set(
  'or that what when if because which where who how why than as whenever once while since unless until before after whether think thought know guess believe hope wish say said says sure glad sorry like everything all anything something thing things whatever'.split(
    ' ',
  ),
);

/** Words that open a question when they begin a clause. */
export const opensQuestion = (tokens: readonly Token[]): boolean => {
  const first = tokens[0]?.lower ?? '';
  const second = tokens[1]?.lower ?? '';
  // "Was in a band at school": told without its subject.
  if (first === 'was' && /^(?:in|an?|at|on|born|raised|always|never)$/u.test(second)) return false;
  if (first === 'is' || first === 'are' || first === 'am' || first === 'was' || first === 'were') return true;
  if (wh.has(first) || first === 'anyone' || first === 'anybody' || first === 'any' || first === 'whats')
    return true;
  if (first === 'when') return auxiliaries.has(second);
  return (
    asks.has(first) &&
    (pronouns.has(second) ||
      (second === 'not' && pronouns.has(tokens[2]?.lower ?? '')) ||
      determiners.has(second) ||
      second === 'anyone' ||
      second === 'anybody' ||
      second === 'someone')
  );
};

/** What is added about the statement, not to it: ", keep it between us". */
const asides = new Set('please remember there forget keep told between confidentially'.split(' '));
const hushed = new Set('tell share mention say let repeat spread'.split(' '));

/** Whether a clause of its own begins at `at`: somebody or something, and a verb. */
const opensClause = (tokens: readonly Token[], at: number): boolean => {
  const first = tokens[at]?.lower ?? '';
  if (pronouns.has(first)) return isWord(tokens[at + 1]);
  if (asides.has(first) || first === 'favorite') return true;
  if (first === 'do' && tokens[at + 1]?.lower === 'not') return hushed.has(tokens[at + 2]?.lower ?? '');
  if (determiners.has(first) || /^\p{Lu}/u.test(tokens[at]?.text ?? '') || first.startsWith('@')) {
    const from = determiners.has(first) ? at + 2 : at + 1;
    for (let next = from; next < Math.min(from + 3, tokens.length); next += 1) {
      const lower = tokens[next]?.lower ?? '';
      if (auxiliaries.has(lower)) return true;
      if (lemmaOf(lower, 'third') !== null && next <= from + 2) return isWord(tokens[next + 1]);
      if (!isWord(tokens[next])) return false;
    }
  }
  return wh.has(first) && auxiliaries.has(tokens[at + 1]?.lower ?? '');
};

const infinitive = /\b(?:to|will|would|can|could|should|must|might|not|let|please)\b/u;
/** After a comma alone, only a verb that is nothing else goes on: ", love hiking"; ", like hiking" gives an example. */
const goesOn = new Set('love hate enjoy live work have prefer play speak study own drive collect'.split(' '));

/** Whether the words at `at` go on about the subject of the clause before: "and work at …", ", have two kids". */
const continuesSubject = (
  tokens: readonly Token[],
  at: number,
  before: readonly Token[],
  self: boolean,
): boolean => {
  const first = tokens[at]?.lower ?? '';
  if (!isWord(tokens[at + 1])) return false;
  const said = before.map((token) => token.lower).join(' ');
  const firstPerson = self || startsWithSelf(before);
  // "None for me, been vegan for years".
  if (first === 'been') return firstPerson || /\bme$/u.test(said);
  if (first === 'am' || first === 'have' || first === 'was' || first === 'do') return firstPerson;
  if (
    first === 'never' ||
    first === 'always' ||
    first === 'also' ||
    first === 'currently' ||
    first === 'now'
  ) {
    const next = tokens[at + 1]?.lower ?? '';
    if (lemmaOf(next, 'past') !== null && lemmaOf(next, 'base') === null)
      return firstPerson || saysSomething(before);
    return firstPerson
      ? lemmaOf(next, 'base') !== null
      : lemmaOf(next, 'third') !== null && saysSomething(before);
  }
  if (lemmaOf(first, 'past') !== null && lemmaOf(first, 'base') === null) return saysSomething(before);
  if (lemmaOf(first, 'gerund') !== null) return /\b(?:am|is|are)\s+\S+ing\b/u.test(said);
  if (firstPerson && tokens[at - 1]?.lower === ',')
    return goesOn.has(first) && !infinitive.test(said.replace(/\bnot\b/gu, ''));
  if (firstPerson) return lemmaOf(first, 'base') !== null && !infinitive.test(said);
  return lemmaOf(first, 'third') !== null && saysSomething(before) && !infinitive.test(said);
};

export interface Piece {
  readonly tokens: readonly Token[];
  readonly continues: boolean;
}

const saysSomething = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token, index) =>
      (index > 0 || (lemmaOf(token.lower, 'past') !== null && lemmaOf(token.lower, 'base') === null)) &&
      (auxiliaries.has(token.lower) ||
        lemmaOf(token.lower, 'third') !== null ||
        lemmaOf(token.lower, 'past') !== null ||
        lemmaOf(token.lower, 'base') !== null),
  );
const startsWithSelf = (tokens: readonly Token[]): boolean =>
  tokens.slice(0, 4).some((token) => token.lower === 'i' || token.lower === 'we') ||
  (tokens[0]?.lower === 'do' && tokens[1]?.lower === 'not') ||
  /^(?:love|hate|prefer|been)$/u.test(tokens[0]?.lower ?? '');

interface Cut {
  readonly next: number;
  readonly continues: boolean;
}

/** "Every time I use it": when something is so, not that it is. */
const recurs = /^(?:every|each|any|next|last|first|whole) time$/u;

const presently = new Set('am do have hate love like live work'.split(' '));
const unsure = new Set('not just only maybe perhaps probably mainly if or'.split(' '));
/** "… because I am allergic to figs": the reason is stated of oneself as well. "Since I was six" is a time. */
const givesReason = (tokens: readonly Token[], at: number, current: readonly Token[]): boolean => {
  const [lower, first, second] = [at, at + 1, at + 2].map((index) => tokens[index]?.lower ?? '');
  if (first !== 'i' && first !== 'my') return false;
  if (unsure.has(tokens[at - 1]?.lower ?? '') || !saysSomething(current)) return false;
  if (lower === 'because') return isWord(tokens[at + 2]);
  return (
    (lower === 'since' || lower === 'as') &&
    first === 'i' &&
    presently.has(second ?? '') &&
    !/^(?:been|had|\p{L}+ed)$/u.test(tokens[at + 3]?.lower ?? '')
  );
};

const described = /^(?:so|very|too|pretty|really|just|super|kinda|quite|a|an|the|my|our|not)$/u;
/** "I like pancakes they are easy": what was said is said to be something, in a sentence of its own. */
const goesOnAboutIt = (tokens: readonly Token[], at: number, current: readonly Token[]): boolean => {
  const [before, lower, verb, next] = [at - 1, at, at + 1, at + 2].map((index) => tokens[index]?.lower ?? '');
  return (
    (lower === 'they' ? /^(?:are|were)$/u : /^(?:is|was)$/u).test(verb ?? '') &&
    (lower === 'they' || lower === 'it') &&
    current.length > 2 &&
    saysSomething(current) &&
    isWord(tokens[at - 1]) &&
    !carriers.has(before ?? '') &&
    !auxiliaries.has(before ?? '') &&
    lemmaOf(before ?? '', 'base') === null &&
    !isIn('adjectives', before ?? '') &&
    (isIn('adjectives', next ?? '') || described.test(next ?? ''))
  );
};

const reports = new Set(
  'think believe claim swear assume reckon insist suppose pretend joke say guess'.split(' '),
);
/** "Ana thinks I am a spy": what she thinks. */
const isReporting = (word: string): boolean => {
  const lemma = lemmaOf(word, 'third') ?? lemmaOf(word, 'past') ?? lemmaOf(word, 'gerund');
  return lemma !== null && reports.has(lemma);
};

/** Where one clause ends and the next begins: the index of the next clause's first token, or null. */
const breakAt = (
  tokens: readonly Token[],
  at: number,
  current: readonly Token[],
  self: boolean,
): Cut | null => {
  const token = tokens[at];
  if (!token) return null;
  const lower = token.lower;
  if (
    lower === ';' ||
    lower === '\u2014' ||
    lower === '\u2013' ||
    ((lower === '-' || lower === '/') && token.spaced && tokens[at + 1]?.spaced)
  )
    return { next: at + 1, continues: false };
  // "no wpa -- I use ssh": a dash, typed as two.
  if (lower === '-' && token.spaced && tokens[at + 1]?.lower === '-')
    return { next: at + 2, continues: false };
  if (
    lower === ':' &&
    (opensQuestion(tokens.slice(at + 1, at + 4)) ||
      (current.length > 1 && /^(?:i|my|we|our)$/u.test(tokens[at + 1]?.lower ?? '')))
  )
    return { next: at + 1, continues: false };
  const isDenied = lower === 'yet' && /^(?:not|never|nothing|none|nor)$/u.test(tokens[at - 1]?.lower ?? '');
  const separator =
    lower === ',' ||
    lower === '(' ||
    lower === ')' ||
    lower === '.' ||
    lower === '!' ||
    (conjunctions.has(lower) && !isDenied);
  if (separator) {
    let next = at + 1;
    while (conjunctions.has(tokens[next]?.lower ?? '') || tokens[next]?.lower === ',') next += 1;
    while (
      next < tokens.length - 1 &&
      isIn('fillers', tokens[next]?.lower ?? '') &&
      opensClause(tokens, next + 1)
    )
      next += 1;
    // "Mia and Lea were here": two people, not two statements.
    const joins =
      conjunctions.has(lower) &&
      !(tokens[next]?.text === 'I' && lemmaOf(current[0]?.lower ?? '', 'base') !== null) &&
      /^\p{Lu}|^@/u.test(tokens[next]?.text ?? '') &&
      !saysSomething(current);
    if (!joins && opensClause(tokens, next)) return { next, continues: false };
    if (lower !== '(' && continuesSubject(tokens, next, current, self)) return { next, continues: true };
    if (
      lower === ',' &&
      (opensQuestion(tokens.slice(next, next + 3)) || supposes.has(tokens[next]?.lower ?? ''))
    )
      return { next, continues: false };
    if (lower === '.' || lower === '!') return { next: at + 1, continues: false };
    return null;
  }
  if (givesReason(tokens, at, current)) return { next: at + 1, continues: false };
  if (goesOnAboutIt(tokens, at, current)) return { next: at, continues: false };
  if (
    current.length > 1 &&
    lower === 'i' &&
    !carriers.has(tokens[at - 1]?.lower ?? '') &&
    !isReporting(tokens[at - 1]?.lower ?? '') &&
    !auxiliaries.has(tokens[at - 1]?.lower ?? '') &&
    !(tokens[at - 1]?.lower === 'and' && !saysSomething(current)) &&
    isWord(tokens[at - 1]) &&
    isWord(tokens[at + 1]) &&
    !recurs.test(`${tokens[at - 2]?.lower ?? ''} ${tokens[at - 1]?.lower ?? ''}`)
  )
    return { next: at, continues: false };
  return null;
};

/** The clauses of one sentence, as runs of its tokens. */
export const piecesOf = (tokens: readonly Token[]): readonly Piece[] => {
  const pieces: Piece[] = [];
  let current: Token[] = [];
  let continues = false;
  let self = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    const cut: Cut | null = current.length > 0 ? breakAt(tokens, at, current, self) : null;
    if (cut) {
      pieces.push({ tokens: current, continues });
      self = cut.continues && (self || startsWithSelf(current));
      current = [];
      continues = cut.continues;
      at = cut.next - 1;
    } else current.push(token);
  }
  if (current.length > 0) pieces.push({ tokens: current, continues });
  return pieces;
};
