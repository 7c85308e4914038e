import type { Database, SqlParameter } from '#database';
import type { Plan } from '#policy';
import {
  type Change,
  changedRow,
  changesSql,
  type VectorChange,
  vectorChangesSql,
  vectorOfBase64,
} from './index-changes.js';
import {
  type HeldRow,
  type IndexEntry,
  type LaneHits,
  type LaneQuery,
  MemoryIndex,
  type Models,
  type MissingVectors,
  type TextVector,
} from './memory-index.js';
import { PgVectorMemoryIndex } from './pgvector-index.js';
import { toFixedPoint } from './fixed-point.js';
import { ResidentCopy } from './resident/copy.js';

/** Rows taken up in one go: some 20 ms in which nobody else is answered. */
const pageSize = 500;

interface Turn extends Models {
  readonly turn: string;
  readonly generation: string;
}

/**
 * The index in Postgres, searched in a copy that this process keeps in memory. Postgres in WebAssembly needs 20 times
 * as long for the same exact search. Before each search the copy takes up what was written since, by whoever, so an
 * answer is never older than the question.
 */
export class ResidentMemoryIndex extends MemoryIndex {
  private readonly stored: PgVectorMemoryIndex;
  private copy = new ResidentCopy();
  private generation = '';
  private turn = 0n;
  private catchingUp: Promise<void> | null = null;

  constructor(private readonly database: Database) {
    super();
    this.stored = new PgVectorMemoryIndex(database);
  }

  /** Reads the whole index; searches wait for it. */
  warm(): Promise<void> {
    return this.catchUp();
  }

  async upsert(entries: readonly IndexEntry[]): Promise<void> {
    for (const written of await this.stored.write(entries)) {
      // Only the very next turn: what another writer did in between is still to be read, in its order.
      if (this.catchingUp !== null || written.turn !== this.turn + 1n) continue;
      for (const { row, embedding } of written.rows) {
        this.copy.put(row);
        if (embedding !== null)
          this.copy.embed(row.memory_id, row.text_key, embedding.model, embedding.vector);
      }
      this.turn = written.turn;
    }
  }

  readonly server = null;

  held(): AsyncIterable<HeldRow> {
    return this.stored.held();
  }

  lackingVectors(model: string, ids: readonly string[]): Promise<readonly string[]> {
    return this.stored.lackingVectors(model, ids);
  }

  async addVectors(model: string, vectors: readonly TextVector[]): Promise<void> {
    const { turn, ids } = await this.stored.writeVectors(model, vectors);
    if (this.catchingUp !== null || turn !== this.turn + 1n) return;
    for (const { id, textKey, vector } of vectors)
      if (ids.has(id)) this.copy.embed(id, textKey, model, toFixedPoint(vector));
    this.turn = turn;
  }

  models(): Promise<Models> {
    return this.stored.models();
  }

  useModels(models: Models): Promise<void> {
    return this.stored.useModels(models);
  }

  remove(ids: readonly string[], position: bigint): Promise<void> {
    return this.stored.remove(ids, position);
  }

  async search(lanes: readonly LaneQuery[]): Promise<readonly LaneHits[]> {
    await this.catchUp();
    return this.copy.search(lanes);
  }

  async subjects(where: Plan): Promise<readonly string[]> {
    await this.catchUp();
    return this.copy.subjects(where);
  }

  count(): Promise<number> {
    return this.stored.count();
  }

  positions(ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    return this.stored.positions(ids);
  }

  withoutVectors(
    model: string,
    kind: 'fact' | 'message',
    after: string,
    limit: number,
  ): Promise<MissingVectors> {
    return this.stored.withoutVectors(model, kind, after, limit);
  }

  entriesBehind(
    tenantId: string,
    after: string,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly position: bigint }[]> {
    return this.stored.entriesBehind(tenantId, after, limit);
  }

  clear(): Promise<void> {
    return this.stored.clear();
  }

  private async catchUp(): Promise<void> {
    // A run that began before this call may have asked for the turn too early.
    await this.catchingUp;
    this.catchingUp ??= this.readChanges().finally(() => {
      this.catchingUp = null;
    });
    await this.catchingUp;
  }

  private async readChanges(): Promise<void> {
    const [now] = await this.database.reading.query<Turn>(
      'select turn, generation, answering, building from memory_index_turn',
    );
    if (now === undefined) throw new Error('the memory index was never migrated');
    const isNew = now.generation !== this.generation || this.copy.isWorn;
    if (!isNew && BigInt(now.turn) === this.turn) return;
    const copy = isNew ? new ResidentCopy() : this.copy;
    await this.readRows(copy, isNew ? 0n : this.turn, now.turn);
    await this.readVectors(copy, isNew ? 0n : this.turn, now.turn);
    copy.keepModels([now.answering, now.building]);
    this.copy = copy;
    this.generation = now.generation;
    this.turn = BigInt(now.turn);
  }

  private readRows(copy: ResidentCopy, after: bigint, until: string): Promise<void> {
    return this.eachPage<Change>(
      ({ change, memory_id }) => [changesSql, [change, memory_id, until, pageSize]],
      { change: String(after), memory_id: lastOfAll, removed: true, fields: null },
      (change) => {
        const row = changedRow(change);
        if (row === null) copy.drop(change.memory_id);
        else copy.put(row);
      },
    );
  }

  /** Behind the rows: each belongs to a text that its row has. */
  private readVectors(copy: ResidentCopy, after: bigint, until: string): Promise<void> {
    return this.eachPage<VectorChange>(
      ({ change, memory_id, model }) => [vectorChangesSql, [change, memory_id, model, until, pageSize]],
      { change: String(after), memory_id: lastOfAll, model: lastOfAll, text_key: '', embedding: '' },
      ({ memory_id, model, text_key, embedding }) =>
        copy.embed(memory_id, text_key, model, vectorOfBase64(embedding)),
    );
  }

  private async eachPage<Row extends object>(
    statementBehind: (last: Row) => readonly [string, readonly SqlParameter[]],
    before: Row,
    take: (row: Row) => void,
  ): Promise<void> {
    const { reading } = this.database;
    let page = await reading.query<Row>(...statementBehind(before));
    for (;;) {
      const last = page.length < pageSize ? undefined : page.at(-1);
      // The database reads a page while this thread takes up the one before.
      const next = last === undefined ? null : reading.query<Row>(...statementBehind(last));
      next?.catch(() => undefined);
      for (const row of page) take(row);
      if (next === null) return;
      page = await next;
    }
  }
}

/** Behind every id: all of a turn have been read. */
const lastOfAll = '\u{10FFFF}';
