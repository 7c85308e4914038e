import { describe, expect, it } from '@jest/globals';
import type { ConsumerOptions, Delivery, Outcome } from '../message-bus.js';
import { done, Recorder, series, text } from './recorder.js';
import { until } from './until.js';
import { withBus, type MakeBus } from './with-bus.js';

const retry = (after: number): Outcome => ({ kind: 'retry', after, cause: 'not yet' });
/** Refuses this body until the given attempt. */
const refusing = (body: string, untilAttempt: number, after = 10) =>
  new Recorder((delivery) =>
    text(delivery) === body && delivery.attempt < untilAttempt ? retry(after) : done,
  );

export const retryContract = (makeBus: MakeBus): void => {
  describe('retry', () => {
    const stage = withBus(makeBus);

    it('delivers again after the delay and not before, with the attempts counted', async () => {
      const times: number[] = [];
      const recorder = new Recorder(({ attempt }) => {
        times.push(performance.now());
        return attempt === 1 ? retry(150) : done;
      });
      await stage.consume(recorder);
      await stage.bus.publish(series('a', 1));
      await until(
        () => recorder.deliveries.length,
        (count) => count === 2,
      );
      expect(recorder.attemptsOf('a1')).toEqual([1, 2]);
      expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(140);
    });

    it('keeps the later ones of the key waiting, and lets other keys pass', async () => {
      const recorder = refusing('a1', 3);
      const consumption = await stage.consume(recorder, { batchSize: 1, maxAttempts: 10 });
      await stage.bus.publish([...series('a', 3), ...series('b', 2)]);
      await until(
        () => recorder.texts.includes('a3'),
        (isThere) => isThere,
      );
      await consumption.drained(10_000);
      const handled = recorder.deliveries.filter(
        (delivery) => text(delivery) !== 'a1' || delivery.attempt === 3,
      );
      expect(handled.filter(({ key }) => key === 'a').map(text)).toEqual(['a1', 'a2', 'a3']);
      expect(handled.filter(({ key }) => key === 'b').map(text)).toEqual(['b1', 'b2']);
    });

    it('delivers the later ones of a batch again, whatever was answered for them', async () => {
      const recorder = refusing('a2', 2);
      await stage.bus.publish([...series('a', 3), ...series('b', 1)]);
      await stage.consume(recorder);
      await until(
        () => recorder.attemptsOf('a3').length,
        (count) => count === 2,
      );
      expect(recorder.attemptsOf('a1')).toEqual([1]);
      expect(recorder.attemptsOf('a2')).toEqual([1, 2]);
      expect(recorder.attemptsOf('a3')).toEqual([1, 1]);
      expect(recorder.attemptsOf('b1')).toEqual([1]);
    });

    it('holds back what is published while its key waits', async () => {
      const recorder = refusing('a1', 2, 200);
      await stage.consume(recorder);
      await stage.bus.publish(series('a', 1));
      await until(
        () => recorder.texts.length,
        (count) => count === 1,
      );
      await stage.bus.publish(series('a', 2, 'tasks', 2));
      await until(
        () => recorder.texts.length,
        (count) => count === 4,
      );
      expect(recorder.texts).toEqual(['a1', 'a1', 'a2', 'a3']);
    });

    it('retries a batch whose handler threw, and parks only what throws alone', async () => {
      const handled: string[] = [];
      const handle = (deliveries: readonly Delivery[]): Promise<readonly Outcome[]> => {
        if (deliveries.some((delivery) => text(delivery) === 'b1'))
          return Promise.reject(new Error('poison'));
        handled.push(...deliveries.map(text));
        return Promise.resolve(deliveries.map(() => done));
      };
      await stage.bus.publish([...series('a', 2), ...series('b', 2), ...series('c', 1)]);
      const { name } = await stage.consume(new Recorder(), { handle, maxAttempts: 3 });
      const parked = await until(
        () => stage.bus.parked({ consumer: name, limit: 10 }),
        (all) => all.length === 1,
      );
      expect(parked.map(text)).toEqual(['b1']);
      await until(
        () => handled.length,
        (count) => count === 4,
      );
      expect(handled.filter((body) => body.startsWith('a'))).toEqual(['a1', 'a2']);
      expect([...handled].sort()).toEqual(['a1', 'a2', 'b2', 'c1']);
    });

    it('charges no attempt to what was beside the one that throws, and handles it at once', async () => {
      const recorder = new Recorder();
      const handle: ConsumerOptions['handle'] = (deliveries, signal) =>
        deliveries.some((delivery) => text(delivery) === 'c1')
          ? Promise.reject(new Error('poison'))
          : recorder.handle(deliveries, signal);
      await stage.bus.publish([...series('a', 4), ...series('b', 3), ...series('c', 2), ...series('d', 3)]);
      await stage.consume(new Recorder(), { handle, maxAttempts: 2 });
      await until(
        () => recorder.texts.length,
        (count) => count === 11,
      );
      expect(recorder.deliveries.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 11 }, () => 1));
      expect(recorder.texts.filter((body) => body.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4']);
    });

    it('keeps what a handler threw out of the reason', async () => {
      const handle = () => Promise.reject(new Error('Rain said her secret'));
      await stage.bus.publish(series('a', 1));
      const { name } = await stage.consume(new Recorder(), { handle, maxAttempts: 2 });
      const [parked] = await until(
        () => stage.bus.parked({ consumer: name, limit: 10 }),
        (all) => all.length === 1,
      );
      expect(parked?.cause).not.toContain('Rain');
      expect(parked?.cause).toContain('Error');
    });

    it('takes a wrong number of outcomes for a throw', async () => {
      const handle = () => Promise.resolve([]);
      await stage.bus.publish(series('a', 1));
      const { name } = await stage.consume(new Recorder(), { handle, maxAttempts: 2 });
      await until(
        () => stage.bus.parked({ consumer: name, limit: 10 }),
        (all) => all.length === 1,
      );
    });
  });
};
