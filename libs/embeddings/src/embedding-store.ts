import type { Database, Migration } from '#database';

export const embeddingMigrations: readonly Migration[] = [
  {
    name: '0060-embedding-cache',
    statements: [
      `create table embedding_cache (
         key text primary key,
         vector bytea not null,
         stored_at timestamptz not null default now()
       )`,
    ],
  },
  {
    name: '0061-embedding-holders',
    statements: [
      'create table embedding_holders (holder uuid primary key, key text not null)',
      'create index embedding_holders_key on embedding_holders (key)',
      // Of what is there nobody knows whose it is, so nobody could have it forgotten.
      'delete from embedding_cache',
    ],
  },
];

const pageSize = 500;
const pages = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / pageSize) }, (_, page) =>
    items.slice(page * pageSize, (page + 1) * pageSize),
  );

const toBytes = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer.slice(vector.byteOffset, vector.byteOffset + vector.byteLength));
const fromBytes = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

/** Vectors of documents by the hash of model and text, so that rebuilding an index costs no model time. */
export class EmbeddingStore {
  constructor(private readonly database: Database) {}

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const found = new Map<string, Float32Array>();
    for (const page of pages(keys)) {
      const rows = await this.database.query<{ key: string; vector: Uint8Array }>(
        'select key, vector from embedding_cache where key = any($1::text[])',
        [page],
      );
      for (const { key, vector } of rows) found.set(key, fromBytes(vector));
    }
    return found;
  }

  async write(vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    for (const page of pages([...vectors])) {
      await this.database.query(
        `insert into embedding_cache (key, vector)
         select * from unnest($1::text[], $2::bytea[]) on conflict (key) do nothing`,
        [page.map(([key]) => key), page.map(([, vector]) => toBytes(vector))],
      );
    }
  }

  /** Notes who has which vector now. Returns the keys that nobody has any more; their vectors are gone. */
  async hold(keyOf: ReadonlyMap<string, string | null>): Promise<readonly string[]> {
    const dropped: string[] = [];
    for (const page of pages([...keyOf])) dropped.push(...(await this.holdPage(page)));
    return dropped;
  }

  private holdPage(page: readonly (readonly [string, string | null])[]): Promise<readonly string[]> {
    const held = page.flatMap(([holder, key]) => (key === null ? [] : [{ holder, key }]));
    return this.database.transaction(async (sql) => {
      const before = await sql.query<{ key: string }>(
        'select distinct key from embedding_holders where holder = any($1::uuid[])',
        [page.map(([holder]) => holder)],
      );
      await sql.query('delete from embedding_holders where holder = any($1::uuid[])', [
        page.flatMap(([holder, key]) => (key === null ? [holder] : [])),
      ]);
      await sql.query(
        `insert into embedding_holders (holder, key) select * from unnest($1::uuid[], $2::text[])
         on conflict (holder) do update set key = excluded.key where embedding_holders.key <> excluded.key`,
        [held.map(({ holder }) => holder), held.map(({ key }) => key)],
      );
      const gone = await sql.query<{ key: string }>(
        `select key from unnest($1::text[]) as was(key)
         where not exists (select from embedding_holders h where h.key = was.key)`,
        [before.map(({ key }) => key)],
      );
      const keys = gone.map(({ key }) => key);
      if (keys.length > 0) await sql.query('delete from embedding_cache where key = any($1::text[])', [keys]);
      return keys;
    });
  }
}
