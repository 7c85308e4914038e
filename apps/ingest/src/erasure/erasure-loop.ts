import { setTimeout as pause } from 'node:timers/promises';
import { Needles, purgeDeadRows, type Database } from '#database';
import { finishErasure, planErasure, scanErasure, type KithEventData, type Knobs } from '#domain';
import type { EventLog, LogWriter } from '#event-log';
import type { MemoryIndex } from '#memory-index';
import type { MessageBus } from '#messaging';
import {
  erasureById,
  erasureStateOf,
  erasureTargets,
  unfinishedErasures,
  type ErasureRow,
} from '#read-models';
import {
  appendToErasure,
  eraseMemories,
  eraseMessages,
  eraseNames,
  noteCounts,
  orderForLate,
} from './carry-out.js';
import { indexAnew, type IndexAnew } from './index-anew.js';
import { discardParkedOf, type ErasedValues } from './parked-of.js';
import { planOf, type ErasureScope } from './plan.js';
import { signed } from './receipt.js';
import { lookThrough } from './residual.js';
import { unsignedView } from './view.js';
import { whereKept } from './where-kept.js';

export interface ErasureOptions {
  readonly database: Database;
  readonly log: EventLog;
  readonly bus: MessageBus;
  readonly index: MemoryIndex;
  readonly knobs: Knobs;
  readonly now: () => Date;
  /** Where the embedded engine keeps its files; null where it keeps none. */
  readonly folder: string | null;
  /** Asks recall to index these as they are now. */
  readonly indexFirst: IndexAnew;
  /** Resolves when what the bus holds by now is recorded, or could not be in time. */
  readonly drained: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Rows in one unit of work: others write in between. */
const together = 200;
const retryAfterMs = 2_000;
/** Tables that hold no words but sealed ones: with their keys gone nothing of them opens. */
const sealedTables = ['events', 'embedding_cache'];

const reachOf = (row: ErasureRow): ErasureScope => ({
  erasureId: row.erasure_id,
  tenantId: row.tenant_id,
  kind: row.kind,
  entityIds: row.entity_ids,
  sourceIds: row.source_ids,
  at: row.ordered_at,
});

type Step = KithEventData<'ErasureAdvanced'>;
const valuesIn = (steps: readonly Step[]): readonly string[] => steps.flatMap(({ values }) => values ?? []);

/**
 * Carries erasures out, one after another, in steps that each commit with a note of how far it is. A process that is killed
 * goes on with its next start where it was.
 */
export class ErasureLoop {
  private running: Promise<void> | null = null;
  private isWoken = false;
  private resting: AbortController | null = null;
  private readonly stopping = new AbortController();

  constructor(private readonly options: ErasureOptions) {}

  wake(): void {
    this.isWoken = true;
    this.resting?.abort();
    if (this.running || this.isStopped()) return;
    this.running = this.run().finally(() => {
      this.running = null;
      if (this.isWoken) this.wake();
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Resolves when none is left to be carried out. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.isStopped()) {
      this.isWoken = false;
      try {
        const [next] = await unfinishedErasures(this.options.database, null);
        if (!next) return;
        await this.carryOut(next);
      } catch (error) {
        if (this.isStopped()) return;
        this.options.onError(error);
        await this.rest();
      }
    }
  }

  /** Until it is tried again, or somebody orders something. */
  private async rest(): Promise<void> {
    if (this.isWoken) return;
    this.resting = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, this.resting.signal]);
    await pause(retryAfterMs, undefined, { signal, ref: false }).catch(() => undefined);
    this.resting = null;
  }

  /** One step from what the rows say; what was done before is not done again. */
  private async carryOut({ tenant_id: tenantId, erasure_id: erasureId }: ErasureRow): Promise<void> {
    while (!this.isStopped()) {
      const row = await erasureById(this.options.database, tenantId, erasureId);
      if (row?.status !== 'running') return;
      switch (row.phase) {
        case 'ordered':
          await this.plan(row);
          break;
        case 'planned':
          await this.advance(row);
          break;
        case 'scanned':
        case 'finished':
          await this.finish(row);
          break;
      }
    }
  }

