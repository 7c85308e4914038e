import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database';
import { event as build } from '#domain';
import type { EventLog } from '#event-log';
import { readByOthers, type ReadBefore } from '#read-models';

export interface ReExtractionOptions {
  readonly database: Database;
  readonly log: EventLog;
  /** Of the extractor that reads now. */
  readonly version: string;
  readonly now: () => Date;
  /** Wakes whoever reads, and resolves when nothing is left to read. */
  readonly readAll: () => Promise<void>;
  /** How much of what was read waits to be indexed. */
  readonly waiting: () => Promise<number>;
  readonly onError: (error: unknown) => void;
}

/** So few at once that a new message never waits long behind them. */
const askedAtOnce = 50;
/** Rows that one SQL statement looks through: the embedded database answers nobody else until it is done. */
const lookedThrough = 1_000;
const waitingAtMost = 200;
const lookAgainMs = 100;
const retryAfterMs = 5_000;

const beginning: Pick<ReadBefore, 'source_id' | 'sent_at' | 'record_id'> = {
  source_id: '00000000-0000-0000-0000-000000000000',
  sent_at: new Date(0),
  record_id: '00000000-0000-0000-0000-000000000000',
};

/**
 * Has everything read again that another version of the extractor read, a few messages at a time, and only while nothing
 * new waits. What is left to do stands in the rows: a process that is killed goes on at its next start.
 */
export class ReExtraction {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: ReExtractionOptions) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Resolves when everything has been read by this version, or was tried. */
  finished(): Promise<void> {
    return this.running;
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    let after = beginning;
    while (!this.isStopped()) {
      try {
        const rows = await this.next(after);
        const last = rows.at(-1);
        if (!last) return;
        await this.ask(rows.filter((row) => row.is_older));
        after = last;
      } catch (error) {
        if (this.isStopped()) return;
        this.options.onError(error);
        await this.pause(retryAfterMs);
      }
    }
  }

  private next(after: typeof beginning): Promise<readonly ReadBefore[]> {
    return readByOthers(this.options.database, after, this.options.version, lookedThrough);
  }

  private async ask(rows: readonly ReadBefore[]): Promise<void> {
    for (let from = 0; from < rows.length && !this.isStopped(); from += askedAtOnce) {
      await this.calm();
      const some = rows.slice(from, from + askedAtOnce);
      for (const tenantId of new Set(some.map((row) => row.tenant_id)))
        await this.askTenant(
          tenantId,
          some.filter((row) => row.tenant_id === tenantId).map((row) => row.record_id),
        );
    }
  }

  private async askTenant(tenantId: string, recordIds: readonly string[]): Promise<void> {
    const { log, now, version, readAll } = this.options;
    const asked = build('ReadingAsked', { recordIds: [...recordIds], extractor: version }, now());
    await log.write(tenantId, (writer) =>
      writer.append([{ stream: `reading-${version}`, events: [asked] }], {
        actor: 'ingest',
      }),
    );
    await readAll();
  }

  /** New messages are read and indexed first. */
  private async calm(): Promise<void> {
    await this.options.readAll();
    while (!this.isStopped() && (await this.options.waiting()) > waitingAtMost) await this.pause(lookAgainMs);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined);
  }
}
