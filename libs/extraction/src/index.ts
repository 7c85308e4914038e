export { contentFault } from './content.js';
export * from './fact-extractor.js';
export { peopleMeantIn } from './mentions/people-meant.js';
export { mayState } from './rules/prefilter.js';
export { RulesExtractor } from './rules/rules-extractor.js';
export { openExtractor } from './threaded-extractor.js';
