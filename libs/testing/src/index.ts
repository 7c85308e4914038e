export { madeOn, madeWith, serving, type Provided } from './made-with.js';
export { HashingEmbedder } from './hashing-embedder.js';
export { fixedIdKey, fixIdKey } from './id-key.js';
export { testDatabase } from './test-database.js';
export { startScript, type ChildScript } from './child-script.js';
export { proofCases } from './proof-cases.js';
export { givenBy } from './given.js';
export { completion, ModelEndpoint } from './model-endpoint.js';
