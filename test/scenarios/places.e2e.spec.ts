import { sc17 } from './stories/sc-17.js';
import { sc19 } from './stories/sc-19.js';
import { sc28 } from './stories/sc-28.js';
import { sc29 } from './stories/sc-29.js';
import { sc41 } from './stories/sc-41.js';
import { sc43 } from './stories/sc-43.js';
import { sc44 } from './stories/sc-44.js';
import { runScenarios } from './support/run.js';

runScenarios([sc17, sc19, sc28, sc29, sc41, sc43, sc44]);
