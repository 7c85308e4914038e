import type { Database } from '#database';
import { IdKey } from '#domain';

const fixed = Buffer.alloc(32, 'a key of tests');

/** What a store derives its ids with after `fixIdKey`. */
export const fixedIdKey = new IdKey(fixed);

/**
 * Gives a store this id key before it makes its own: two stores with one key give the same words the same id, and rows
 * of one time come in the same order. Null: a store from before ids were keyed.
 */
export const fixIdKey = async (database: Database, secret: Buffer | null = fixed): Promise<void> => {
  await database.query('insert into id_key (secret) values ($1) on conflict do nothing', [secret]);
};
