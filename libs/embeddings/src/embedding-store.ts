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

  async delete(keys: readonly string[]): Promise<void> {
    for (const page of pages(keys))
      await this.database.query('delete from embedding_cache where key = any($1::text[])', [page]);
  }
}
