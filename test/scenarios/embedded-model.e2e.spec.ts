import { proofCases } from '#testing';
import { sc01 } from './stories/sc-01.js';
import { sc03 } from './stories/sc-03.js';
import { sc08 } from './stories/sc-08.js';
import { sc09 } from './stories/sc-09.js';
import { sc27 } from './stories/sc-27.js';
import { runScenarios } from './support/run.js';

/** The same stories with dense retrieval: it may find more, and may not tell more. `npm test` plays one wording of each. */
runScenarios(
  [sc01, sc03, sc08, sc09, sc27].map((scenario) => ({
    ...scenario,
    title: `${scenario.title} (with the bundled model)`,
    wordings: scenario.wordings.slice(0, proofCases(scenario.wordings.length, 1)),
  })),
  { KITH_EMBEDDER: 'bundled' },
);
