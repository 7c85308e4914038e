export { speaksOfTelling } from './consent/consent.js';
export { contentFault } from './content.js';
export * from './fact-extractor.js';
export { peopleMeantIn } from './people-meant.js';
export { mayState } from './prefilter.js';
export { RulesExtractor } from './rules-extractor.js';
export { openExtractor } from './threaded-extractor.js';
