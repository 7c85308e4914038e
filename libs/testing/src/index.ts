export { HashingEmbedder } from './hashing-embedder.js';
export { testDatabase } from './test-database.js';
