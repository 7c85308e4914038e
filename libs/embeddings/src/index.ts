export * from './embedder.js';
export { BundledEmbedder, EmbeddingError } from './bundled-embedder.js';
export { CachedEmbedder } from './cached-embedder.js';
export { EmbeddingStore, embeddingMigrations } from './embedding-store.js';
export { OpenAiEmbedder, type OpenAiOptions } from './openai-embedder.js';
