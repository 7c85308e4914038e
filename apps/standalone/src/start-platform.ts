import { randomUUID } from 'node:crypto';
import { isLoopback, type KithConfig } from '#config';
import { openExtractor, type Extractor } from '#extraction';
import { ApiKeys, createGateway, ensureOperatorKey } from '#gateway';
import { Ingest } from '#ingest';
import { EmbeddedMessageBus, InProcessRequestReply, type MessageBus } from '#messaging';
import { createLog, Metrics, type Log, type LogOptions } from '#observability';
import { Recall } from '#recall';
import { edgeLog } from './edge-log.js';
import { openEngines, type Engines } from './engines.js';
import { MeasuredEmbedder, MeasuredExtractor } from './measured.js';
import { backlogOf, readStore, storeGauges } from './readings.js';
import { finishRebuild } from './rebuild.js';
import { reportBus, tellRead } from './telling.js';

export interface PlatformOptions {
  readonly config: KithConfig;
  /** Zero takes any free one; absent, the configured one. */
  readonly port?: number;
  /** Logs warnings and errors only. */
  readonly quiet?: boolean;
  /** Where log lines go; standard error unless said otherwise. */
  readonly logTo?: LogOptions['output'];
  readonly now?: () => Date;
  /** What it works on, when that is not the configured engines as they are: a test breaks one of them. */
  readonly open?: typeof openEngines;
}

export interface Platform {
  readonly url: string;
  /** Empty when an operator's key exists but is not kept here. */
  readonly operatorKey: string;
  /** True when it was made by this start: show it, once. */
  readonly isNewKey: boolean;
  /** Resolves when everything published before the call can be recalled. */
  settled(withinMs: number): Promise<void>;
  /** Drains: stops taking requests, finishes what is in hand, closes the store. */
  stop(): Promise<void>;
}

interface Apps {
  readonly ingest: Ingest;
  readonly recall: Recall;
  readonly bus: MessageBus;
  readonly services: InProcessRequestReply;
  readonly extractor: Extractor;
}

const startApps = async (
  config: KithConfig,
  engines: Engines,
  metrics: Metrics,
  log: Log,
  now: () => Date,
): Promise<Apps> => {
  const { database, index } = engines;
  const embedder = engines.embedder && new MeasuredEmbedder(engines.embedder, metrics);
  const extractor = openExtractor();
  const bus = new EmbeddedMessageBus(database, { now, report: (report) => reportBus(log, metrics, report) });
  const services = new InProcessRequestReply();
  const onError = (app: string) => (error: unknown) => log.error('handler.failed', { app, error });
  const ingest = new Ingest({
    database,
    log: engines.log,
    bus,
    services,
    index,
    extractor: new MeasuredExtractor(extractor, metrics),
    knobs: config.knobs,
    isExtractionEnabled: config.extraction.enabled,
    confidenceThreshold: config.extraction.confidenceThreshold,
    now,
    newId: randomUUID,
    onRecorded: (events) => metrics.messagesRecorded(events),
    onRead: (messages) => {
      for (const message of messages) tellRead(log, metrics, message);
    },
    onError: onError('ingest'),
  });
  const recall = new Recall({
    database,
    log: engines.log,
    index,
    embedder,
    bus,
    services,
    knobs: config.knobs,
    now,
    onDecided: (rule, decision) => metrics.policyDecided(decision === 'allow' ? 'allow' : 'deny', rule),
    onStage: (stage, seconds, mode) => metrics.recallSpent(mode, stage, seconds),
    onWordsAlone: (error) => {
      metrics.recalledByWordsAlone();
      log.error('embedder.failed', { operation: 'query', error });
    },
    onVectorsOwed: (error) => log.error('embedder.failed', { operation: 'document', error }),
    onIndexed: (entries) => metrics.rowsIndexed(entries),
    onRecalled: (mode, outcome) => metrics.recallAnswered(mode, outcome),
  });
  metrics.describe({
    engine: database.engine,
    embedder: embedder?.model ?? 'none',
    extractor: extractor.version,
  });
  metrics.watch(storeGauges, () => readStore(database, bus));
  metrics.watch(['embeddingsWaiting'], () => Promise.resolve({ embeddingsWaiting: embedder?.waiting ?? 0 }));
  await recall.start();
  await ingest.start();
  return { ingest, recall, bus, services, extractor };
};

/** The four apps in one process. Ready to be asked when it resolves. */
export const startPlatform = async ({
  config,
  port,
  quiet = false,
  logTo = process.stderr,
  now = () => new Date(),
  open = openEngines,
}: PlatformOptions): Promise<Platform> => {
  const log = createLog({ level: quiet ? 'warn' : config.logLevel, output: logTo });
  const metrics = new Metrics();
  let isStopping = false;
  const engines = await open(config, now, (error) => {
    // A short command may end before the model is loaded; that is no failure.
    if (!isStopping) log.error('embedder.failed', { error });
  });
  const finished = await finishRebuild(engines);
  if (finished !== null) log.warn('index.refilled', { count: finished });
  const apps = await startApps(config, engines, metrics, log, now);
  const keys = new ApiKeys(engines.database, now);
  const operator = await ensureOperatorKey({
    keys,
    dataDir: config.dataDir,
    configured: config.operatorKey?.reveal(),
  });
  const gateway = await createGateway({
    bus: apps.bus,
    services: apps.services,
    keys,
    log: edgeLog(log),
    metrics: metrics.registers,
    backlog: () => backlogOf(engines.database, apps.bus),
    isExposed: !isLoopback(config.host),
    readiness: { database: () => engines.database.reading.query('select 1') },
    now,
  });
  await gateway.listen(port ?? config.port, config.host);
  const url = await gateway.getUrl();
  log.info('platform.started', { host: config.host });
  return {
    url: url.replace('[::1]', '127.0.0.1'),
    operatorKey: operator?.key ?? '',
    isNewKey: operator?.isNew ?? false,
    settled: async (withinMs) => {
      await apps.ingest.settled(withinMs);
      await apps.recall.settled(withinMs);
    },
    stop: async () => {
      isStopping = true;
      await gateway.close();
      await apps.ingest.stop();
      await apps.extractor.close();
      await apps.recall.stop();
      await apps.bus.close();
      await engines.embedder?.close();
      await engines.database.close();
      log.info('platform.stopped', {});
    },
  };
};
