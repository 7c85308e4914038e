export { attributesSchema, metBy, readQuestion, type Met } from './question.js';
export { onlyAsks, wantsQuestions } from './asking.js';
export { goesOnWith, type SpokenLine } from './exchange.js';
export { asksForSomebody, speaksOfItsWriter } from './own-words.js';
export { filterToPlan } from './filters.js';
export {
  fuse,
  type Fused,
  type FusionOptions,
  type LaneHit,
  type LaneResult,
  type Nearness,
  type RankedRow,
} from './fusion.js';
export { planLanes, type LanesInput, type LaneSpec } from './lanes.js';
export { neutralise, neutraliseName } from './neutralise.js';
export { findPeopleAskedAbout, type PeopleAskedAbout } from './people-asked.js';
export { findNames, tidyQuery, type CalledPerson } from './person-names.js';
export {
  formerMember,
  keepWithin,
  renderContext,
  tokensOf,
  type ContextInput,
  type ContextItem,
  type ContextPerson,
} from './render-context.js';
export { repeatsLast, type ComparableRow } from './repeats.js';
export { renderScopeBlock } from './scope-block.js';
export { timesAsked } from './time-asked.js';
export {
  answerFloor,
  besideBest,
  bundledCalibration,
  calibrated,
  scoreOf,
  trustWeight,
  type AboutWhom,
  type ScoreEvidence,
  type Calibration,
} from './score.js';
