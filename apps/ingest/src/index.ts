import type { Database } from '#database';
import { failed, type Answer, type Caller, type IngestService, type Knobs } from '#domain';
import type { EventLog, Subscription } from '#event-log';
import type { Extractor } from '#extraction';
import type { MemoryIndex } from '#memory-index';
import type { Consumption, MessageBus, RequestReply } from '#messaging';
import { patchMemory } from './commands/correct.js';
import { forgetMemories, forgetMemory } from './commands/forget.js';
import { giveGrant, revokeGrant } from './commands/grants.js';
import { eventStatus } from './commands/event-status.js';
import { discardParked, listParked, replayParked } from './commands/parked.js';
import { remember } from './commands/remember.js';
import type { CommandOptions } from './commands/command-options.js';
import { areIndexed, noting } from './commands/when-indexed.js';
import { startOutbox } from './outbox/outbox.js';
import { reachParked } from './parked/reach.js';
import { ReExtraction } from './extract-facts/re-extraction.js';
import { MessageReader } from './extract-facts/message-reader.js';
import type { MessageOutcome } from './extract-facts/persist.js';
import { ExtractionLoop } from './extract-facts/extraction-loop.js';
import { recordDeliveries } from './record-message/recorder.js';

export interface IngestOptions {
  readonly database: Database;
  readonly log: EventLog;
  readonly bus: MessageBus;
  readonly services: RequestReply;
  readonly index: MemoryIndex;
  readonly extractor: Extractor;
  readonly knobs: Knobs;
  readonly isExtractionEnabled: boolean;
  readonly confidenceThreshold: number;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly onRecorded: (events: number) => void;
  readonly onRead: (messages: readonly MessageOutcome[]) => void;
  readonly onError: (error: unknown) => void;
}

const recorderName = 'ingest-recorder';

/** Command side: message events become people, places, facts in the log. */
export class Ingest {
  private consumption: Consumption | null = null;
  private outbox: Subscription | null = null;
  private readonly reader: MessageReader;
  private readonly loop: ExtractionLoop;
  private readonly anew: ReExtraction;
  private reaching: Promise<void> = Promise.resolve();

  constructor(private readonly options: IngestOptions) {
    this.reader = new MessageReader({
      ...options,
      isEnabled: options.isExtractionEnabled,
      batchSize: 200,
      onForgetting: () => this.reachParked(),
    });
    this.loop = new ExtractionLoop({
      reader: this.reader,
      maxAttempts: 5,
      retryAfterMs: 2_000,
      onError: options.onError,
    });
    this.anew = new ReExtraction({
      ...options,
      version: options.extractor.version,
      readAll: () => {
        this.loop.wake();
        return this.loop.idle();
      },
      waiting: async () => (await options.bus.depth()).reduce((sum, { waiting }) => sum + waiting, 0),
    });
  }

  /** Answers commands, records what the bus delivers, reads what is recorded, and tells the bus what changed. */
  async start(): Promise<void> {
    const { log, bus, onRecorded, onError } = this.options;
    this.respond();
    this.outbox = await startOutbox(log, bus, onError);
    this.consumption = await bus.consume({
      name: recorderName,
      kind: 'events',
      batchSize: 200,
      maxAttempts: 5,
      onParked: () => this.reachParked(),
      handle: recordDeliveries({
        log,
        onDeleted: () => this.reachParked(),
        onRecorded: (events) => {
          onRecorded(events);
          this.loop.wake();
        },
      }),
    });
    this.loop.wake();
    await this.reachParked();
    // Without extraction nothing is read from messages: reading them again would let go of what is held.
    if (this.options.isExtractionEnabled) this.anew.start();
  }

  /** One after another: what two would find would be let go of twice. */
  private reachParked(): Promise<void> {
    this.reaching = this.reaching
      .then(() => reachParked(this.options, recorderName))
      .catch(this.options.onError);
    return this.reaching;
  }

  /**
   * What people decided about a memory polices the messages that say it anew, and those are read at once. Then it is
   * waited for until recall sees all that moved.
   */
  private async moving<T>(
    { tenantId }: Caller,
    waitMs: number,
    work: (options: CommandOptions) => Promise<Answer<T>>,
  ): Promise<Answer<T>> {
    const { options } = this;
    const moved = new Set<string>();
    const answer = await work({ ...options, log: noting(options.log, moved) });
    this.loop.wake();
    if (!answer.ok || waitMs === 0) return answer;
    const waiting = { ...options, readFirst: (recordId: string) => this.reader.readOne(recordId) };
    if (await areIndexed(waiting, tenantId, [...moved], waitMs)) return answer;
    return failed('timeout', 'it is kept, but recall could not see it in time');
  }

  private respond(): void {
    const { options } = this;
    const service: IngestService = {
      remember: ({ caller, request, waitMs }) =>
        this.moving(caller, waitMs, (noted) => remember(noted, caller, request)),
      patch: ({ caller, memoryId, viewer, patch, waitMs }) =>
        this.moving(caller, waitMs, (noted) => patchMemory(noted, caller, memoryId, viewer, patch)),
      forget: ({ caller, memoryId, viewer, waitMs }) =>
        this.moving(caller, waitMs, (noted) => forgetMemory(noted, caller, memoryId, viewer)),
      forgetMany: ({ caller, query, waitMs }) =>
        this.moving(caller, waitMs, (noted) => forgetMemories(noted, caller, query)),
      giveGrant: ({ caller, grant }) => giveGrant(options, caller, grant),
      revokeGrant: ({ caller, grantId }) => revokeGrant(options, caller, grantId),
      listParked: ({ caller, query }) => listParked(options, caller, query),
      replayParked: ({ caller, parkedId }) => replayParked(options, caller, parkedId),
      discardParked: ({ caller, parkedId }) => discardParked(options, caller, parkedId),
      eventStatus: ({ caller, eventKey, waitMs }) =>
        eventStatus({ ...options, consumer: recorderName }, caller, eventKey, waitMs),
    };
    for (const [operation, handler] of Object.entries(service))
      options.services.respond('ingest', operation, handler as (input: unknown) => Promise<unknown>);
  }

  /** Stops pulling first, then finishes what is in hand. */
  async stop(): Promise<void> {
    await this.consumption?.stop();
    await this.anew.stop();
    await this.loop.stop();
    await this.outbox?.stop();
  }

  /** Resolves when what another extractor read was read again, or tried. */
  readAnew(): Promise<void> {
    return this.anew.finished();
  }

  /** Resolves when everything published before the call is recorded, read and announced. */
  async settled(withinMs: number): Promise<void> {
    await this.consumption?.drained(withinMs);
    await this.loop.idle();
    await this.outbox?.caughtUp(withinMs);
  }
}
