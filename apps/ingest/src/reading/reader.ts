import type { Database, Sql } from '#database';
import { event as build, kinKeyOf, nameKeyOf, type FactOutcome, type Knobs } from '#domain';
import type { EventLog, LogWriter, StreamAppend } from '#event-log';
import type { Extractor, Reading } from '#extraction';
import { kinChangedSince, messages, nameForms, type MessageRow } from '#read-models';
import { loadUnread, type Unread } from './contexts.js';
import { loadHeld } from './held.js';
import { capture, type ReadMessage } from './hold.js';
import { withKinSettled } from './kin-held.js';
import { decidedOf, policedAs, type Decided } from './police.js';
import { redact } from './redacting.js';
import { settleTopics } from './settling.js';
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

const undecided: Decided = { isForgotten: false, isConfided: false };

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

const logHead = async (sql: Sql, tenantId: string): Promise<bigint> => {
  const [row] = await sql.query<{ head: string | null }>(
    'select max(position) as head from events where tenant_id = $1',
    [tenantId],
  );
  return BigInt(row?.head ?? 0);
};

/** Names, by their keys, that came to be known after a position; and whether any message did. */
const changedSince = async (sql: Sql, tenantId: string, position: bigint) => {
  const rows = await sql.query<{ entity_id: string | null; source_id: string | null }>(
    `select data ->> 'entityId' as entity_id, null as source_id from events where tenant_id = $1 and position > $2::bigint
       and type in ('AccountRegistered', 'ProfileObserved', 'ParticipantJoined')
     union select n.entity_id, e.data ->> 'sourceId' from events e left join lateral jsonb_array_elements_text(e.data -> 'newcomers') as n(entity_id) on true
       where e.tenant_id = $1 and e.position > $2::bigint and e.type = 'MessageRecorded'`,
    [tenantId, position.toString()],
  );
  const entityIds = [...new Set(rows.flatMap((row) => (row.entity_id === null ? [] : [row.entity_id])))];
  const names = await sql.query<{ name: string }>(
    'select coalesce(handle, display_name) as name from entity_aliases where entity_id = any($1::uuid[])',
    [entityIds],
  );
  return {
    nameKeys: new Set([
      ...names.flatMap(({ name }) => nameForms(name)).map((form) => nameKeyOf(tenantId, form)),
      ...(await kinChangedSince(sql, tenantId, position)).map((speakerId) => kinKeyOf(tenantId, speakerId)),
    ]),
    entityIds: new Set(entityIds),
    sourceIds: new Set(rows.flatMap((row) => (row.source_id === null ? [] : [row.source_id]))),
  };
};

/** Of their places, those that turned out, after a position, to hang or to be restricted otherwise than known. */
const placesMovedSince = async (
  sql: Sql,
  position: bigint,
  unread: readonly Unread[],
): Promise<ReadonlySet<string>> => {
  const rows = await sql.query<{ source_id: string }>(
    'select source_id from sources where source_id = any($1::uuid[]) and greatest(moved_position, confined_position) > $2::bigint',
    [[...new Set(unread.map(({ row }) => row.source_id))], position.toString()],
  );
  return new Set(rows.map((row) => row.source_id));
};

const nameKeysOf = (tenantId: string, authorId: string, reading: Reading): string[] =>
  [
    ...[...new Set(reading.namesLookedUp.flatMap(nameForms))].map((form) => nameKeyOf(tenantId, form)),
    ...(reading.usedKin ? [kinKeyOf(tenantId, authorId)] : []),
  ].sort();

/**
 * Reads what needs reading: extraction first, outside any transaction, then one unit of work that holds the facts,
 * settles their topics and notes what came of each message.
 */
export class MessageReader {
  constructor(private readonly options: ReaderOptions) {}

  /** Reads one batch of one tenant; messages in `except` wait. Returns what was read. */
  async readBatch(except: readonly string[]): Promise<readonly string[]> {
    return this.read(await loadBatch(this.options.database, this.options.batchSize, except.filter(isId)));
  }

