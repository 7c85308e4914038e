import type { Database } from '#database';
import type { MemoryIndex } from '#memory-index';
import type { Kept } from './receipt.js';

interface Keeping {
  readonly database: Pick<Database, 'engine'>;
  readonly index: Pick<MemoryIndex, 'server'>;
  /** Where the embedded engine keeps its files; null where it keeps none. */
  readonly folder: string | null;
}

export const whereKept = ({ database, index, folder }: Keeping): Kept => {
  const embedded = folder === null ? 'memory' : 'files';
  return { store: database.engine === 'server' ? 'server' : embedded, index: index.server };
};
