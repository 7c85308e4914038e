import { countOrEstimate, type Database } from '#database';
import type { Plan } from '#policy';
import { Parameters, planSql } from './condition-sql.js';
import { clearSql, type IndexRow, removeSql, rowsJson, rowsOf, upsertSql } from './index-rows.js';
import {
  type Hit,
  type IndexEntry,
  type IndexKey,
  type LaneHits,
  type LaneQuery,
  MemoryIndex,
} from './memory-index.js';
import { searchStatement, type SearchRow } from './search-sql.js';

const pageSize = 200;

/** What one statement wrote. */
interface Written {
  readonly turn: bigint;
  readonly rows: readonly IndexRow[];
}

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
    await this.write(entries);
  }

  /** As `upsert`; tells for each turn which rows were new enough to be written. */
  async write(entries: readonly IndexEntry[]): Promise<readonly Written[]> {
    const written: Written[] = [];
    for (let from = 0; from < entries.length; from += pageSize) {
      const rows = rowsOf(entries.slice(from, from + pageSize));
      const kept = await this.database.query<{ memory_id: string; change: string }>(upsertSql, [
        rowsJson(rows),
      ]);
      const [first] = kept;
      if (first === undefined) continue;
      const ids = new Set(kept.map(({ memory_id }) => memory_id));
      written.push({ turn: BigInt(first.change), rows: rows.filter(({ memory_id }) => ids.has(memory_id)) });
    }
    return written;
  }

  async remove(ids: readonly string[], position: bigint): Promise<void> {
    if (ids.length > 0) await this.database.query(removeSql, [[...new Set(ids)], position]);
  }

  async search(lanes: readonly LaneQuery[]): Promise<readonly LaneHits[]> {
    const statement = searchStatement(lanes);
    const rows =
      statement === null
        ? []
        : await this.database.reading.query<SearchRow>(statement.text, statement.values);
    return lanes.map(({ name, offset, limit }, index) => {
      const mine = rows.filter(({ lane }) => lane === index);
      const admitted = mine[0]?.admitted ?? 0;
      return { name, hits: mine.map(hitOf), exhausted: admitted <= offset + limit };
    });
  }

  async subjects(where: Plan): Promise<readonly string[]> {
    const parameters = new Parameters();
    const condition = planSql(where, parameters);
    if (condition === null) return [];
    const rows = await this.database.reading.query<{ subject: string }>(
      `select distinct unnest(subject_entity_ids) as subject from memory_index where not removed and ${condition}`,
      parameters.values,
    );
    return rows.map(({ subject }) => subject);
  }

  async positions(ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    const rows = await this.database.query<{ memory_id: string; position: string }>(
      'select memory_id, position from memory_index where memory_id = any($1::text[]) and not removed',
      [ids],
    );
    return new Map(rows.map(({ memory_id, position }) => [memory_id, BigInt(position)]));
  }

  async withoutVectors(after: string, limit: number): Promise<readonly IndexKey[]> {
    const rows = await this.database.query<{ tenant_id: string; memory_id: string }>(
      `select tenant_id, memory_id from memory_index
       where kind = 'fact' and embedding is null and status <> 'archived' and not removed and tenant_id is not null and memory_id > $1
       order by memory_id limit $2`,
      [after, limit],
    );
    return rows.map(({ tenant_id: tenantId, memory_id: id }) => ({ tenantId, id }));
  }

  async entriesBehind(
    tenantId: string,
    after: string,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly position: bigint }[]> {
    const rows = await this.database.query<{ memory_id: string; position: string }>(
      `select memory_id, position from memory_index where tenant_id = $1 and memory_id > $2 and not removed
       order by memory_id limit $3`,
      [tenantId, after, limit],
    );
    return rows.map(({ memory_id: id, position }) => ({ id, position: BigInt(position) }));
  }

  async count(): Promise<number> {
    return countOrEstimate(this.database, 'memory_index', 'not removed');
  }

  warm(): Promise<void> {
    return Promise.resolve();
  }

  async clear(): Promise<void> {
    await this.database.transaction(async (sql) => {
      for (const statement of clearSql) await sql.query(statement);
    });
  }
}
