import { countOrEstimate, type Database } from '#database';
import type { Plan } from '#policy';
import { Parameters, planSql } from './condition-sql.js';
import {
  addVectorsSql,
  clearSql,
  dropVectorsSql,
  type Given,
  givenJson,
  givenRows,
  removeSql,
  upsertSql,
  vectorsJson,
} from './index-rows.js';
import {
  type HeldRow,
  type Hit,
  type IndexEntry,
  type IndexKey,
  type LaneHits,
  type LaneQuery,
  MemoryIndex,
  type Models,
  type MissingVectors,
  type TextVector,
} from './memory-index.js';
import { searchStatement, type SearchRow } from './search-sql.js';

const pageSize = 200;

/** What one statement wrote. */
interface Written {
  readonly turn: bigint;
  readonly rows: readonly Given[];
}

/** Which of these vectors were written, in which turn. */
interface WrittenVectors {
  readonly turn: bigint;
  readonly ids: ReadonlySet<string>;
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
      const rows = givenRows(entries.slice(from, from + pageSize));
      const kept = await this.database.query<{ memory_id: string; change: string }>(upsertSql, [
        givenJson(rows),
      ]);
      const [first] = kept;
      if (first === undefined) continue;
      const ids = new Set(kept.map(({ memory_id }) => memory_id));
      written.push({ turn: BigInt(first.change), rows: rows.filter(({ row }) => ids.has(row.memory_id)) });
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

  async withoutVectors(
    model: string,
    kind: 'fact' | 'message',
    after: string,
    limit: number,
  ): Promise<MissingVectors> {
    const rows = await this.database.query<{ tenant_id: string | null; memory_id: string; has: boolean }>(
      `select tenant_id, memory_id, exists (
         select 1 from memory_index_vectors as vectors
         where vectors.memory_id = row.memory_id and vectors.model = $1 and vectors.text_key = row.text_key) as has
       from memory_index as row where kind = $2 and text_key is distinct from '' and status is distinct from 'archived' and not removed and memory_id > $3 order by memory_id limit $4`,
      [model, kind, after, limit],
    );
    const keys = rows.flatMap(({ tenant_id: tenantId, memory_id: id, has }): readonly IndexKey[] =>
      has || tenantId === null ? [] : [{ tenantId, id }],
    );
    return { keys, last: rows.at(-1)?.memory_id ?? null };
  }

  async lackingVectors(model: string, ids: readonly string[]): Promise<readonly string[]> {
    const rows = await this.database.query<{ memory_id: string }>(
      `select memory_id from memory_index as row where memory_id = any($2::text[]) and not removed and not exists (
         select 1 from memory_index_vectors as vectors
         where vectors.memory_id = row.memory_id and vectors.model = $1 and vectors.text_key = row.text_key)`,
      [model, ids],
    );
    return rows.map(({ memory_id }) => memory_id);
  }

  async addVectors(model: string, vectors: readonly TextVector[]): Promise<void> {
    await this.writeVectors(model, vectors);
  }

  /** As `addVectors`; tells which were written, and when. */
  writeVectors(model: string, vectors: readonly TextVector[]): Promise<WrittenVectors> {
    const [takeTurn, write] = addVectorsSql;
    return this.database.transaction(async (sql) => {
      const [{ turn } = { turn: '0' }] = await sql.query<{ turn: string }>(takeTurn);
      const written = await sql.query<{ memory_id: string }>(write, [vectorsJson(vectors), model, turn]);
      return { turn: BigInt(turn), ids: new Set(written.map(({ memory_id }) => memory_id)) };
    });
  }

  async models(): Promise<Models> {
    const [models] = await this.database.query<Models>('select answering, building from memory_index_turn');
    return models ?? { answering: null, building: null };
  }

  async useModels({ answering, building }: Models): Promise<void> {
    await this.database.query(
      'update memory_index_turn set turn = turn + 1, answering = $1::text, building = $2::text',
      [answering, building],
    );
    while ((await this.database.query(dropVectorsSql)).length > 0);
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

  readonly server = null;

  // eslint-disable-next-line @typescript-eslint/require-await -- it is asked for one after another, and has none
  async *held(): AsyncGenerator<HeldRow> {
    yield* [];
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
