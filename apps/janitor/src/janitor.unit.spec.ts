import { describe, expect, it } from '@jest/globals';
import type { MaintenanceTask } from '#domain';
import { adviceOn } from './doctor.js';
import { Tally, totalsOf } from './reports/tally.js';
import { dueSlot } from './schedule/due.js';
import { Scheduler } from './schedule/scheduler.js';

const at = (time: string): Date => new Date(`2026-05-01T${time}Z`);

describe('when a task is due', () => {
  it.each([
    ['before its time', '03:00:00', '03:06:59', null],
    ['at its time', '03:00:00', '03:07:00', '03:07:00'],
    ['not again in the same hour', '03:07:00', '03:59:00', null],
    ['once, of all that was missed, the last', '03:07:00', '09:30:00', '09:07:00'],
  ])('%s', (_, after, now, due) =>
    expect(dueSlot('7 * * * *', at(after), at(now))).toEqual(due === null ? null : at(due)),
  );
});

describe('the schedule', () => {
  const asked: { readonly runId: string; readonly tenantId: string; readonly task: MaintenanceTask }[] = [];
  let time = at('03:00:00');
  const made = () =>
    new Scheduler({
      now: () => time,
      tenants: () => Promise.resolve(['north', 'south']),
      isOn: (task) => task !== 'garbage',
      ask: (run) => Promise.resolve(void asked.push(run)),
      onError: (error) => {
        throw error;
      },
    });

  it('asks once a slot and tenant for what is on, and two schedules ask for the same runs', async () => {
    const [one, other] = [made(), made()];
    one.start();
    other.start();
    for (const now of ['03:06:00', '03:07:01', '03:18:00']) {
      time = at(now);
      await one.tick();
    }
    expect(asked.map(({ task, tenantId }) => [task, tenantId])).toEqual([
      ['expire', 'north'],
      ['expire', 'south'],
    ]);
    await other.tick();
    expect(new Set(asked.map(({ runId }) => runId)).size).toBe(2);
    expect(asked).toHaveLength(4);
    await Promise.all([one.stop(), other.stop()]);
  });
});

describe('what the doctor says to see to', () => {
  const waiting = { bus: {}, bus_oldest_seconds: 0, reading: 0, reading_oldest_seconds: 0, index_lag: 0 };
  const well: Parameters<typeof adviceOn>[0] = {
    versions: { kith: '0', node: '0', engine: 'embedded', embedder: 'none' },
    reachable: { ingest: true, recall: true },
    memories: {},
    messages: 0,
    index: { engine: 'qdrant', reachable: true },
    entities: 0,
    sources: 0,
    events: 0,
    waiting,
    faults: {},
    parked: { count: 0, oldest_seconds: null },
    disk: { database_bytes: 0, log_bytes: 0 },
    last_runs: [],
  };
  it('is nothing where all is well', () => expect(adviceOn(well)).toEqual([]));
  it('is who does not answer', () =>
    expect(adviceOn({ ...well, reachable: { ingest: true, recall: false } })).toEqual([
      'No recall answers: is one running, and does it reach NATS and Postgres?',
    ]));
  it('is an index that is away, what is parked, what waits for long, and what failed last', () => {
    const advice = adviceOn({
      ...well,
      index: { engine: 'qdrant', reachable: false },
      parked: { count: 3, oldest_seconds: 5 },
      waiting: { ...waiting, reading_oldest_seconds: 601, bus_oldest_seconds: 599 },
      last_runs: [
        {
          id: '0',
          task: 'reconcile',
          dry_run: false,
          status: 'failed',
          asked_by: 'schedule',
          asked_at: '',
          started_at: null,
          finished_at: null,
          found: 0,
          changed: 0,
          findings: [],
          error: 'TimeoutError',
        },
      ],
    });
    expect(advice).toHaveLength(4);
    expect(advice.join(' ')).toMatch(
      /index \(qdrant\) is away.*3 messages are parked.*wait to be read.*reconcile failed \(TimeoutError\)/u,
    );
  });
});

describe('the tally of a run', () => {
  it('goes on where a run was cut short: what was changed is counted once, what was only found is found again', () => {
    const first = new Tally();
    first.found('superseded', ['a', 'b', 'c']);
    first.changed('superseded', 2);
    const second = new Tally(first.findings);
    second.found('superseded', ['c', 'd']);
    second.changed('superseded', 2);
    expect(totalsOf(second.findings)).toEqual({ found: 4, changed: 4 });
    expect(second.findings[0]?.sampleIds).toEqual(['a', 'b', 'c', 'd']);
  });

  it('shows some of many', () => {
    const tally = new Tally();
    tally.found(
      'superseded',
      Array.from({ length: 500 }, (_, id) => String(id)),
    );
    expect(tally.findings[0]?.sampleIds).toHaveLength(20);
  });
});
