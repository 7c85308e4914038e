import { describe, expect, it } from '@jest/globals';
import { Metrics } from './index.js';

const quiet = (): Metrics => new Metrics({ ofProcess: false });

describe('metrics', () => {
  it('count what happened, by closed words', async () => {
    const metrics = quiet();
    metrics.messagesRecorded(2);
    metrics.factSettled('ADD');
    metrics.policyDecided('deny', 'conversation-private', 3);
    metrics.recallAnswered('hybrid', 'empty');
    const text = await metrics.render();
    expect(text).toContain('kith_messages_recorded_total 2');
    expect(text).toContain('kith_facts_total{outcome="ADD"} 1');
    expect(text).toContain('kith_policy_decisions_total{decision="deny",rule="conversation-private"} 3');
    expect(text).toContain('kith_recalls_total{mode="hybrid",outcome="empty"} 1');
  });

  it('measure in seconds', async () => {
    const metrics = quiet();
    metrics.recallSpent('recent', 'index', 0.02);
    const text = await metrics.render();
    expect(text).toContain('kith_recall_duration_seconds_bucket{le="0.025",mode="recent",stage="index"} 1');
  });

  it('read gauges when they are asked for, together, and once in a second at most', async () => {
    const metrics = quiet();
    const state = { waiting: 4, reads: 0, now: 0 };
    const read = () => {
      state.reads += 1;
      return Promise.resolve({ busWaiting: new Map([['events', state.waiting]]), memories: 7 });
    };
    metrics.watch(['busWaiting', 'memories'], read, () => state.now);
    expect(await metrics.render()).toContain('kith_bus_waiting{stream="events"} 4');
    state.waiting = 0;
    expect(await metrics.render()).toContain('kith_bus_waiting{stream="events"} 4');
    expect(state.reads).toBe(1);
    state.now = 1_000;
    const text = await metrics.render();
    expect(text).toContain('kith_bus_waiting{stream="events"} 0');
    expect(text).toContain('kith_memories 7');
  });

  it('leave out gauges that cannot be read, and count that', async () => {
    const metrics = quiet();
    const state = { isBroken: false, now: 0 };
    const read = () =>
      state.isBroken
        ? Promise.reject(new Error('store is away'))
        : Promise.resolve({ memories: 2, busParked: new Map([['events', 1]]) });
    metrics.watch(['memories', 'busParked'], read, () => state.now);
    expect(await metrics.render()).toContain('kith_memories 2');
    state.isBroken = true;
    state.now = 1_000;
    expect(await metrics.render()).not.toMatch(/^kith_(?:memories|bus_parked)\b/mu);
    expect(await metrics.render()).toContain('kith_metrics_unread_total 1');
  });

  it('of two instances are apart', async () => {
    const [one, other] = [quiet(), quiet()];
    one.messagesRecorded(1);
    expect(await one.render()).toContain('kith_messages_recorded_total 1');
    expect(await other.render()).toContain('kith_messages_recorded_total 0');
  });

  it('tell of the process when asked to', async () => {
    expect(await new Metrics().render()).toContain('process_resident_memory_bytes');
    expect(await quiet().render()).not.toContain('process_');
  });

  it('are named by the conventions of Prometheus', async () => {
    const metrics = quiet();
    metrics.watch(['busWaiting', 'busOldest', 'memories', 'logBytes'], () => Promise.resolve({}));
    const named = [...(await metrics.render()).matchAll(/^# TYPE (\S+) (\S+)$/gmu)];
    expect(named.length).toBeGreaterThan(10);
    const ends = { counter: /_total$/u, histogram: /_seconds$/u, gauge: /(?<!_total|_count|_sum|_bucket)$/u };
    for (const [, name = '', type] of named) {
      expect(name).toMatch(/^kith_[a-z_]+$/u);
      expect(name).toMatch(ends[type as keyof typeof ends]);
    }
  });
});
