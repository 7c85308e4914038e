import { senseOfVerb, proven } from '#safety';
import type { Token } from '../text/tokens.js';
import { isCommonWord } from '../words/lexicon.js';
import { guessedVerb, isVerbForm, lemmaOf } from '../words/verbs.js';

export type Tense =
  | 'present'
  | 'past'
  | 'progressive'
  | 'past-progressive'
  | 'perfect'
  | 'perfect-progressive'
  | 'future'
  | 'obligation'
  | 'used-to'
  | 'modal';

/** What is said of the subject: one verb group and what follows it. */
export interface Predicate {
  readonly lemma: string;
  readonly tense: Tense;
  readonly modal: string | null;
  readonly negated: boolean;
  /** Adverbs that change what is true: never, always, no longer. */
  readonly adverbs: readonly string[];
  /** The finite verb had a form that only a third person singular takes. */
  readonly third: boolean;
  readonly rest: readonly Token[];
}

const fillerAdverbs = new Set(
  'really also just actually currently now kinda totally absolutely recently mostly definitely honestly literally so very quite pretty basically probably finally officially lowkey honestly truly genuinely personally simply even both all sorta super almost too together presently today yet'.split(
    ' ',
  ),
);
const keptAdverbs = new Set(
  'never always usually often rarely seldom sometimes still already only mainly occasionally regularly'.split(
    ' ',
  ),
);
/** With these the speaker does not commit to it. */
const doubt = new Set('maybe perhaps possibly supposedly apparently allegedly'.split(' '));
/** What came near to being so, and is not. */
const short = new Set(['almost', 'nearly']);
const modals = new Set('will would can could should must may might shall'.split(' '));

interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
  negated: boolean;
  doubtful: boolean;
  readonly adverbs: string[];
}
const word = (cursor: Cursor, ahead = 0): string => cursor.tokens[cursor.at + ahead]?.lower ?? '';

const skipAdverbs = (cursor: Cursor): void => {
  for (;;) {
    const next = word(cursor);
    if (next === 'not' || next === 'nt') cursor.negated = true;
    else if (next === 'no' && word(cursor, 1) === 'longer') {
      cursor.adverbs.push('no longer');
      cursor.at += 1;
    } else if (keptAdverbs.has(next)) cursor.adverbs.push(next);
    else if (next === 'kind' && word(cursor, 1) === 'of') cursor.at += 1;
    else if (doubt.has(next)) cursor.doubtful = true;
    else if (short.has(next) && isVerbForm(word(cursor, 1)) && !/^(?:always|never|\d)/u.test(word(cursor, 1)))
      cursor.doubtful = true;
    else if (!fillerAdverbs.has(next)) return;
    cursor.at += 1;
  }
};

const finish = (
  cursor: Cursor,
  lemma: string,
  tense: Tense,
  third: boolean,
  modal: string | null = null,
): Predicate | null =>
  cursor.doubtful
    ? null
    : {
        lemma,
        tense,
        modal,
        negated: cursor.negated,
        adverbs: cursor.adverbs,
        third,
        rest: cursor.tokens.slice(cursor.at),
      };

/** After an auxiliary that takes a bare verb: "do not | like", "will | move", "need to | call". */
const bare = (cursor: Cursor, tense: Tense, third: boolean, modal: string | null): Predicate | null => {
  skipAdverbs(cursor);
  // "have to submit": after a need, any word is its verb.
  const any = tense === 'obligation' && /^\p{Ll}{3,}$/u.test(word(cursor)) ? word(cursor) : null;
  const lemma = lemmaOf(word(cursor), 'base') ?? any;
  if (lemma === null) return null;
  cursor.at += 1;
  if (lemma === 'be' && tense === 'future') {
    const gerund = lemmaOf(word(cursor), 'gerund');
    if (gerund !== null) {
      cursor.at += 1;
      return finish(cursor, gerund, 'future', third, modal);
    }
  }
  return finish(cursor, lemma, tense, third, modal);
};

const afterBe = (cursor: Cursor, form: string): Predicate | null => {
  const past = form === 'was' || form === 'were';
  const third = form === 'is' || form === 'was';
  skipAdverbs(cursor);
  if (word(cursor) === 'going' && word(cursor, 1) === 'to' && lemmaOf(word(cursor, 2), 'base') !== null) {
    cursor.at += 2;
    return past ? null : bare(cursor, 'future', third, 'going to');
  }
  if (word(cursor) === 'dual' && word(cursor, 1) === 'booting') {
    cursor.at += 2;
    return finish(cursor, 'dual-boot', past ? 'past-progressive' : 'progressive', third);
  }
  const gerund = lemmaOf(word(cursor), 'gerund');
  if (gerund !== null && gerund !== 'be') {
    cursor.at += 1;
    return finish(cursor, gerund, past ? 'past-progressive' : 'progressive', third);
  }
  return finish(cursor, 'be', past ? 'past' : 'present', third);
};

const afterHave = (cursor: Cursor, form: string): Predicate | null => {
  const third = form === 'has';
  skipAdverbs(cursor);
  if (word(cursor) === 'to' && word(cursor, 1) !== '') {
    cursor.at += 1;
    return form === 'had' ? null : bare(cursor, 'obligation', third, 'need to');
  }
  if (word(cursor) === 'got' && form !== 'had') {
    cursor.at += 1;
    if (word(cursor) === 'to') {
      cursor.at += 1;
      return bare(cursor, 'obligation', third, 'need to');
    }
    return finish(cursor, 'have', 'present', third);
  }
  if (word(cursor) === 'been') {
    cursor.at += 1;
    skipAdverbs(cursor);
    const gerund = lemmaOf(word(cursor), 'gerund');
    if (gerund !== null) {
      cursor.at += 1;
      return finish(cursor, gerund, 'perfect-progressive', third);
    }
    return finish(cursor, 'be', 'perfect', third);
  }
  const participle = lemmaOf(word(cursor), 'participle') ?? lemmaOf(word(cursor), 'past');
  if (participle !== null && cursor.tokens[cursor.at + 1] !== undefined) {
    cursor.at += 1;
    return finish(cursor, participle, 'perfect', third);
  }
  return finish(cursor, 'have', form === 'had' ? 'past' : 'present', third);
};