  /** What the next batch would read. */
  async nextIds(except: readonly string[]): Promise<readonly string[]> {
    const rows = await loadBatch(this.options.database, this.options.batchSize, except.filter(isId));
    return rows.map((row) => row.record_id);
  }

  async readOne(recordId: string): Promise<void> {
    await this.read(await loadOne(this.options.database, recordId));
  }

  private async read(rows: readonly MessageRow[]): Promise<readonly string[]> {
    const { database, now } = this.options;
    const tenantId = rows[0]?.tenant_id;
    if (tenantId === undefined) return [];
    const own = rows.filter((row) => row.tenant_id === tenantId);
    const head = await logHead(database, tenantId);
    const unread = await loadUnread(database, tenantId, own, now());
    const readings = await this.extract(unread);
    await this.hold(tenantId, unread, readings, head);
    return own.map((row) => row.record_id);
  }

  private async extract(unread: readonly Unread[]): Promise<readonly Reading[]> {
    const isReadable = ({ row }: Unread): boolean =>
      this.options.isEnabled &&
      row.text !== null &&
      row.author_type !== 'agent' &&
      row.author_type !== 'system';
    const readable = unread.filter(isReadable);
    const readings = await this.options.extractor.read(
      readable.map(({ row, context }) => ({ message: windowMessageOf(row), context })),
    );
    const byRecord = new Map(readable.map(({ row }, index) => [row.record_id, readings[index] ?? nothing]));
    return unread.map(({ row }) => byRecord.get(row.record_id) ?? nothing);
  }

  private async hold(
    tenantId: string,
    unread: readonly Unread[],
    readings: readonly Reading[],
    head: bigint,
  ): Promise<void> {
    const { log, now, knobs, confidenceThreshold } = this.options;
    const read = await log.write(tenantId, async (writer) => {
      const fresh = await this.stillCurrent(writer, tenantId, unread, readings, head);
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
      const decided = await decidedOf(
        writer.sql,
        captured.read.map((item) => item.unread.row.record_id),
      );
      const appends = captured.read.map((item) => this.readEvent(tenantId, item, superseding, decided));
      await writer.append(appends, { actor: 'ingest' });
      // After the readings: what is taken out of a message that was read just now has to be read again.
      await settleTopics(writer, tenantId, await redact(writer, tenantId, captured.read, now()), now());
      return captured.read.map(({ unread: { row }, outcomes: came }) => ({
        recordId: row.record_id,
        eventKey: row.event_key,
        outcomes: came,
      }));
    });
    this.options.onRead(read);
  }

  /** What was read before somebody new, or something late, became known is left to be read again. */
  private async stillCurrent(
    writer: LogWriter,
    tenantId: string,
    unread: readonly Unread[],
    readings: readonly Reading[],
    head: bigint,
  ): Promise<readonly { unread: Unread; reading: Reading }[]> {
    const positions = await writer.sql.query<{ record_id: string; position: string }>(
      'select record_id, position from messages where record_id = any($1::uuid[]) and needs_reading',
      [unread.map(({ row }) => row.record_id)],
    );
    const positionOf = new Map(positions.map((row) => [row.record_id, row.position]));
    const changed = await changedSince(writer.sql, tenantId, head);
    const movedIds = await placesMovedSince(writer.sql, head, unread);
    return unread.flatMap((item, index) => {
      const reading = readings[index] ?? nothing;
      const isUnchanged = positionOf.get(item.row.record_id) === String(item.row.position);
      const namesMoved = nameKeysOf(tenantId, item.row.author_id, reading).some((key) =>
        changed.nameKeys.has(key),
      );
      const contextMoved = reading.usedContext && changed.sourceIds.has(item.row.source_id);
      const speakerMoved = item.place.type === 'dm' && changed.entityIds.has(item.row.author_id);
      const moved = namesMoved || contextMoved || speakerMoved || movedIds.has(item.row.source_id);
      return isUnchanged && !moved ? [{ unread: item, reading }] : [];
    });
  }

  private readEvent(
    tenantId: string,
    item: ReadMessage,
    superseding: ReadonlySet<string>,
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
      nameKeys: nameKeysOf(tenantId, row.author_id, item.reading),
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
