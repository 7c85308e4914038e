import { describe, expect, it } from '@jest/globals';
import type { Delivery, Outcome } from '../message-bus.js';
import { done, Recorder, series, text } from './recorder.js';
import { until } from './until.js';
import { withBus, type MakeBus } from './with-bus.js';

/** Something to wait for, from outside. */
const gate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
};

export const lifecycleContract = (makeBus: MakeBus): void => {
  describe('stopping and draining', () => {
    const stage = withBus(makeBus);

    it('waits for the running handler and settles what it answered', async () => {
      const [started, finish] = [gate(), gate()];
      const recorder = new Recorder(async () => {
        started.open();
        await finish.opened;
        return done;
      });
      await stage.bus.publish(series('a', 2));
      const first = await stage.consume(recorder, { batchSize: 1 });
      await started.opened;
      const stopped = first.stop();
      finish.open();
      await stopped;
      expect(recorder.texts).toEqual(['a1']);
      const next = new Recorder();
      const second = await stage.consume(next, { name: first.name });
      await second.drained(10_000);
      expect(next.texts).toEqual(['a2']);
    });

    it('tells a running handler to hurry, and what it gave up was no attempt', async () => {
      const started = gate();
      const handle = (deliveries: readonly Delivery[], signal: AbortSignal): Promise<readonly Outcome[]> =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error(`gave up ${String(deliveries.length)}`)));
          started.open();
        });
      await stage.bus.publish(series('a', 2));
      const first = await stage.consume(new Recorder(), { handle });
      await started.opened;
      await first.stop();
      const next = new Recorder();
      const second = await stage.consume(next, { name: first.name });
      await second.drained(10_000);
      expect(next.texts).toEqual(['a1', 'a2']);
      expect(next.attemptsOf('a1')).toEqual([1]);
    });

    it('gives a consumer of the same name what is left, and nothing twice', async () => {
      const one = new Recorder();
      const first = await stage.consume(one);
      await stage.bus.publish(series('a', 5));
      await first.drained(10_000);
      await first.stop();
      await stage.bus.publish(series('a', 2, 'tasks', 6));
      const two = new Recorder();
      const second = await stage.consume(two, { name: first.name }, stage.other);
      await second.drained(10_000);
      expect([one.texts.length, ...two.texts]).toEqual([5, 'a6', 'a7']);
    });

    it('is drained when only parked and delayed messages are left', async () => {
      const answers: Record<string, Outcome> = {
        a1: { kind: 'park', cause: 'broken' },
        b1: { kind: 'retry', after: 60_000, cause: 'later' },
      };
      const recorder = new Recorder((delivery) => answers[text(delivery)] ?? done);
      const consumption = await stage.consume(recorder);
      await stage.bus.publish([...series('a', 2), ...series('b', 2), ...series('c', 2)]);
      await consumption.drained(10_000);
      expect(recorder.texts).toContain('c2');
    });

    it('says so when it is not drained in time', async () => {
      const finish = gate();
      const recorder = new Recorder(async () => {
        await finish.opened;
        return done;
      });
      await stage.bus.publish(series('a', 1));
      const consumption = await stage.consume(recorder);
      await expect(consumption.drained(50)).rejects.toThrow();
      finish.open();
      await consumption.drained(10_000);
    });

    it('tells how many messages wait and how many are parked', async () => {
      const depthOf = async (kind: string) => (await stage.bus.depth()).find((depth) => depth.kind === kind);
      await stage.bus.publish([...series('a', 3), ...series('b', 2, 'facts')]);
      expect(await depthOf('tasks')).toEqual({
        kind: 'tasks',
        waiting: 3,
        waitingSeconds: expect.any(Number),
        parked: 0,
        parkedSince: null,
      });
      expect(await depthOf('events')).toEqual({
        kind: 'events',
        waiting: 0,
        waitingSeconds: 0,
        parked: 0,
        parkedSince: null,
      });
      const recorder = new Recorder((delivery) =>
        text(delivery) === 'a2' ? { kind: 'park', cause: 'broken' } : done,
      );
      const consumption = await stage.consume(recorder);
      await consumption.drained(10_000);
      await until(
        () => depthOf('tasks'),
        (depth) => depth?.waiting === 0 && depth.parked === 1,
      );
      expect(await depthOf('facts')).toEqual({
        kind: 'facts',
        waiting: 2,
        waitingSeconds: expect.any(Number),
        parked: 0,
        parkedSince: null,
      });
    });

    it('stops every consumer when it is closed', async () => {
      const recorder = new Recorder();
      await stage.consume(recorder, {}, stage.other);
      await stage.other.close();
      await stage.bus.publish(series('a', 1));
      const next = new Recorder();
      const consumption = await stage.consume(next);
      await consumption.drained(10_000);
      expect([recorder.texts, next.texts]).toEqual([[], ['a1']]);
    });
  });
};
