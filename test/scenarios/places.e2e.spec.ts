import { sc17 } from './stories/sc-17.js';
import { sc19 } from './stories/sc-19.js';
import { sc28 } from './stories/sc-28.js';
import { sc29 } from './stories/sc-29.js';
import { runScenarios } from './support/run.js';

runScenarios([sc17, sc19, sc28, sc29]);
