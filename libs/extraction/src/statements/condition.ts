import { sentence } from '../grammar/render.js';
import type { Clause } from '../text/clauses.js';
import { aboutSelf, type Statement } from './statement.js';

const conditions = new Set(
  'anxiety depression adhd autism ptsd ocd asthma diabetes epilepsy migraines arthritis insomnia celiac endometriosis crohns lupus fibromyalgia tinnitus eczema psoriasis ibs narcolepsy dyslexia vertigo sciatica hypertension'.split(
    ' ',
  ),
);

/** "It helps my anxiety": having it is told in passing. */
export const conditionIn = (clause: Clause): readonly Statement[] => {
  const at = clause.tokens.findIndex(
    (token, index) => conditions.has(token.lower) && clause.tokens[index - 1]?.lower === 'my',
  );
  const name = clause.tokens[at]?.text;
  if (name === undefined) return [];
  const content = sentence('has', name);
  return [
    aboutSelf(
      clause,
      { content, finding: { type: 'identity', confidence: 0.78, rank: 2 }, pattern: 'my-condition' },
      0.93,
    ),
  ];
};
