import type { Database } from '#database';
import type { LeftWhere } from './receipt.js';

export interface Kept {
  readonly database: Pick<Database, 'engine'>;
  /** Where the embedded engine keeps its files; null where it keeps none. */
  readonly folder: string | null;
}

export const whereKept = ({ database, folder }: Kept): LeftWhere => {
  if (database.engine === 'server') return 'server';
  return folder === null ? 'memory' : 'files';
};
