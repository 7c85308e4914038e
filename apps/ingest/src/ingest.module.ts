import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ClientProxy } from '@nestjs/microservices';
import { randomUUID } from 'node:crypto';
import { firstValueFrom } from 'rxjs';
import type { KithConfig } from '#config';
import { Database } from '#database';
import { erasureOrdered, type FactOutcome } from '#domain';
import { EventLog, type Subscription } from '#event-log';
import { FactExtractor, FactProposer } from '#extraction';
import { MemoryIndex } from '#memory-index';
import { MessageBus } from '#messaging';
import { Log, Metrics } from '#observability';
import { BusServer, CLOCK, CONFIG, type Clock, EventLogModule, MemoryIndexModule } from '#wiring';
import { CommandsController } from './commands/commands.controller.js';
import { INGEST_PORTS, NEW_ID, type IngestPorts } from './ingest-ports.js';
import { MaintenanceController } from './maintenance/maintenance.controller.js';
import { startOutbox } from './outbox/outbox.js';
import { ErasureLoop } from './erasure/erasure-loop.js';
import { ErasuresController } from './erasure/erasures.controller.js';
import { ExtractionModule } from './extract-facts/extraction.module.js';
import { ParkedReach } from './parked/parked-reach.js';
import { ReExtraction } from './extract-facts/re-extraction.js';
import { MessageReader } from './extract-facts/message-reader.js';
import { ExtractionLoop } from './extract-facts/extraction-loop.js';
import { ProposalLoop } from './propose-facts/proposal-loop.js';
import { startProposing } from './propose-links/propose-links.js';
import { RecorderController, recorderName } from './record-message/recorder.controller.js';
import { tellRead } from './tell-read.js';
import { tracesOf } from './traces.js';
import { TokenCheck } from './verification/token-check.js';

const portsWith = (
  database: Database,
  log: EventLog,
  bus: MessageBus,
  index: MemoryIndex,
  extractor: FactExtractor,
  { knobs, extraction, verification, databaseUrl, dataDir }: KithConfig,
  now: Clock,
  newId: () => string,
  lines: Log,
): IngestPorts => ({
  database,
  log,
  bus,
  index,
  extractor,
  tokens: new TokenCheck(verification, now),
  knobs,
  isExtractionEnabled: extraction.enabled,
  folder: databaseUrl !== null || dataDir === 'memory://' ? null : dataDir,
  confidenceThreshold: extraction.confidenceThreshold,
  now,
  newId,
  onError: (error) => lines.error('handler.failed', { app: 'ingest', error }),
});

const proposalRestMs = 5_000;

/** Null: nobody proposes. */
const proposalsWith = (
  ports: IngestPorts,
  proposer: FactProposer | null,
  { extractor }: KithConfig,
): ProposalLoop | null =>
  proposer === null || extractor.kind === 'rules' || !ports.isExtractionEnabled
    ? null
    : new ProposalLoop({
        ...ports,
        ...extractor,
        proposer,
        version: ports.extractor.version,
        restMs: proposalRestMs,
      });

const readerWith = (
  ports: IngestPorts,
  parked: ParkedReach,
  erasures: ErasureLoop,
  lines: Log,
  metrics: Metrics,
  proposer: FactProposer | null,
  proposals: ProposalLoop | null,
): MessageReader =>
  new MessageReader({
    ...ports,
    proposer: proposer?.version ?? null,
    isEnabled: ports.isExtractionEnabled,
    batchSize: 200,
    onForgetting: () => parked.reach(),
    onRead: (messages) => {
      for (const message of messages) tellRead(lines, metrics, message);
      const isOrder = ({ reason }: FactOutcome): boolean => reason === erasureOrdered.reason;
      if (messages.some(({ outcomes }) => outcomes.some(isOrder))) erasures.wake();
      proposals?.heard(messages.map(({ recordId }) => recordId));
    },
  });

const loopWith = (reader: MessageReader, { onError }: IngestPorts): ExtractionLoop =>
  new ExtractionLoop({ reader, maxAttempts: 5, retryAfterMs: 2_000, onError });

const reExtractionWith = (ports: IngestPorts, loop: ExtractionLoop): ReExtraction =>
  new ReExtraction({
    ...ports,
    version: ports.extractor.version,
    readAll: () => {
      loop.wake();
      return loop.idle();
    },
    waiting: async () => (await ports.bus.depth()).reduce((sum, { waiting }) => sum + waiting, 0),
  });

