import { proven, senseOfNoun } from '#safety';
import { lemmaOf } from '../words/verbs.js';
import { isWord, type Token } from './tokens.js';

const opener = proven({
  id: 'opener',
  pattern:
    /^(?:is|was|has|had|will|does|did|can|would|should|used|never|always|also|really|only|just|still|cannot|are|were|have|needs|must|no)$/u,
  yes: ['is', 'cannot', 'must'],
  no: ['island', 'this'],
});

const finite = /^(?:is|are|was|were|has|have|will|remains?|stays?|becomes?)$/u;
const tells = new Set(
  'say tell think know hear feel find believe guess hope mean learn notice discover realise realize see show decide agree use'.split(
    ' ',
  ),
);
const parts =
  /^(?:that|which|who|what|how|because|and|but|or|if|when|as|than|to|the|an?|my|our|i|we|he|she|they|it|you)$/u;
/** "The approved travel budget is …": a verb form that says of what kind the thing is. */
const qualifies = (tokens: readonly Token[], at: number): boolean => {
  const lower = tokens[at]?.lower ?? '';
  const lemma = lemmaOf(lower, 'participle');
  if (lemma === null || tells.has(lemma) || finite.test(lower)) return false;
  for (let next = at + 1; next <= at + 4 && next < tokens.length; next += 1) {
    const word = tokens[next];
    if (!isWord(word) || parts.test(word.lower)) return false;
    if (finite.test(word.lower)) return true;
  }
  return false;
};

/** Whether a verb group begins here, by a form that only follows a subject. */
export const beginsPredicate = (tokens: readonly Token[], at: number): boolean => {
  const lower = tokens[at]?.lower ?? '';
  if (lower === 'no') return tokens[at + 1]?.lower === 'longer';
  // "Staging deploys are frozen": a verb that another follows is a noun.
  const next = tokens[at + 1]?.lower ?? '';
  if (!opener.test(lower) && /^(?:is|are|was|were|has|will)$/u.test(next)) return false;
  if (qualifies(tokens, at)) return false;
  return (
    opener.test(lower) ||
    lemmaOf(lower, 'third') !== null ||
    (lemmaOf(lower, 'past') !== null &&
      (lemmaOf(lower, 'base') === null || lower === 'quit' || lower === 'put'))
  );
};

/** "Expense claims go through Parro": a plural, and a verb in its plain form. */
export const pluralVerb = (tokens: readonly Token[], at: number): boolean =>
  /\p{L}{2,}[^s\P{L}]s$/u.test(tokens[at - 1]?.lower ?? '') &&
  lemmaOf(tokens[at]?.lower ?? '', 'base') !== null &&
  isWord(tokens[at + 1]) &&
  !beginsPredicate(tokens, at + 1);

const helping = /^(?:is|was|has|will|would|can|could|must|might|may|should|does|did)$/u;
const binds =
  /^(?:that|which|who|what|because|when|while|where|if|but|so|as|than|how|why|since|i|we|he|she|they|it|you|[.;:()])$/u;
const afterVerb = proven({
  id: 'after-verb',
  pattern:
    /^(?:an?|the|my|our|your|his|her|their|its|me|us|you|it|like|as|to|so|very|really|quite|pretty|such|not|more|less|good|great|amazing|fun|\p{L}{3,}ly)$/u,
  yes: ['the', 'incredibly'],
  no: ['then', 'patience'],
});
const plural = /[^su]s$/u;
/**
 * What words that begin with a form in -ing are, where a verb follows: something that is done, which nobody is said to do
 * ("running a shop takes courage"), or a thing of that name ("visiting hours are short", "the walking bus leaves").
 */
export const gerundSubject = (tokens: readonly Token[]): 'act' | 'thing' | null => {
  const from = tokens.findIndex(({ lower }) => !/^(?:and|but|so|well|oh|wow|yes|yeah|not|,)$/u.test(lower));
  if (from < 0 || lemmaOf(tokens[from]?.lower ?? '', 'gerund') === null) return null;
  const object = tokens[from + 1]?.lower ?? '';
  if (helping.test(object)) return 'thing';
  for (let at = from + 2; at < tokens.length; at += 1) {
    const lower = tokens[at]?.lower ?? '';
    if (binds.test(lower)) return null;
    // What is one thing agrees with its verb, and what is done is singular.
    if (/^(?:are|were|have)$/u.test(lower)) return 'thing';
    const isNamed = at === from + 2 && !plural.test(object);
    if (helping.test(lower)) return isNamed ? 'thing' : 'act';
    const isVerb = lemmaOf(lower, 'third') !== null && lemmaOf(lower, 'base') === null;
    const next = tokens[at + 1]?.lower ?? '';
    if (isVerb && (afterVerb.test(next) || senseOfNoun(next) !== null)) return isNamed ? 'thing' : 'act';
  }
  return null;
};
