export * from './embedder.js';
export { BundledEmbedder } from './bundled-embedder.js';
export { CachedEmbedder } from './cached-embedder.js';
export { EmbeddingStore, embeddingMigrations } from './embedding-store.js';
export { OpenAiEmbedder } from './openai-embedder.js';
