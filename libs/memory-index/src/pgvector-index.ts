import type { Database } from '#database';
import { removeSql, rowsJson, upsertSql } from './index-rows.js';
import { type Hit, type IndexEntry, type LaneHits, type LaneQuery, MemoryIndex } from './memory-index.js';
import { searchStatement, type SearchRow } from './search-sql.js';

const pageSize = 200;

const hitOf = (row: SearchRow): Hit => ({
  id: row.memory_id,
  kind: row.kind,
  similarity: row.similarity,
  lexical: row.lexical,
  denseRank: row.dense_rank,
  lexicalRank: row.lexical_rank,
});

/** The index in Postgres, by exact scans: every row that passes is compared, none that does not. */
export class PgVectorMemoryIndex extends MemoryIndex {
  constructor(private readonly database: Database) {
    super();
  }

  async upsert(entries: readonly IndexEntry[]): Promise<void> {
    for (let from = 0; from < entries.length; from += pageSize)
      await this.database.query(upsertSql, [rowsJson(entries.slice(from, from + pageSize))]);
  }

  async remove(ids: readonly string[], position: bigint): Promise<void> {
    if (ids.length > 0) await this.database.query(removeSql, [[...new Set(ids)], position]);
  }

  async search(lanes: readonly LaneQuery[]): Promise<readonly LaneHits[]> {
    const statement = searchStatement(lanes);
    const rows =
      statement === null ? [] : await this.database.query<SearchRow>(statement.text, statement.values);
    return lanes.map(({ name, offset, limit }, index) => {
      const mine = rows.filter(({ lane }) => lane === index);
      const admitted = mine[0]?.admitted ?? 0;
      return { name, hits: mine.map(hitOf), exhausted: admitted <= offset + limit };
    });
  }

  async positions(ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    const rows = await this.database.query<{ memory_id: string; position: string }>(
      'select memory_id, position from memory_index where memory_id = any($1::text[]) and not removed',
      [ids],
    );
    return new Map(rows.map(({ memory_id, position }) => [memory_id, BigInt(position)]));
  }

  async clear(): Promise<void> {
    await this.database.query('truncate memory_index');
  }
}
