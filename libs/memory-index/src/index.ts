export * from './memory-index.js';
export { memoryIndexMigrations } from './migrations.js';
export { PgVectorMemoryIndex } from './pgvector-index.js';
export { ResidentMemoryIndex } from './resident-index.js';
