import type { Database } from '#database';
import type { Plan } from '#policy';
import { type Change, changedRow, changesSql } from './index-rows.js';
import {
  type IndexEntry,
  type IndexKey,
  type LaneHits,
  type LaneQuery,
  MemoryIndex,
} from './memory-index.js';
import { PgVectorMemoryIndex } from './pgvector-index.js';
import { ResidentCopy } from './resident/copy.js';

/** Rows taken up in one go: some 20 ms in which nobody else is answered. */
const pageSize = 500;

type Place = Pick<Change, 'change' | 'memory_id'>;

interface Turn {
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
      for (const row of written.rows) this.copy.put(row);
      this.turn = written.turn;
    }
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

  withoutVectors(after: string, limit: number): Promise<readonly IndexKey[]> {
    return this.stored.withoutVectors(after, limit);
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
    const [now] = await this.database.reading.query<Turn>('select turn, generation from memory_index_turn');
    if (now === undefined) throw new Error('the memory index was never migrated');
    const isNew = now.generation !== this.generation || this.copy.isWorn;
    if (!isNew && BigInt(now.turn) === this.turn) return;
    const copy = isNew ? new ResidentCopy() : this.copy;
    await this.readInto(copy, isNew ? 0n : this.turn, now.turn);
    this.copy = copy;
    this.generation = now.generation;
    this.turn = BigInt(now.turn);
  }

  private async readInto(copy: ResidentCopy, after: bigint, until: string): Promise<void> {
    let page = await this.changesBehind({ change: String(after), memory_id: '\u{10FFFF}' }, until);
    for (;;) {
      const last = page.length < pageSize ? undefined : page.at(-1);
      // The database reads a page while this thread takes up the one before.
      const next = last === undefined ? null : this.changesBehind(last, until);
      next?.catch(() => undefined);
      for (const change of page) {
        const row = changedRow(change);
        if (row === null) copy.drop(change.memory_id);
        else copy.put(row);
      }
      if (next === null) return;
      page = await next;
    }
  }

  private changesBehind(last: Place, until: string): Promise<readonly Change[]> {
    return this.database.reading.query<Change>(changesSql, [last.change, last.memory_id, until, pageSize]);
  }
}
