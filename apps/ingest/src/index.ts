import type { Database } from '#database';
import type { IngestService, Knobs } from '#domain';
import type { EventLog, Subscription } from '#event-log';
import type { Extractor } from '#extraction';
import type { MemoryIndex } from '#memory-index';
import type { Consumption, MessageBus, RequestReply } from '#messaging';
import { patchMemory } from './commands/correct.js';
import { forgetMemories, forgetMemory } from './commands/forget.js';
import { giveGrant, revokeGrant } from './commands/grants.js';
import { eventStatus } from './commands/event-status.js';
import { remember } from './commands/remember.js';
import { startOutbox } from './outbox.js';
import { ReadAnew } from './reading/read-anew.js';
import { MessageReader, type MessageOutcome } from './reading/reader.js';
import { ReadingLoop } from './reading/reading-loop.js';
import { recordDeliveries } from './record/recorder.js';

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
  private readonly loop: ReadingLoop;
  private readonly anew: ReadAnew;

  constructor(private readonly options: IngestOptions) {
    const reader = new MessageReader({ ...options, isEnabled: options.isExtractionEnabled, batchSize: 200 });
    this.loop = new ReadingLoop({ reader, maxAttempts: 5, retryAfterMs: 2_000, onError: options.onError });
    this.anew = new ReadAnew({
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
      handle: recordDeliveries({
        log,
        onRecorded: (events) => {
          onRecorded(events);
          this.loop.wake();
        },
      }),
    });
    this.loop.wake();
    // Without extraction nothing is read from messages: reading them again would let go of what is held.
    if (this.options.isExtractionEnabled) this.anew.start();
  }

  /** What people decided about a memory polices the messages that say it anew: nobody waits for the next message. */
  private async reading<T>(changed: Promise<T>): Promise<T> {
    const answer = await changed;
    this.loop.wake();
    return answer;
  }

  private respond(): void {
    const { options } = this;
    const service: IngestService = {
      remember: ({ caller, request }) => remember(options, caller, request),
      patch: ({ caller, memoryId, viewer, patch }) =>
        this.reading(patchMemory(options, caller, memoryId, viewer, patch)),
      forget: ({ caller, memoryId, viewer }) => this.reading(forgetMemory(options, caller, memoryId, viewer)),
      forgetMany: ({ caller, query }) => this.reading(forgetMemories(options, caller, query)),
      giveGrant: ({ caller, grant }) => giveGrant(options, caller, grant),
      revokeGrant: ({ caller, grantId }) => revokeGrant(options, caller, grantId),
      eventStatus: ({ caller, eventKey, waitMs }) =>
        eventStatus({ ...options, consumer: recorderName }, caller, eventKey, waitMs),
    };
    for (const [operation, handler] of Object.entries(service))
      options.services.respond('ingest', operation, async (input: unknown) => {
        const answer = await (handler as (input: unknown) => Promise<unknown>)(input);
        // What was changed or forgotten has to be seen in the messages that say it: they are read again.
        if (operation !== 'eventStatus') this.loop.wake();
        return answer;
      });
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
