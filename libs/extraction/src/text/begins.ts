import { proven } from '#safety';
import { lemmaOf } from '../words/verbs.js';
import { isWord, type Token } from './tokens.js';

const opener = proven({
  id: 'opener',
  pattern:
    /^(?:is|was|has|had|will|does|did|can|would|should|used|never|always|also|really|just|still|cannot|are|were|have|needs|must|no)$/u,
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