  private write<T>(row: ErasureRow, work: (writer: LogWriter) => Promise<T>): Promise<T> {
    return this.options.log.write(row.tenant_id, work);
  }

  private async plan(row: ErasureRow): Promise<void> {
    const { knobs, now } = this.options;
    await this.options.drained();
    await this.write(row, async (writer) => {
      const settings = { tenantId: row.tenant_id, knobs, now: now() };
      const plan = await planOf(writer, reachOf(row), settings);
      await appendToErasure(writer, row.erasure_id, planErasure(erasureStateOf(row), plan, now()));
      await orderForLate(writer, reachOf(row));
    });
  }

  private async advance(row: ErasureRow): Promise<void> {
    const { database, knobs, now } = this.options;
    const reach = reachOf(row);
    const next = (what: 'memory' | 'message') => erasureTargets(database, row.erasure_id, what, together);
    const memoryIds = await next('memory');
    if (memoryIds.length > 0)
      return this.write(row, (writer) => eraseMemories(writer, reach, memoryIds, knobs, now()));
    const recordIds = await next('message');
    if (recordIds.length > 0)
      return this.write(row, (writer) => eraseMessages(writer, reach, recordIds, now()));
    if (row.counts['names.found'] === undefined)
      return this.write(row, (writer) => eraseNames(writer, reach, row, now()));
    if (row.counts['index.found'] === undefined) return this.elsewhere(row);
    await this.scan(row);
  }

  /** What is parked on the bus, and what recall keeps beside the rows. */
  private async elsewhere(row: ErasureRow): Promise<void> {
    const { now } = this.options;
    const parked = await discardParkedOf(this.options, reachOf(row), await this.valuesOf(row));
    const indexed = await indexAnew(this.options, row);
    const counts = {
      'parked.found': parked,
      'parked.erased': parked,
      'index.found': indexed.found,
      'index.erased': indexed.found - indexed.left,
    };
    await this.write(row, (writer) => noteCounts(writer, row.erasure_id, counts, now()));
  }

  /** They are sealed until now: asked of the log, and of nobody after the scan. */
  private async valuesOf({ tenant_id: tenantId, erasure_id: erasureId }: ErasureRow): Promise<ErasedValues> {
    const events = await this.options.log.readStream(tenantId, `erasure-${erasureId}`);
    const steps = events.flatMap((event) => (event.type === 'ErasureAdvanced' ? [event.data] : []));
    const named = steps.filter(({ counts }) => counts['names.found'] !== undefined);
    return { all: new Needles(valuesIn(steps)), names: new Needles(valuesIn(named)) };
  }

  private async scan(row: ErasureRow): Promise<void> {
    const { database, bus, index, folder, drained, now } = this.options;
    await drained();
    await bus.sweep();
    await purgeDeadRows(database, sealedTables);
    const stores = { database, bus, index, folder, drained };
    const residual = await lookThrough(stores, reachOf(row), await this.valuesOf(row), row);
    await this.write(row, async (writer) => {
      await appendToErasure(writer, row.erasure_id, scanErasure(erasureStateOf(row), residual, now()));
      await writer.destroyKeys([row.erasure_id]);
    });
  }

  /** The key of the values is gone: from its table and its log too, before anything is signed. */
  private async finish(row: ErasureRow): Promise<void> {
    const { database, log, now } = this.options;
    await purgeDeadRows(database, sealedTables);
    const signer = await log.signer();
    const status = Number(row.residual?.['hits'] ?? 0) === 0 ? 'done' : 'failed';
    await this.write(row, async (writer) => {
      const at = now();
      const finished: ErasureRow = { ...row, status, finished_at: at };
      const where = whereKept(this.options);
      const end = {
        status,
        receipt: { ...signed(unsignedView(finished, 'operator', where), signer) },
        ownReceipt: { ...signed(unsignedView(finished, 'own', where), signer) },
      } as const;
      await appendToErasure(writer, row.erasure_id, finishErasure(erasureStateOf(row), end, at));
    });
  }
}
