import type { Sql } from '#database';
import { IdKey } from '#domain';
import { newSecret } from './sealing.js';

/** The store's id key, made where there is none: of two processes that begin at once the first one's stands for both. */
export const loadIdKey = async (sql: Sql): Promise<IdKey> => {
  const kept = () => sql.query<{ secret: Uint8Array | null }>('select secret from id_key');
  const [known] = await kept();
  if (known) return new IdKey(known.secret);
  await sql.query(
    'insert into id_key (secret) select $1::bytea where not exists (select from events) on conflict do nothing',
    [newSecret()],
  );
  const [made] = await kept();
  // INVARIANT: a store that lost its key makes no other: what was forgotten would come back under a new id when it is read again.
  if (!made) throw new Error('the store holds events and no id key: restore the row of table id_key');
  return new IdKey(made.secret);
};
