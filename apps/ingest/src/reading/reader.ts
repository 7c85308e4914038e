import { setImmediate as others } from 'node:timers/promises';
import type { Database, Sql } from '#database';
import { event as build, type FactOutcome, type Knobs } from '#domain';
import type { EventLog, StreamAppend } from '#event-log';
import type { Extractor, Reading } from '#extraction';
import { messages, type MessageRow } from '#read-models';
import { loadUnread, type ReadMessage, type ToHold, type Unread } from './contexts.js';
import { withForgetting } from './counting.js';
import { loadHeld } from './held.js';
import { capture } from './hold.js';
import { withKinSettled } from './kin-held.js';
import { decidedOf, decidedWith, policedAs, undecided, type Decided } from './police.js';
import { redact, toRedact } from './redacting.js';
import { settleTopics } from './settling.js';
import { coveredLater } from './spoken-of.js';
import { logHead, nameKeysOf, stillCurrent } from './still-current.js';
import { windowMessageOf } from './windows.js';

export interface ReaderOptions {
  readonly database: Database;
  readonly log: EventLog;
  readonly extractor: Extractor;
  readonly knobs: Knobs;
  readonly confidenceThreshold: number;
  readonly isEnabled: boolean;
  readonly batchSize: number;
  readonly now: () => Date;
  readonly onRead: (messages: readonly MessageOutcome[]) => void;
  /** Something was asked to be forgotten: what is parked may be meant. */
  readonly onForgetting: () => Promise<void>;
}

/** What came of reading one message, by ids. */
export interface MessageOutcome {
  readonly recordId: string;
  readonly eventKey: string;
  readonly outcomes: readonly FactOutcome[];
}

const nothing: Reading = {
  facts: [],
  refusals: [],
  directives: [],
  namesLookedUp: [],
  usedContext: false,
  usedKin: false,
};

const unreadColumns = Object.keys(messages.columns).join(', ');

const loadBatch = async (
  sql: Sql,
  batchSize: number,
  except: readonly string[],
): Promise<readonly MessageRow[]> =>
  sql.query<MessageRow>(
    `select ${unreadColumns} from messages where needs_reading and not record_id = any($2::uuid[])
     order by tenant_id, sent_at, record_id limit $1`,
    [batchSize, except],
  );

const loadOne = async (sql: Sql, recordId: string): Promise<readonly MessageRow[]> =>
  sql.query<MessageRow>(`select ${unreadColumns} from messages where needs_reading and record_id = $1`, [
    recordId,
  ]);

const isId = (id: string): boolean => id !== 'all';

/** Messages of one tenant with all that they are read with, as it was known when the log ended at `head`. */
export interface Loaded {
  readonly tenantId: string;
  readonly unread: readonly Unread[];
  readonly head: bigint;
}

/** Messages that were read, and are not held yet. */
export interface ReadBatch extends Loaded {
  readonly readings: readonly Reading[];
}

/** Messages read in one go: some milliseconds in which nobody else is answered. */
const sliceSize = 25;

/**
 * Reads what needs reading, in three steps: load, extract, hold. Only the last writes: one unit of work that holds the
 * facts, settles their topics and notes what came of each message. What was loaded or read and is not held is forgotten
 * with the process, and stays on the list.
 */
export class MessageReader {
  readonly batchSize: number;

  constructor(private readonly options: ReaderOptions) {
    this.batchSize = options.batchSize;
  }

  /** The next messages of one tenant, without those in `except`. Null: there are none. */
  async load(except: readonly string[]): Promise<Loaded | null> {
    return this.withContexts(
      await loadBatch(this.options.database, this.options.batchSize, except.filter(isId)),
    );
  }

  /** What the next batch would read. */
  async nextIds(except: readonly string[]): Promise<readonly string[]> {
    const rows = await loadBatch(this.options.database, this.options.batchSize, except.filter(isId));
    return rows.map((row) => row.record_id);
  }

  async readOne(recordId: string): Promise<void> {
    const loaded = await this.withContexts(await loadOne(this.options.database, recordId));
    if (loaded) await this.hold(await this.extract(loaded));
  }

  private async withContexts(rows: readonly MessageRow[]): Promise<Loaded | null> {
    const { database, now } = this.options;
    const tenantId = rows[0]?.tenant_id;
    if (tenantId === undefined) return null;
    const own = rows.filter((row) => row.tenant_id === tenantId);
    // INVARIANT: before anything else is read, so that whatever comes after it is seen as a change.
    const head = await logHead(database, tenantId);
    return { tenantId, head, unread: await loadUnread(database, tenantId, own, now()) };
  }

