import type { Database } from '#database';
import type { MemoryIndex } from './memory-index.js';
import { PgVectorMemoryIndex } from './pgvector-index.js';
import { ResidentMemoryIndex } from './resident-index.js';

/** The index that suits the engine (ADR 0006): a resident copy over the embedded one, SQL on a server. */
export const memoryIndexOn = (database: Database): MemoryIndex =>
  database.engine === 'embedded' ? new ResidentMemoryIndex(database) : new PgVectorMemoryIndex(database);
