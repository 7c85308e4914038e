import { sc01 } from './stories/sc-01.js';
import { sc02 } from './stories/sc-02.js';
import { sc04 } from './stories/sc-04.js';
import { sc05 } from './stories/sc-05.js';
import { sc06 } from './stories/sc-06.js';
import { sc09 } from './stories/sc-09.js';
import { runScenarios } from './support/run.js';

runScenarios([sc01, sc02, sc04, sc05, sc06, sc09]);
