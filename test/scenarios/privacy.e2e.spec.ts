import { sc03 } from './stories/sc-03.js';
import { sc07 } from './stories/sc-07.js';
import { sc08 } from './stories/sc-08.js';
import { sc14 } from './stories/sc-14.js';
import { sc15 } from './stories/sc-15.js';
import { sc16 } from './stories/sc-16.js';
import { sc18 } from './stories/sc-18.js';
import { sc30 } from './stories/sc-30.js';
import { runScenarios } from './support/run.js';

runScenarios([sc03, sc07, sc08, sc14, sc15, sc16, sc18, sc30]);
