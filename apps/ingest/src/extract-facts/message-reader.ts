import { randomUUID } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import type { Database } from '#database';
import { event as build, isReadAsTalk, type Knobs } from '#domain';
import type { EventLog } from '#event-log';
import type { FactExtractor, Extraction } from '#extraction';
import {
  claimUnread,
  letGoOfClaims,
  nextUnread,
  proposedIn,
  streamPartsOf,
  unreadMessage,
  type MessageRow,
} from '#read-models';
import { loadInContext, type MessageInContext } from '../message-context/message-context.js';
import {
  persist,
  unreadable,
  type ExtractedBatch,
  type LoadedBatch,
  type MessageOutcome,
  type PersistSettings,
} from './persist.js';
import { openSpan } from '#observability';
import { tracesOf } from '../traces.js';
import { windowMessageOf } from '../message-context/windows.js';
import { messageStream } from '../message-stream.js';

export interface ReaderOptions {
  readonly database: Database;
  readonly log: EventLog;
  readonly extractor: FactExtractor;
  readonly knobs: Knobs;
  readonly confidenceThreshold: number;
  /** Whose proposals are read with the messages; null: nobody proposes. */
  readonly proposer: string | null;
  readonly isEnabled: boolean;
  readonly batchSize: number;
  readonly now: () => Date;
  readonly onRead: (messages: readonly MessageOutcome[]) => void;
  /** Something was asked to be forgotten: what is parked may be meant. */
  readonly onForgetting: () => Promise<void>;
}

/** What a process that was killed had claimed is read by another after so long; reading that takes longer is done twice. */
const claimMs = 10_000;

const isId = (id: string): boolean => id !== 'all';

/** Messages read in one go: some milliseconds in which nobody else is answered. */
const sliceSize = 25;

/**
 * Reads what needs reading, in three steps: load, extract, persist. Only the last writes, in one unit of work. Nothing is persisted
 * before it: after a crash the batch is in the extraction queue still, and is read again.
 */
export class MessageReader {
  readonly batchSize: number;
  private readonly owner = randomUUID();

  constructor(private readonly options: ReaderOptions) {
    this.batchSize = options.batchSize;
  }

  /** The next messages of one tenant, without those in `except`. Null: there are none. */
  async load(except: readonly string[]): Promise<LoadedBatch | null> {
    return this.withContexts(await this.next(except));
  }

  /** What the next batch would read. */
  async nextIds(except: readonly string[]): Promise<readonly string[]> {
    return (await this.next(except)).map((row) => row.record_id);
  }

  /** Others may read what this one has claimed and not read. */
  async letGo(): Promise<void> {
    if (this.isShared) await letGoOfClaims(this.options.database, this.owner);
  }

  /** On a server others read the same queue; the embedded engine is one process' own. */
  private get isShared(): boolean {
    return this.options.database.engine === 'server';
  }

  private next(except: readonly string[]): Promise<readonly MessageRow[]> {
    const { database } = this.options;
    const ids = except.filter(isId);
    return this.isShared
      ? claimUnread(database, this.batchSize, ids, { owner: this.owner, forMs: claimMs })
      : nextUnread(database, this.batchSize, ids);
  }

  async readOne(recordId: string, signal: AbortSignal): Promise<void> {
    const row = await unreadMessage(this.options.database, recordId);
    const loaded = await this.withContexts(row ? [row] : []);
    if (loaded) await this.persist(await this.extract(loaded, signal));
  }

  private async withContexts(rows: readonly MessageRow[]): Promise<LoadedBatch | null> {
    const { database, log, now, proposer } = this.options;
    const tenantId = rows[0]?.tenant_id;
    if (tenantId === undefined) return null;
    const own = rows.filter((row) => row.tenant_id === tenantId);
    // INVARIANT: before anything else is read, so that whatever comes after it is seen as a change.
    const head = await log.head(tenantId);
    const messages = await loadInContext(database, tenantId, own, now());
    const ids = own.map((row) => row.record_id);
    const proposed = proposer === null ? new Map() : await proposedIn(database, ids, proposer);
    return { tenantId, head, messages, proposed };
  }

  /** Outside any transaction, and in slices: while one batch is read the database works on another. */
  async extract(loaded: LoadedBatch, signal: AbortSignal): Promise<ExtractedBatch> {
    const isReadable = ({ row }: MessageInContext): boolean =>
      this.options.isEnabled &&
      row.text !== null &&
      isReadAsTalk(row.text) &&
      row.author_type !== 'agent' &&
      row.author_type !== 'system';
    const readable = loaded.messages.filter(isReadable);
    const byRecord = new Map<string, Extraction>();
    for (let from = 0; from < readable.length; from += sliceSize) {
      const slice = readable.slice(from, from + sliceSize);
      const readings = await this.options.extractor.extract(
        slice.map(({ row, context }) => ({
          message: windowMessageOf(row),
          context,
          proposals: (loaded.proposed.get(row.record_id) ?? []).map((proposal) => ({
            ...proposal,
            recordId: row.record_id,
          })),
        })),
        signal,
      );
      slice.forEach(({ row }, index) => byRecord.set(row.record_id, readings[index] ?? unreadable));
      await others();
    }
    return {
      ...loaded,
      readings: loaded.messages.map(({ row }) => byRecord.get(row.record_id) ?? unreadable),
    };
  }

  async persist(batch: ExtractedBatch): Promise<void> {
    const { log, onForgetting, onRead } = this.options;
    const settings = this.settings(batch.tenantId);
    const startedAt = new Date();
    const outcomes = await log.write(batch.tenantId, (writer) => persist(writer, batch, settings));
    const asks = batch.readings.some(({ directives }) =>
      directives.some(({ kind }) => kind.startsWith('forget')),
    );
    if (asks) await onForgetting();
    onRead(outcomes);
    await this.trace(batch.tenantId, outcomes, startedAt);
  }

  /** In the trace in which a message came, that it was read. */
  private async trace(tenantId: string, outcomes: readonly MessageOutcome[], startedAt: Date): Promise<void> {
    const traces = await tracesOf(
      this.options,
      tenantId,
      outcomes.map(({ recordId }) => recordId),
    );
    for (const [recordId, from] of traces)
      openSpan({
        name: 'ingest.read',
        kind: 'internal',
        from,
        startedAt,
        attributes: { 'kith.record_id': recordId },
      }).end();
  }

  private settings(tenantId: string): PersistSettings {
    const { knobs, confidenceThreshold, extractor, now } = this.options;
    return { tenantId, knobs, confidenceThreshold, extractor, now: now() };
  }

  /** Gives up on a message for now: it stays, and a better extractor may read it. */
  async park(recordId: string, cause: string, attempts: number): Promise<void> {
    const { database, log, extractor, now } = this.options;
    const own = await streamPartsOf(database, recordId);
    if (!own) return;
    const parked = build(
      'MessageReadingParked',
      { recordId, extractor: extractor.version, cause, attempts },
      now(),
    );
    await log.write(own.tenantId, (writer) =>
      writer.append([{ stream: messageStream(own.sourceId, recordId), events: [parked] }], {
        actor: 'ingest',
      }),
    );
  }
}
