import type { Database } from '#database';
import { event as build, isReadAsTalk, type ProposedFact } from '#domain';
import type { EventLog, StreamAppend } from '#event-log';
import { ProposingError, type FactProposer, type Proposal } from '#extraction';
import {
  countAskedSince,
  unchangedAmong,
  unproposedAmong,
  unproposedBehind,
  type MessageRow,
  type Unproposed,
} from '#read-models';
import { loadInContext } from '../message-context/message-context.js';
import { windowMessageOf } from '../message-context/windows.js';
import { messageStream } from '../message-stream.js';

export interface ProposalLoopOptions {
  readonly database: Database;
  readonly log: EventLog;
  readonly proposer: FactProposer;
  /** Of the extractor that reads what was proposed. */
  readonly version: string;
  /** A place is asked about once nobody has said anything there for so long. */
  readonly pauseMs: number;
  /** Of so many messages of a tenant a day at most. */
  readonly dailyMessages: number;
  readonly now: () => Date;
  /** How long it rests after the first failure. */
  readonly restMs: number;
  readonly onError: (error: unknown) => void;
}

const segmentSize = 20;
/** So many wait in memory; what was recorded before is found a page at a time. */
const waitingAtMost = 2_000;
const lookedThrough = 1_000;
const lowestId = '00000000-0000-0000-0000-000000000000';
/** An answer that cannot be read is asked for so often; then those messages give nothing. */
const triesOfSegment = 3;
const longestRestMs = 600_000;

const dayOf = (now: Date): Date => new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000);

/**
 * Asks a language model what messages hold, after they were read by rules and once their place is quiet: nobody waits for it. What
 * it proposes is kept in the log, and the messages are read again with it. While the model is away nothing is lost: it rests,
 * longer each time, and asks again.
 */
export class ProposalLoop {
  private readonly pending = new Set<string>();
  private readonly tries = new Map<string, number>();
  private readonly stopping = new AbortController();
  /** How far what was recorded before was looked through; null: to the end. */
  private behind: string | null = lowestId;
  private restMs = 0;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isRunning = false;
  private wake: () => void = () => undefined;

  constructor(private readonly options: ProposalLoopOptions) {}

  /** `wake` has whoever reads look for what is to be read. */
  start(wake: () => void): void {
    this.wake = wake;
    this.look(0);
  }

