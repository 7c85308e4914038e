import { randomUUID } from 'node:crypto';
import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ClientProxy } from '@nestjs/microservices';
import type { KithConfig } from '#config';
import { Database } from '#database';
import type { MaintenanceTask } from '#domain';
import { EventLog } from '#event-log';
import { MemoryIndex } from '#memory-index';
import { MessageBus } from '#messaging';
import { Log, Metrics } from '#observability';
import { tenantsKept } from '#read-models';
import { askWithin, BusServer, CLOCK, CONFIG, type Clock, EventLogModule, MemoryIndexModule } from '#wiring';
import { Commands } from './commands.js';
import { DOCTOR, type DoctorParts } from './doctor.js';
import { JanitorController } from './janitor.controller.js';
import { JanitorMetrics } from './janitor-metrics.js';
import { Reports } from './reports/reports.js';
import { Runner } from './runner.js';
import { Scheduler } from './schedule/scheduler.js';
import { TasksController, tasksName } from './tasks.controller.js';

const reportsKeptMs = 30 * 86_400_000;

const runnerWith = (
  bus: MessageBus,
  reports: Reports,
  database: Database,
  eventLog: EventLog,
  index: MemoryIndex,
  apps: ClientProxy,
  { memory }: KithConfig,
  now: Clock,
  { registers }: Metrics,
  log: Log,
): Runner =>
  new Runner({
    bus,
    reports,
    parts: {
      database,
      log: eventLog,
      index,
      commands: new Commands(apps),
      now,
      maxEntries: memory.maxEntries,
    },
    metrics: new JanitorMetrics(registers),
    log,
  });

const schedulerWith = (
  database: Database,
  runner: Runner,
  { memory }: KithConfig,
  now: Clock,
  log: Log,
): Scheduler =>
  new Scheduler({
    now,
    tenants: () => tenantsKept(database),
    isOn: (task) => task !== 'garbage' || memory.autoGc,
    ask: (run) => runner.ask({ ...run, isDryRun: false, askedBy: 'schedule', request: {} }),
    onError: (error) => log.error('maintenance.failed', { error }),
  });

/** Whoever takes longer to say that it is there is as good as away. */
const answerWithinMs = 2_000;

const doctorWith = (
  database: Database,
  log: EventLog,
  bus: MessageBus,
  reports: Reports,
  index: MemoryIndex,
  { embedder, qdrant }: KithConfig,
  now: Clock,
  apps: ClientProxy,
): DoctorParts => ({
  database,
  log,
  bus,
  reports,
  embedder: embedder.kind,
  index,
  indexEngine: qdrant === null ? 'postgres' : 'qdrant',
  now,
  others: {
    ingest: () => askWithin(apps, 'ingest.ready', {}, answerWithinMs),
    recall: () => askWithin(apps, 'recall.ready', {}, answerWithinMs),
  },
});

/** Keeps the store in order: tasks from the bus, on a schedule and on demand. It reads, and has ingest change what is to be changed. */
@Module({
  imports: [EventLogModule, MemoryIndexModule],
  controllers: [TasksController, JanitorController],
  providers: [
    { provide: Reports, useFactory: (database: Database) => new Reports(database), inject: [Database] },
    {
      provide: Runner,
      useFactory: runnerWith,
      inject: [
        MessageBus,
        Reports,
        Database,
        EventLog,
        MemoryIndex,
        ClientProxy,
        CONFIG,
        CLOCK,
        Metrics,
        Log,
      ],
    },
    { provide: Scheduler, useFactory: schedulerWith, inject: [Database, Runner, CONFIG, CLOCK, Log] },
    {
      provide: DOCTOR,
      useFactory: doctorWith,
      inject: [Database, EventLog, MessageBus, Reports, MemoryIndex, CONFIG, CLOCK, ClientProxy],
    },
  ],
})
export class JanitorModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(Scheduler) private readonly scheduler: Scheduler,
    @Inject(Runner) private readonly runner: Runner,
    @Inject(Reports) private readonly reports: Reports,
    @Inject(Database) private readonly database: Database,
    @Inject(BusServer) private readonly bus: BusServer,
    @Inject(CONFIG) private readonly config: KithConfig,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { memory, maintenance } = this.config;
    await this.reports.forgetBefore(new Date(this.now().getTime() - reportsKeptMs));
    await this.runner.askAgain();
    if (memory.autoGc) await this.askForAll('garbage');
    if (maintenance.isScheduled) this.scheduler.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.scheduler.stop();
  }

  /** Resolves when every task that was asked for is done. */
  settled(withinMs: number): Promise<void> {
    return this.bus.drained(tasksName, withinMs);
  }

  private async askForAll(task: MaintenanceTask): Promise<void> {
    for (const tenantId of await tenantsKept(this.database))
      await this.runner.ask({
        runId: randomUUID(),
        tenantId,
        task,
        isDryRun: false,
        askedBy: 'start',
        request: {},
      });
  }
}
