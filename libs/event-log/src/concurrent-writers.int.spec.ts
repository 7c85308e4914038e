import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServerUrl } from '#config';
import { openDatabase, type Database } from '#database';
import { derivedId, event, type KithEvent } from '#domain';
import { testDatabase } from '#testing';
import { eventLogMigrations, PostgresEventLog, type RecordedEvent, type Subscription } from './index.js';

const server = testServerUrl();
const writers = 8;
const wanted = 10_000;
const tenants = ['t0', 't1', 't2', 't3', 't4', 't5'];
const streamsEach = 7;
const perWriter = wanted / writers;

/** Numbers that look random and are the same each time. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const left = (id: string): KithEvent =>
  event(
    'ParticipantLeft',
    {
      sourceId: derivedId('concurrent', 'hall'),
      entityId: id,
      role: 'member',
      namesHeld: 'none',
      at: new Date('2026-03-01T10:00:00Z'),
    },
    new Date('2026-03-01T10:00:00Z'),
  );
const idOf = ({ data }: RecordedEvent): string => (data as { readonly entityId: string }).entityId;

class ChangedMyMind extends Error {}

describe('eight writers at once on a server', () => {
  if (server === undefined) {
    it('are tried where KITH_TEST_DATABASE_URL names one', () => expect(server).toBeUndefined());
    return;
  }
  let database: Database;
  const opened: Database[] = [];
  const committed = new Set<string>();
  const takenBack = new Set<string>();

  const connect = async (poolSize: number): Promise<PostgresEventLog> => {
    const [row] = await database.query<{ name: string }>('select current_database() as name');
    const own = new URL(server);
    own.pathname = `/${row?.name ?? ''}`;
    const connected = await openDatabase({ url: own.href, dataDir: 'memory://', poolSize });
    opened.push(connected);
    return new PostgresEventLog(connected, [], () => new Date());
  };
  beforeAll(async () => {
    database = await testDatabase(eventLogMigrations);
  });
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await database.close();
  });

  /** Units of work of 1 to 60 events, on one stream or on several; some stand still with their events appended. */
  const write = async (writer: number): Promise<void> => {
    const log = await connect(1);
    const below = numbersFrom(writer + 1);
    for (let done = 0, unit = 0; done < perWriter; unit += 1) {
      const tenant = tenants[below(tenants.length)] ?? '';
      const count = Math.min(1 + below(60), perWriter - done);
      const ids = Array.from({ length: count }, (_, at) =>
        derivedId('concurrent', `${String(writer)}-${String(unit)}-${String(at)}`),
      );
      const [stillMs, isTakenBack] = [[0, 0, 3, 25][below(4)] ?? 0, below(6) === 0];
      const streams = ids.map(() => `source-${String(below(streamsEach))}`);
      const half = Math.ceil(count / 2);
      const unitOfWork = log.write(tenant, async (writing) => {
        const appended = (from: number, to: number) =>
          writing.append(
            ids.slice(from, to).map((id, at) => ({ stream: streams[from + at] ?? '', events: [left(id)] })),
            { actor: 'test' },
          );
        await appended(0, half);
        if (stillMs > 0) await writing.sql.query('select pg_sleep($1)', [stillMs / 1_000]);
        await appended(half, count);
        if (isTakenBack) throw new ChangedMyMind();
      });
      await unitOfWork.catch((error: unknown) => {
        if (!(error instanceof ChangedMyMind)) throw error;
      });
      for (const id of ids) (isTakenBack ? takenBack : committed).add(id);
      if (!isTakenBack) done += count;
    }
  };

  const subscribed = async (name: string, batchSize: number, heard: RecordedEvent[]): Promise<Subscription> =>
    (await connect(2)).subscribe({
      name,
      types: ['ParticipantLeft'],
      batchSize,
      handle: (events) => {
        heard.push(...events);
        return Promise.resolve();
      },
      onError: (error) => {
        throw error;
      },
    });

  const places = (events: readonly RecordedEvent[]): ReadonlyMap<string, readonly number[]> => {
    const byStream = new Map<string, number[]>();
    for (const { tenantId, stream, version } of events) {
      const versions = byStream.get(`${tenantId} ${stream}`) ?? [];
      byStream.set(`${tenantId} ${stream}`, versions);
      versions.push(version);
    }
    return byStream;
  };
  const expectWhole = (heard: readonly RecordedEvent[]): void => {
    const ids = heard.map(idOf);
    expect([ids.length, new Set(ids).size]).toEqual([wanted, wanted]);
    expect(ids.filter((id) => !committed.has(id))).toEqual([]);
    const disordered = [...places(heard)].filter(([, versions]) =>
      versions.some((version, at) => version !== at + 1),
    );
    expect(disordered).toEqual([]);
  };

  it('leave to no subscriber a stream with a gap or out of order, whatever it reads at a time and whenever it comes', async () => {
    const [quick, slow, late, shared] = Array.from({ length: 4 }, (): RecordedEvent[] => []);
    if (!quick || !slow || !late || !shared) throw new Error('four listen');
    const running = [await subscribed('quick', 500, quick), await subscribed('slow', 25, slow)];
    const first = await subscribed('shared', 40, shared);
    running.push(await subscribed('shared', 40, shared));
    const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    // Stops while everybody writes: the other one with its name reads on.
    await first.caughtUp(60_000);
    await first.stop();
    await writing;
    running.push(await subscribed('late', 300, late));
    for (const one of running) await one.caughtUp(60_000);
    for (const one of running) await one.stop();
    expect([committed.size, takenBack.size > 500]).toEqual([wanted, true]);
    for (const heard of [quick, slow, late, shared]) expectWhole(heard);
  }, 180_000);
});