  /** These were read by rules just now. */
  heard(recordIds: readonly string[]): void {
    for (const recordId of recordIds) {
      if (this.pending.size >= waitingAtMost) {
        // Whatever is not held here is found again by looking through all of it.
        this.behind = lowestId;
        break;
      }
      this.pending.add(recordId);
    }
    if (!this.isRunning && this.timer === undefined) this.look(this.options.pauseMs);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private look(afterMs: number): void {
    if (this.isStopped()) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.isRunning = true;
      this.running = this.run().finally(() => {
        this.isRunning = false;
        if (this.pending.size > 0 || this.behind !== null)
          this.look(Math.max(this.restMs, this.options.pauseMs, 100));
      });
    }, afterMs).unref();
  }

  private async run(): Promise<void> {
    try {
      while (!this.isStopped()) {
        await this.fill();
        const segment = await this.next();
        if (segment.length === 0) return;
        await this.ask(segment);
        this.restMs = 0;
      }
    } catch (error) {
      if (this.isStopped()) return;
      this.restMs = Math.min(longestRestMs, Math.max(this.options.restMs, this.restMs * 2));
      this.options.onError(error);
    }
  }

  private async fill(): Promise<void> {
    const { database, proposer } = this.options;
    while (this.behind !== null && this.pending.size < waitingAtMost / 2 && !this.isStopped()) {
      const { recordIds, last } = await unproposedBehind(
        database,
        proposer.version,
        this.behind,
        lookedThrough,
      );
      for (const recordId of recordIds) this.pending.add(recordId);
      this.behind = last;
    }
  }

  /** Messages of one quiet place, of a tenant that may ask still. */
  private async next(): Promise<readonly MessageRow[]> {
    const { database, proposer, pauseMs, now } = this.options;
    const quietSince = new Date(now().getTime() - pauseMs);
    const ids = [...this.pending];
    const rows = await unproposedAmong(database, proposer.version, ids, quietSince);
    const waiting = new Set(rows.map((row) => row.record_id));
    for (const recordId of ids) if (!waiting.has(recordId)) this.pending.delete(recordId);
    const spent = new Set<string>();
    for (const first of rows.filter((row) => row.is_quiet)) {
      if (spent.has(first.tenant_id)) continue;
      const segment = this.segmentFrom(first, rows);
      if (await this.mayAsk(first.tenant_id, segment.length)) return segment;
      spent.add(first.tenant_id);
    }
    return [];
  }

  private segmentFrom(first: Unproposed, rows: readonly Unproposed[]): readonly MessageRow[] {
    return rows
      .filter((row) => row.tenant_id === first.tenant_id && row.source_id === first.source_id)
      .slice(0, segmentSize);
  }

  private async mayAsk(tenantId: string, count: number): Promise<boolean> {
    const { database, dailyMessages, now } = this.options;
    return (await countAskedSince(database, tenantId, dayOf(now()))) + count <= dailyMessages;
  }

  private async ask(rows: readonly MessageRow[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const { database, proposer, now } = this.options;
    const talk = rows.filter((row) => row.text !== null && isReadAsTalk(row.text));
    const loaded = await loadInContext(database, first.tenant_id, talk, now());
    const given = loaded.map(({ row, context }) => ({ message: windowMessageOf(row), context }));
    const proposals = await this.proposed(first.record_id, () =>
      given.length === 0 ? Promise.resolve([]) : proposer.propose(given, this.stopping.signal),
    );
    await this.keep(first.tenant_id, rows, proposals);
  }

  /** INVARIANT: no transaction is open here. */
  private async proposed(
    firstId: string,
    propose: () => Promise<readonly Proposal[]>,
  ): Promise<readonly Proposal[]> {
    try {
      const proposals = await propose();
      this.tries.delete(firstId);
      return proposals;
    } catch (error) {
      const isUnreadable = error instanceof ProposingError && error.kind === 'unreadable';
      const tries = (this.tries.get(firstId) ?? 0) + 1;
      if (!isUnreadable) throw error;
      this.tries.set(firstId, tries);
      if (tries < triesOfSegment) throw error;
      this.tries.delete(firstId);
      this.options.onError(error);
      return [];
    }
  }

  /** Notes what was proposed of words that are said still, and has those messages read with it. */
  private async keep(
    tenantId: string,
    rows: readonly MessageRow[],
    proposals: readonly Proposal[],
  ): Promise<void> {
    const { log, proposer, version, now } = this.options;
    await log.write(tenantId, async (writer) => {
      const same = await unchangedAmong(writer.sql, rows);
      const kept = rows.filter((row) => same.has(row.record_id));
      const noted = kept.map((row): StreamAppend => ({
        stream: messageStream(row.source_id, row.record_id),
        events: [
          build(
            'FactsProposed',
            { recordId: row.record_id, proposer: proposer.version, proposals: proposedOf(row, proposals) },
            now(),
          ),
        ],
      }));
      const recordIds = kept
        .filter((row) => proposedOf(row, proposals).length > 0)
        .map((row) => row.record_id);
      const asked =
        recordIds.length === 0
          ? []
          : [
              {
                stream: `reading-${version}`,
                events: [build('ReadingAsked', { recordIds, extractor: version }, now())],
              },
            ];
      await writer.append([...noted, ...asked], { actor: 'ingest' });
    });
    for (const row of rows) this.pending.delete(row.record_id);
    this.wake();
  }
}

const proposedOf = (row: MessageRow, proposals: readonly Proposal[]): ProposedFact[] =>
  proposals
    .filter(({ recordId }) => recordId === row.record_id)
    .map(({ recordId: _recordId, ...proposal }) => proposal);