  /** Outside any transaction, and in slices: while one batch is read the database works on another. */
  async extract(loaded: Loaded): Promise<ReadBatch> {
    const isReadable = ({ row }: Unread): boolean =>
      this.options.isEnabled &&
      row.text !== null &&
      row.author_type !== 'agent' &&
      row.author_type !== 'system';
    const readable = loaded.unread.filter(isReadable);
    const byRecord = new Map<string, Reading>();
    for (let from = 0; from < readable.length; from += sliceSize) {
      const slice = readable.slice(from, from + sliceSize);
      const readings = await this.options.extractor.read(
        slice.map(({ row, context }) => ({ message: windowMessageOf(row), context })),
      );
      slice.forEach(({ row }, index) => byRecord.set(row.record_id, readings[index] ?? nothing));
      await others();
    }
    return { ...loaded, readings: loaded.unread.map(({ row }) => byRecord.get(row.record_id) ?? nothing) };
  }

  async hold({ tenantId, unread, readings, head }: ReadBatch): Promise<void> {
    const { log, now, knobs, confidenceThreshold } = this.options;
    const items = unread.map((item, index): ToHold => ({
      unread: item,
      reading: readings[index] ?? nothing,
    }));
    const read = await log.write(tenantId, async (writer) => {
      const fresh = await stillCurrent(writer, tenantId, items, head);
      const held = await loadHeld(
        writer.sql,
        fresh.map(({ unread: item }) => item.row.record_id),
      );
      const current = withKinSettled(fresh, held);
      const captured = await capture(
        writer,
        { tenantId, knobs, confidenceThreshold, now: now() },
        current,
        held,
      );
      const superseding = await settleTopics(writer, tenantId, captured.touched, now());
      const nowRead = captured.read.map((item) => item.unread);
      const covered = await coveredLater(writer.sql, tenantId, nowRead);
      const recordIds = nowRead.map(({ row }) => row.record_id);
      const decided = decidedWith(await decidedOf(writer.sql, recordIds), covered);
      const redacting = await toRedact(writer.sql, tenantId, captured.read);
      const counted = await withForgetting(
        writer.sql,
        { tenantId, knobs, now: now() },
        captured.read,
        redacting.goneBy,
      );
      const appends = counted.map((item) => this.readEvent(tenantId, item, superseding, decided));
      await writer.append(appends, { actor: 'ingest' });
      // After the readings: what is taken out of a message that was read just now has to be read again.
      const redacted = await redact(writer, tenantId, captured.read, redacting, now());
      await settleTopics(writer, tenantId, redacted, now());
      return counted.map(({ unread: { row }, outcomes: came }) => ({
        recordId: row.record_id,
        eventKey: row.event_key,
        outcomes: came,
      }));
    });
    const asks = readings.some(({ directives }) => directives.some(({ kind }) => kind.startsWith('forget')));
    if (asks) await this.options.onForgetting();
    this.options.onRead(read);
  }

  private readEvent(
    tenantId: string,
    item: ReadMessage,
    superseding: ReadonlyMap<string, readonly string[]>,
    decided: ReadonlyMap<string, Decided>,
  ): StreamAppend {
    const { row, place } = item.unread;
    const outcomes = item.outcomes.map((outcome) =>
      outcome.outcome === 'ADD' && outcome.memoryId !== null && superseding.has(outcome.memoryId)
        ? { ...outcome, outcome: 'SUPERSEDE' as const }
        : outcome,
    );
    const data = {
      recordId: row.record_id,
      extractor: this.options.extractor.version,
      outcomes: [...outcomes],
      nameKeys: nameKeysOf(tenantId, row, item.reading),
      usedContext: item.reading.usedContext,
      ...policedAs(row, place, item.reading, this.options, decided.get(row.record_id) ?? undecided),
    };
    return {
      stream: `message-${row.source_id}+${row.record_id}`,
      expectedVersion: 'any',
      events: [build('MessageRead', data, this.options.now())],
    };
  }

  /** Gives up on a message for now: it stays, and a better extractor may read it. */
  async park(recordId: string, cause: string, attempts: number): Promise<void> {
    const { database, log, extractor, now } = this.options;
    const [row] = await database.query<{ tenant_id: string; source_id: string }>(
      'select tenant_id, source_id from messages where record_id = $1',
      [recordId],
    );
    if (!row) return;
    const parked = build(
      'MessageReadingParked',
      { recordId, extractor: extractor.version, cause, attempts },
      now(),
    );
    await log.write(row.tenant_id, (writer) =>
      writer.append(
        [{ stream: `message-${row.source_id}+${recordId}`, expectedVersion: 'any', events: [parked] }],
        { actor: 'ingest' },
      ),
    );
  }
}
