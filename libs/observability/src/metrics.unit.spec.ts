import { describe, expect, it } from '@jest/globals';
import { Metrics } from './index.js';

const quiet = (): Metrics => new Metrics({ ofProcess: false });

describe('metrics', () => {
  it('count what happened, by closed words', async () => {
    const metrics = quiet();
    metrics.messageRecorded();
    metrics.messageRecorded();
    metrics.factSettled('ADD');
    metrics.policyDecided('deny', 'conversation-private', 3);
    const text = await metrics.render();
    expect(text).toContain('kith_messages_recorded_total 2');
    expect(text).toContain('kith_facts_total{outcome="ADD"} 1');
    expect(text).toContain('kith_policy_decisions_total{decision="deny",rule="conversation-private"} 3');
  });

  it('measure in seconds', async () => {
    const metrics = quiet();
    metrics.recallSpent('index', 0.02);
    const text = await metrics.render();
    expect(text).toContain('kith_recall_duration_seconds_bucket{le="0.025",stage="index"} 1');
  });

  it('read gauges when they are asked for', async () => {
    const metrics = quiet();
    let waiting = 4;
    metrics.watchBusWaiting(async () => Promise.resolve(new Map([['events', waiting]])));
    metrics.watchIndexLag(async () => Promise.resolve(7));
    expect(await metrics.render()).toContain('kith_bus_waiting{stream="events"} 4');
    waiting = 0;
    const text = await metrics.render();
    expect(text).toContain('kith_bus_waiting{stream="events"} 0');
    expect(text).toContain('kith_index_lag_events 7');
  });

  it('leave out and count a gauge that cannot be read', async () => {
    const metrics = quiet();
    let broken = false;
    metrics.watchBusParked(async () =>
      broken ? Promise.reject(new Error('store is away')) : Promise.resolve(2),
    );
    expect(await metrics.render()).toContain('kith_bus_parked 2');
    broken = true;
    expect(await metrics.render()).not.toMatch(/^kith_bus_parked /mu);
    expect(await metrics.render()).toContain('kith_metrics_unread_total{gauge="kith_bus_parked"}');
  });

  it('of two instances are apart', async () => {
    const [one, other] = [quiet(), quiet()];
    one.messageRecorded();
    expect(await one.render()).toContain('kith_messages_recorded_total 1');
    expect(await other.render()).toContain('kith_messages_recorded_total 0');
  });

  it('tell of the process when asked to', async () => {
    expect(await new Metrics().render()).toContain('process_resident_memory_bytes');
    expect(await quiet().render()).not.toContain('process_');
  });

  it('are named by the conventions of Prometheus', async () => {
    const names = [...(await quiet().render()).matchAll(/^# TYPE (\S+) (\S+)$/gmu)].map(([, name, type]) => ({
      name,
      type,
    }));
    expect(names.length).toBeGreaterThan(5);
    for (const { name, type } of names)
      expect(name).toMatch(type === 'counter' ? /^kith_\w+_total$/u : /^kith_\w+_seconds$/u);
  });
});
