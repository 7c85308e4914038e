import { lemmaOf } from '../grammar/verbs.js';
import type { Token } from '../text/tokens.js';

const opener =
  /^(?:is|was|has|had|will|does|did|can|would|should|used|never|always|also|really|just|still|cannot|are|were|have|needs|must|no)$/u;

/** Whether a verb group begins here, by a form that only follows a subject. */
export const beginsPredicate = (tokens: readonly Token[], at: number): boolean => {
  const lower = tokens[at]?.lower ?? '';
  if (lower === 'no') return tokens[at + 1]?.lower === 'longer';
  // "Staging deploys are frozen": a verb that another follows is a noun.
  const next = tokens[at + 1]?.lower ?? '';
  if (!opener.test(lower) && /^(?:is|are|was|were|has|will)$/u.test(next)) return false;
  return (
    opener.test(lower) ||
    lemmaOf(lower, 'third') !== null ||
    (lemmaOf(lower, 'past') !== null &&
      (lemmaOf(lower, 'base') === null || lower === 'quit' || lower === 'put'))
  );
};
