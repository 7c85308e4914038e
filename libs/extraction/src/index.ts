export { contentFault } from './content.js';
export * from './fact-extractor.js';
export { peopleMeantIn } from './mentions/people-meant.js';
export { mayState } from './rules/prefilter.js';
export { RulesExtractor } from './rules/rules-extractor.js';
export { openProposer } from './model/open-proposer.js';
export { FactProposer, ProposingError } from './model/fact-proposer.js';
export { type Proposal } from './verify/proposal.js';
export { openExtractor } from './threaded-extractor.js';