/** Reads the verb group that begins at `at`; null when none does, or when it commits to nothing. */
export const predicateAt = (tokens: readonly Token[], at: number): Predicate | null => {
  const known = knownPredicateAt(tokens, at);
  if (known !== null || !afterPronoun.has(tokens[at - 1]?.lower ?? '')) return known;
  return guessedPredicateAt(tokens, at);
};

/** After these a verb has to come. */
const afterPronoun = new Set(['i', 'we', 'he', 'she', '/me']);

/** "Can" and "well" stand in the dictionary as verbs; as helping verbs and adverbs they are none here. */
const notGuessed = proven({
  id: 'notGuessed',
  pattern:
    /^(?:can|could|will|would|shall|should|may|might|must|do|does|did|have|has|had|be|am|is|are|was|were|not|no|so|too|even|well|ever|then|there|here|how|why|what|all|both|\p{L}+ly)$/u,
  yes: ['could', 'well', 'slowly'],
  no: ['swim', 'walls'],
});

/** A verb of no table: told by where it stands and how it ends. */
const guessedPredicateAt = (tokens: readonly Token[], at: number): Predicate | null => {
  const cursor: Cursor = { tokens, at, negated: false, doubtful: false, adverbs: [] };
  skipAdverbs(cursor);
  if (notGuessed.test(word(cursor)) || lemmaOf(word(cursor, 1), 'base') !== null) return null;
  const guess = guessedVerb(word(cursor));
  cursor.at += 1;
  if (guess === null || cursor.tokens[cursor.at] === undefined) return null;
  if (isCommonWord(word(cursor, -1)) && senseOfVerb(guess.lemma) === null) return null;
  switch (guess.form) {
    case 'base':
      return finish(cursor, guess.lemma, 'present', false);
    case 'past':
    case 'participle':
      return finish(cursor, guess.lemma, 'past', false);
    case 'third':
      return finish(cursor, guess.lemma, 'present', true);
    case 'gerund':
      return null;
  }
};

const knownPredicateAt = (tokens: readonly Token[], at: number): Predicate | null => {
  const cursor: Cursor = { tokens, at, negated: false, doubtful: false, adverbs: [] };
  skipAdverbs(cursor);
  const first = word(cursor);
  cursor.at += 1;
  if (first === 'am' || first === 'is' || first === 'are' || first === 'was' || first === 'were')
    return afterBe(cursor, first);
  if (first === 'have' || first === 'has' || first === 'had') return afterHave(cursor, first);
  if (first === 'do' || first === 'does' || first === 'did') {
    const negated = word(cursor) === 'not';
    const helped = bare(cursor, first === 'did' ? 'past' : 'present', first === 'does', null);
    // "I do enjoy it": with stress.
    const isStressed = afterPronoun.has(tokens[at - 1]?.lower ?? '');
    if (helped && (negated || helped.adverbs.length > 0 || first !== 'do' || isStressed)) return helped;
    if (helped || cursor.negated || word(cursor) === '') return null;
    return finish(cursor, 'do', first === 'did' ? 'past' : 'present', first === 'does');
  }
  if (modals.has(first))
    return bare(cursor, first === 'will' || first === 'shall' ? 'future' : 'modal', false, first);
  // "I use to live there": spelled as it is heard.
  if (
    (first === 'used' || first === 'use') &&
    word(cursor) === 'to' &&
    (first === 'used' || lemmaOf(word(cursor, 1), 'base') !== null)
  ) {
    cursor.at += 1;
    return bare(cursor, 'used-to', false, null);
  }
  if (first === 'going' && word(cursor) === 'to' && lemmaOf(word(cursor, 1), 'base') !== null) {
    cursor.at += 1;
    return bare(cursor, 'future', false, 'going to');
  }
  return mainVerb(cursor, first);
};

const mainVerb = (cursor: Cursor, first: string): Predicate | null => {
  if (first === 'dual' && /^boot(?:s|ing|ed)?$/u.test(word(cursor))) {
    const tense = word(cursor).endsWith('ing') ? 'progressive' : 'present';
    cursor.at += 1;
    return finish(cursor, 'dual-boot', tense, false);
  }
  const third = lemmaOf(first, 'third');
  if (third !== null && third !== 'be') return finish(cursor, third, 'present', true);
  const past = lemmaOf(first, 'past');
  const base = lemmaOf(first, 'base');
  // "read", "cut", "found": in chat the same spelling is more often a past than a habit, unless it is a common base verb.
  if (base !== null && base !== 'be' && (past === null || base === past))
    return finish(
      cursor,
      base,
      past === base && base !== 'read' && base !== 'run' ? 'past' : 'present',
      false,
    );
  if (past !== null) return finish(cursor, past, 'past', false);
  const gerund = lemmaOf(first, 'gerund');
  if (gerund !== null && gerund !== 'be') return finish(cursor, gerund, 'progressive', false);
  if (first === 'been') {
    const been = lemmaOf(word(cursor), 'gerund');
    if (been === null) return finish(cursor, 'be', 'perfect', false);
    cursor.at += 1;
    return finish(cursor, been, 'perfect-progressive', false);
  }
  return null;
};
