import { describe, expect, it } from '@jest/globals';
import { done, message, Recorder, series, text } from './recorder.js';
import { until } from './until.js';
import { withBus, type MakeBus } from './with-bus.js';

export const deliveryContract = (makeBus: MakeBus): void => {
  describe('delivery', () => {
    const stage = withBus(makeBus);

    it('brings what was published before the consumer came, and after', async () => {
      const recorder = new Recorder();
      await stage.bus.publish(series('a', 2));
      await stage.consume(recorder);
      await until(
        () => recorder.texts.length,
        (count) => count === 2,
      );
      await stage.bus.publish(series('a', 1, 'tasks', 3));
      await until(
        () => recorder.texts.length,
        (count) => count === 3,
      );
      expect(recorder.texts).toEqual(['a1', 'a2', 'a3']);
    });

    it('keeps the order of a key over batches, with rising sequences', async () => {
      const recorder = new Recorder();
      const consumption = await stage.consume(recorder, { batchSize: 7 });
      await stage.bus.publish([...series('a', 20), ...series('b', 20)]);
      await stage.bus.publish(series('a', 20, 'tasks', 21));
      await consumption.drained(10_000);
      const ofKey = (key: string) => recorder.deliveries.filter((delivery) => delivery.key === key);
      expect(ofKey('a').map(text)).toEqual(Array.from({ length: 40 }, (_, index) => `a${String(index + 1)}`));
      expect(ofKey('b').map(text)).toEqual(Array.from({ length: 20 }, (_, index) => `b${String(index + 1)}`));
      const sequences = ofKey('a').map(({ sequence }) => sequence);
      expect([...sequences].sort((x, y) => Number(x - y))).toEqual(sequences);
    });

    it('hands over no more than the batch size at once', async () => {
      const recorder = new Recorder();
      await stage.bus.publish(series('a', 25));
      const consumption = await stage.consume(recorder, { batchSize: 10 });
      await consumption.drained(10_000);
      expect(Math.max(...recorder.batches.map(({ length }) => length))).toBeLessThanOrEqual(10);
      expect(recorder.texts).toHaveLength(25);
    });

    it('brings every message to every consumer of its kind, each at its own pace', async () => {
      const [quick, slow] = [
        new Recorder(),
        new Recorder(({ key }) => (key === 'gate' && !open ? later : done)),
      ];
      const later = { kind: 'retry', after: 20, cause: 'closed' } as const;
      let open = false;
      const first = await stage.consume(quick);
      await stage.consume(slow, { maxAttempts: 1_000 });
      await stage.bus.publish(series('gate', 2));
      await first.drained(10_000);
      await until(
        () => slow.texts.length,
        (count) => count > 0,
      );
      expect(quick.texts).toEqual(['gate1', 'gate2']);
      expect(new Set(slow.texts)).toEqual(
        new Set(slow.texts.filter((body) => body === 'gate1' || body === 'gate2')),
      );
      open = true;
      await until(
        () => slow.texts.at(-1),
        (last) => last === 'gate2',
      );
      expect(quick.texts).toHaveLength(2);
    });

    it('brings a consumer its own kind alone', async () => {
      const recorder = new Recorder();
      const consumption = await stage.consume(recorder, { kind: 'facts' });
      await stage.bus.publish([
        message({ kind: 'tasks', body: 'task' }),
        message({ kind: 'facts', body: 'fact' }),
      ]);
      await consumption.drained(10_000);
      expect(recorder.texts).toEqual(['fact']);
    });

    it('brings what another process published', async () => {
      const recorder = new Recorder();
      await stage.consume(recorder);
      await stage.other.publish(series('a', 3));
      await until(
        () => recorder.texts.length,
        (count) => count === 3,
      );
      expect(recorder.texts).toEqual(['a1', 'a2', 'a3']);
    });

    it('loses nothing of what two processes publish at once', async () => {
      const recorder = new Recorder();
      const consumption = await stage.consume(recorder, { batchSize: 50 });
      const rounds = Array.from({ length: 20 }, (_, index) => index);
      await Promise.all([
        ...rounds.map((round) => stage.bus.publish(series('a', 5, 'tasks', round * 5))),
        ...rounds.map((round) => stage.other.publish(series('b', 5, 'tasks', round * 5))),
      ]);
      await consumption.drained(10_000);
      expect(new Set(recorder.texts).size).toBe(200);
    });

    it('never has two workers of one consumer on one key at the same time', async () => {
      const busy = new Set<string>();
      const clashes: string[] = [];
      const worker = () =>
        new Recorder(async ({ key }) => {
          if (busy.has(key)) clashes.push(key);
          busy.add(key);
          await new Promise((resolve) => setImmediate(resolve));
          busy.delete(key);
          return done;
        });
      const [one, two] = [worker(), worker()];
      const first = await stage.consume(one, { batchSize: 3 });
      await stage.consume(two, { batchSize: 3, name: first.name }, stage.other);
      await stage.bus.publish([...series('a', 10), ...series('b', 10)]);
      await until(
        () => one.texts.length + two.texts.length,
        (count) => count === 20,
      );
      expect(clashes).toEqual([]);
      expect(new Set([...one.texts, ...two.texts]).size).toBe(20);
    });
  });
};
