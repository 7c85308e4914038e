import { sc10 } from './stories/sc-10.js';
import { sc11 } from './stories/sc-11.js';
import { sc12 } from './stories/sc-12.js';
import { sc13 } from './stories/sc-13.js';
import { sc27 } from './stories/sc-27.js';
import { sc36 } from './stories/sc-36.js';
import { runScenarios } from './support/run.js';

runScenarios([sc10, sc11, sc12, sc13, sc27, sc36]);
