export { HashingEmbedder } from './hashing-embedder.js';
