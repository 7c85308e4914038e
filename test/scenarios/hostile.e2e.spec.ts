import { sc22 } from './stories/sc-22.js';
import { sc34 } from './stories/sc-34.js';
import { runScenarios } from './support/run.js';

runScenarios([sc22, sc34]);
