export * from './memory-index.js';
export { memoryIndexMigrations, memoryIndexServerMigrations } from './migrations.js';
export { PgVectorMemoryIndex } from './pgvector-index.js';
export { QdrantMemoryIndex } from './qdrant/qdrant-index.js';
export { memoryIndexOn } from './open-memory-index.js';