const lookForOthersMs = 1_000;

/** What the bus holds may take long, or never be handled: it is erased as it comes then. */
const drainedWithinMs = 30_000;

const erasuresWith = (ports: IngestPorts, bus: BusServer, apps: ClientProxy): ErasureLoop =>
  new ErasureLoop({
    ...ports,
    indexFirst: (asked) => firstValueFrom(apps.send<unknown>('recall.index', asked)),
    drained: () => bus.drained(recorderName, drainedWithinMs).catch(() => undefined),
  });

/** Command side: message events become people, places, facts in the log. */
@Module({
  imports: [EventLogModule, MemoryIndexModule, ExtractionModule],
  controllers: [RecorderController, CommandsController, MaintenanceController, ErasuresController],
  providers: [
    { provide: NEW_ID, useValue: randomUUID },
    {
      provide: INGEST_PORTS,
      useFactory: portsWith,
      inject: [Database, EventLog, MessageBus, MemoryIndex, FactExtractor, CONFIG, CLOCK, NEW_ID, Log],
    },
    {
      provide: ParkedReach,
      useFactory: (ports: IngestPorts) => new ParkedReach(ports, recorderName),
      inject: [INGEST_PORTS],
    },
    { provide: ProposalLoop, useFactory: proposalsWith, inject: [INGEST_PORTS, FactProposer, CONFIG] },
    {
      provide: MessageReader,
      useFactory: readerWith,
      inject: [INGEST_PORTS, ParkedReach, ErasureLoop, Log, Metrics, FactProposer, ProposalLoop],
    },
    { provide: ExtractionLoop, useFactory: loopWith, inject: [MessageReader, INGEST_PORTS] },
    { provide: ErasureLoop, useFactory: erasuresWith, inject: [INGEST_PORTS, BusServer, ClientProxy] },
    { provide: ReExtraction, useFactory: reExtractionWith, inject: [INGEST_PORTS, ExtractionLoop] },
  ],
})
export class IngestModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private outbox: Subscription | null = null;
  private proposing: Subscription | null = null;

  constructor(
    @Inject(INGEST_PORTS) private readonly ports: IngestPorts,
    @Inject(ExtractionLoop) private readonly loop: ExtractionLoop,
    @Inject(ReExtraction) private readonly anew: ReExtraction,
    @Inject(ParkedReach) private readonly parked: ParkedReach,
    @Inject(BusServer) private readonly bus: BusServer,
    @Inject(ErasureLoop) private readonly erasures: ErasureLoop,
    @Inject(ProposalLoop) private readonly proposals: ProposalLoop | null,
  ) {}

  /** Tells the bus what changed, and reads what is recorded. */
  async onApplicationBootstrap(): Promise<void> {
    const { log, bus, onError, isExtractionEnabled } = this.ports;
    this.outbox = await startOutbox(log, bus, onError, (tenantId, recordIds) =>
      tracesOf(this.ports, tenantId, recordIds),
    );
    this.proposing = await startProposing(this.ports);
    this.loop.wake();
    // The embedded engine is this process' own: nobody else records there.
    if (this.ports.database.engine === 'server') this.loop.lookEvery(lookForOthersMs);
    await this.parked.reach();
    this.erasures.wake();
    // Without extraction nothing is read from messages: reading them again would let go of what is held.
    if (isExtractionEnabled) this.anew.start();
    this.proposals?.start(() => this.loop.wake());
  }

  /** Nothing comes from the bus any more; what is in hand is finished. */
  async onApplicationShutdown(): Promise<void> {
    await this.erasures.stop();
    await this.proposals?.stop();
    await this.anew.stop();
    await this.loop.stop();
    await this.proposing?.stop();
    await this.outbox?.stop();
  }

  /** Resolves when what another extractor read was read again, or tried. */
  readAnew(): Promise<void> {
    return this.anew.finished();
  }

  /** Resolves when everything published before the call is recorded, read and announced. */
  async settled(withinMs: number): Promise<void> {
    await this.bus.drained(recorderName, withinMs);
    await this.loop.idle();
    await this.proposing?.caughtUp(withinMs);
    await this.outbox?.caughtUp(withinMs);
  }
}
