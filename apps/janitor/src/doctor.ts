import { answered, isOperator, kithVersion, type Answer, type Caller, type DoctorPage } from '#contracts';
import { databaseBytes, type Database } from '#database';
import type { EventLog } from '#event-log';
import type { MemoryIndex } from '#memory-index';
import type { BusDepth, MessageBus } from '#messaging';
import { countsOf, faultCounts, memoriesByStatus, readingBacklog } from '#read-models';
import { forbidden } from './asked.js';
import { reportView } from './reports/report-view.js';
import { firstId } from './task.js';
import type { Reports } from './reports/reports.js';

export const DOCTOR = Symbol('DoctorParts');

export interface DoctorParts {
  readonly database: Database;
  readonly log: EventLog;
  readonly bus: MessageBus;
  readonly reports: Reports;
  readonly embedder: string;
  readonly index: Pick<MemoryIndex, 'positions'>;
  readonly indexEngine: string;
  /** Whether the others answer, by name. */
  readonly others: Readonly<Record<string, () => Promise<unknown>>>;
  readonly now: () => Date;
}

const firstTenant = 'default';

type Findings = Omit<DoctorPage, 'status' | 'advice'>;

const secondsSince = (at: Date, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000));

const parkedOf = (depth: readonly BusDepth[], now: Date): DoctorPage['parked'] => {
  const since = depth.flatMap(({ parkedSince }) => (parkedSince === null ? [] : [parkedSince.getTime()]));
  return {
    count: depth.reduce((sum, { parked }) => sum + parked, 0),
    oldest_seconds: since.length === 0 ? null : secondsSince(new Date(Math.min(...since)), now),
  };
};

const slow = 600;

const reachableOf = async (others: DoctorParts['others']): Promise<DoctorPage['reachable']> => {
  const answers = Object.entries(others).map(async ([name, ask]): Promise<[string, boolean]> => [
    name,
    await ask().then(
      () => true,
      () => false,
    ),
  ]);
  return Object.fromEntries(await Promise.all(answers));
};

/** What an operator should see to, in whole sentences. */
export const adviceOn = ({
  index,
  parked,
  waiting,
  reachable,
  last_runs: runs,
}: Findings): readonly string[] => [
  ...(index.reachable
    ? []
    : [
        `The memory index (${index.engine}) is away: recall answers nobody until it is back, and what changes is indexed then.`,
      ]),
  ...Object.keys(reachable)
    .filter((name) => reachable[name] === false)
    .map((name) => `No ${name} answers: is one running, and does it reach NATS and Postgres?`),
  ...(parked !== null && parked.count > 0
    ? [`${String(parked.count)} messages are parked: \`kith parked list\` shows why, replay or discard them.`]
    : []),
  ...(waiting !== null && waiting.reading_oldest_seconds > slow
    ? ['Messages wait to be read for more than ten minutes: is extraction behind or away?']
    : []),
  ...(waiting !== null && waiting.bus_oldest_seconds > slow
    ? ['Messages wait on the bus for more than ten minutes: does every app run?']
    : []),
  ...runs
    .filter(({ status }) => status === 'failed')
    .map(({ task, error }) => `The last run of ${task} failed (${error ?? 'unknown'}); its task is parked.`),
];

/** Whether the index answers at all, whatever it holds. */
const isReachable = (index: DoctorParts['index']): Promise<boolean> =>
  index.positions([firstId]).then(
    () => true,
    () => false,
  );

const look = async (parts: DoctorParts, tenantId: string): Promise<Findings> => {
  const { database, log, bus, reports, embedder, others, now } = parts;
  const depth = await bus.depth();
  const unread = await readingBacklog(database);
  const size = await log.size();
  return {
    versions: { kith: kithVersion, node: process.version, engine: database.engine, embedder },
    index: { engine: parts.indexEngine, reachable: await isReachable(parts.index) },
    reachable: await reachableOf(others),
    memories: await memoriesByStatus(database, tenantId, now()),
    ...(await countsOf(database, tenantId)),
    events: await log.count(tenantId),
    waiting: {
      bus: Object.fromEntries(depth.map(({ kind, waiting }) => [kind, waiting])),
      bus_oldest_seconds: Math.round(Math.max(0, ...depth.map(({ waitingSeconds }) => waitingSeconds))),
      reading: unread.messages,
      reading_oldest_seconds: Math.round(unread.seconds),
      index_lag: depth.find(({ kind }) => kind === 'facts')?.waiting ?? 0,
    },
    faults: await faultCounts(database, tenantId, now()),
    parked: parkedOf(depth, now()),
    disk: { database_bytes: await databaseBytes(database), log_bytes: size.bytes },
    last_runs: (await reports.newest(tenantId)).map(reportView),
  };
};

/** How the store is, on one page. It changes nothing. */
export const examine = async (parts: DoctorParts, caller: Caller): Promise<Answer<DoctorPage>> => {
  if (!isOperator(caller)) return forbidden;
  const looked = await look(parts, caller.tenantId);
  // INVARIANT: what is counted over all tenants is told to nobody of one of them.
  const isOfFirst = caller.tenantId === firstTenant;
  const findings = isOfFirst ? looked : { ...looked, waiting: null, parked: null, disk: null };
  const advice = adviceOn(findings);
  return answered({ status: advice.length === 0 ? 'well' : 'needs-attention', advice, ...findings });
};
