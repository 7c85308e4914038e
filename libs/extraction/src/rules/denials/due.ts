import type { Directive } from '#safety';
import { predicateAt, type Predicate } from '../../grammar/predicate.js';
import { stripFillers, type Clause } from '../../text/clauses.js';
import type { Token } from '../../text/tokens.js';
import { lemmaOf } from '../../words/verbs.js';
import { namedBy } from './named-by.js';
import { lemmaOfWord } from './says-that.js';

type Ending = Extract<Directive, { readonly kind: 'end' }>;

/** What is done by doing it: who paid Renzo owes him nothing. */
const settles: ReadonlyMap<string, readonly string[]> = new Map([
  ['pay', ['owe']],
  ['repay', ['owe']],
  ['return', ['borrow']],
  ['give', ['borrow']],
  ['find', ['lose', 'look']],
]);
/** "Manage to call", "got to see", "forgot to call": the verb that counts stands after it. */
const leading = /^(?:manage|get|forget|fail|end|remember|decide|want|need|have)$/u;
/** Nothing was due of it. */
const always =
  /^(?:be|do|have|think|know|like|love|hate|want|need|say|tell|see|hear|mean|feel|seem|believe|remember)$/u;
const mostClauses = 4;

const innerVerb = (p: Predicate): Predicate => {
  const at = p.rest[0]?.lower === 'up' ? 1 : 0;
  const [first, second] = p.rest.slice(at);
  const isTo = first?.lower === 'to';
  const verb = isTo ? second : first;
  // After "to" stands a verb, be it one that no table knows.
  const lemma = lemmaOf(verb?.lower ?? '', isTo ? 'base' : 'gerund') ?? (isTo ? (verb?.lower ?? null) : null);
  return leading.test(p.lemma) && lemma !== null
    ? { ...p, lemma, rest: p.rest.slice(at + (isTo ? 2 : 1)) }
    : p;
};

const withoutBack = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ lower }) => !/^(?:back|already|off|afterwards?|after|all)$/u.test(lower));
/** What is pointed at was named before: of it the verb alone is told. */
const points = (tokens: readonly Token[]): boolean =>
  /^(?:it|that|this|him|her|them|those|these)$/u.test(tokens[0]?.lower ?? '') || tokens.length === 0;

/** "Didn't manage to call her", "renewed my passport", "not going to Porto after all": what was due is done, or off. */
const dueOf = (clause: Clause): readonly Ending[] => {
  const all = stripFillers(clause.tokens);
  const isSaid = /^(?:i|we)$/u.test(all[0]?.lower ?? '');
  const tokens = isSaid ? all.slice(1) : all;
  const begins = tokens[0]?.lower ?? '';
  const isElided =
    isSaid ||
    /^(?:not|never|finally|just|already|forgot|could|did|do|have|will|wo|ca|can)$/u.test(begins) ||
    lemmaOf(begins, 'past') !== null;
  const p = isElided ? predicateAt(tokens, 0) : null;
  if (!p) return [];
  const isMissed = p.lemma === 'forget' || p.lemma === 'fail';
  // "I won't forget that": nothing is off.
  if (isMissed && p.negated) return [];
  // "Forgot my keys" tells of nothing that was due; "forgot to call" does.
  const isOff = p.negated || (isMissed && innerVerb(p) !== p);
  const isDone = !isOff && !isMissed && (p.tense === 'past' || p.tense === 'perfect');
  const isPlan = p.negated && (p.tense === 'progressive' || p.tense === 'future' || p.tense === 'modal');
  if (!isDone && !isPlan && !(isOff && (p.tense === 'past' || p.tense === 'perfect'))) return [];
  const inner = innerVerb(p);
  if (always.test(inner.lemma)) return [];
  const said = withoutBack(inner.rest);
  const isLed = /^(?:to|in|at|on|for|with|into|from|by|off|near)$/u.test(said[0]?.lower ?? '');
  // "Stopped at the brewery" did nothing to it.
  if (isLed && isDone && inner === p) return [];
  const rest = isLed ? said.slice(1) : said;
  const words = points(rest) ? [] : namedBy(rest);
  if (words === null) return [];
  // "Ran yesterday" tells of nothing that was named, and "gave it back" what was borrowed last.
  const verbs = isDone ? [inner.lemma, ...(settles.get(inner.lemma) ?? [])] : [inner.lemma];
  if (isDone && words.length === 0 && (!settles.has(inner.lemma) || rest.length === 0)) return [];
  return verbs.map((verb) => ({ kind: 'end', what: 'due', said: [], words: [lemmaOfWord(verb), ...words] }));
};

const telling: ReadonlySet<string> = new Set(
  `i we not never finally just already forgot paid bought got sent made did took went gave found wrote built sold met ran
  saw read brought told left`.split(/\s+/u),
);
/** A cheap look at how a text begins: "paid Renzo", "couldn't go", "ok called the vet". */
export const mayTellDue = (text: string): boolean =>
  (
    text
      .slice(0, 80)
      .toLowerCase()
      .match(/[\p{L}'\u2019]+/gu) ?? []
  )
    .slice(0, 4)
    .some((word) => telling.has(word) || /(?:ed|n['\u2019]?t)$/u.test(word));

export const dueIn = (clauses: readonly Clause[]): readonly Ending[] =>
  clauses
    .slice(0, mostClauses)
    .filter(({ doubtful }) => !doubtful)
    .flatMap(dueOf);
