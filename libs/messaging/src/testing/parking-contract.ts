import { describe, expect, it } from '@jest/globals';
import type { Outcome } from '../message-bus.js';
import { done, message, Recorder, series, text } from './recorder.js';
import { until } from './until.js';
import { withBus, type MakeBus } from './with-bus.js';

const park = (cause: string): Outcome => ({ kind: 'park', cause });

export const parkingContract = (makeBus: MakeBus): void => {
  describe('parking', () => {
    const stage = withBus(makeBus);
    /** Parks `a1` while it is not mended. */
    const breakable = () => {
      const state = { isMended: false };
      const recorder = new Recorder((delivery) =>
        text(delivery) === 'a1' && !state.isMended ? park('broken') : done,
      );
      return { state, recorder };
    };
    const parkedCount = (name: string, count: number) =>
      until(
        () => stage.bus.parked(name, 50),
        (all) => all.length === count,
      );

    it('keeps bytes, headers, reason and attempts of what is parked', async () => {
      const body = Buffer.from([0, 255, 128]);
      const sent = message({ key: 'a', body, headers: { 'x-tenant-id': 'default' } });
      const { name } = await stage.consume(new Recorder(() => park('not JSON')));
      await stage.bus.publish([sent]);
      const [parked] = await parkedCount(name, 1);
      expect(parked).toMatchObject({
        id: sent.id,
        tenantId: 'default',
        kind: 'tasks',
        key: 'a',
        headers: sent.headers,
        consumer: name,
        attempts: 1,
        cause: 'not JSON',
      });
      expect(Buffer.from(parked?.body ?? []).equals(body)).toBe(true);
      expect(Math.abs((parked?.parkedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    });

    it('parks on the last attempt, with the reason of the last retry', async () => {
      const recorder = new Recorder(({ attempt }) => ({
        kind: 'retry',
        after: 5,
        cause: `no ${String(attempt)}`,
      }));
      const { name } = await stage.consume(recorder, { maxAttempts: 3 });
      await stage.bus.publish(series('a', 1));
      const [parked] = await parkedCount(name, 1);
      expect(parked).toMatchObject({ attempts: 3, cause: 'no 3' });
      expect(recorder.attemptsOf('a1')).toEqual([1, 2, 3]);
    });

    it('parks later messages of a parked key behind it, in order, and lets other keys pass', async () => {
      const { recorder } = breakable();
      const { name } = await stage.consume(recorder);
      await stage.bus.publish([...series('a', 2), ...series('b', 1)]);
      await parkedCount(name, 2);
      await stage.bus.publish([...series('a', 1, 'tasks', 3), ...series('b', 1, 'tasks', 2)]);
      expect((await parkedCount(name, 3)).map(text)).toEqual(['a1', 'a2', 'a3']);
      await until(
        () => recorder.texts.at(-1),
        (last) => last === 'b2',
      );
      expect(recorder.attemptsOf('a3')).toEqual([]);
    });

    it('parks what waited behind a retry when the retry gives up', async () => {
      const recorder = new Recorder((delivery) =>
        text(delivery) === 'a1' ? { kind: 'retry', after: 30, cause: 'no' } : done,
      );
      const { name } = await stage.consume(recorder, { maxAttempts: 3, batchSize: 1 });
      await stage.bus.publish(series('a', 3));
      expect((await parkedCount(name, 3)).map(text)).toEqual(['a1', 'a2', 'a3']);
      expect(recorder.attemptsOf('a2')).toEqual([]);
    });

    it('tells keys of two tenants apart', async () => {
      const recorder = new Recorder(({ tenantId }) => (tenantId === 't-1' ? park('broken') : done));
      const { name } = await stage.consume(recorder);
      await stage.bus.publish([
        message({ tenantId: 't-1', key: 'a' }),
        message({ tenantId: 't-2', key: 'a' }),
      ]);
      await parkedCount(name, 1);
      await stage.bus.publish([message({ tenantId: 't-2', key: 'a', body: 'passes' })]);
      await until(
        () => recorder.texts.at(-1),
        (last) => last === 'passes',
      );
    });

    it('replays a key first to last, before anything newer of it, with attempts counted anew', async () => {
      const { state, recorder } = breakable();
      const { name } = await stage.consume(recorder, { batchSize: 2 });
      await stage.bus.publish(series('a', 5));
      await parkedCount(name, 5);
      state.isMended = true;
      const [replayed] = await Promise.all([
        stage.other.replayParked(name, 'default', 'a'),
        stage.bus.publish(series('a', 2, 'tasks', 6)),
      ]);
      expect(replayed).toBeGreaterThanOrEqual(5);
      await stage.bus.replayParked(name, 'default', 'a');
      await until(
        () => recorder.texts.at(-1),
        (last) => last === 'a7',
      );
      expect(recorder.texts.slice(-7)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']);
      expect(recorder.attemptsOf('a1').at(-1)).toBe(1);
      expect(await stage.bus.parked(name, 10)).toEqual([]);
    });

    it('parks a replayed key again when it fails again', async () => {
      const { recorder } = breakable();
      const { name } = await stage.consume(recorder);
      await stage.bus.publish(series('a', 2));
      await parkedCount(name, 2);
      expect(await stage.bus.replayParked(name, 'default', 'a')).toBe(2);
      await until(
        () => recorder.attemptsOf('a1').length,
        (count) => count === 2,
      );
      expect((await parkedCount(name, 2)).map(text)).toEqual(['a1', 'a2']);
      expect(recorder.attemptsOf('a2').length).toBeLessThanOrEqual(2);
    });

    it('discards a key, and what comes later of it passes', async () => {
      const { recorder } = breakable();
      const { name } = await stage.consume(recorder);
      await stage.bus.publish([...series('a', 2), ...series('b', 1)]);
      await parkedCount(name, 2);
      expect(await stage.bus.discardParked(name, 'default', 'a')).toBe(2);
      expect(await stage.bus.parked(name, 10)).toEqual([]);
      await stage.bus.publish(series('a', 1, 'tasks', 3));
      await until(
        () => recorder.texts.at(-1),
        (last) => last === 'a3',
      );
      expect(await stage.bus.discardParked(name, 'default', 'a')).toBe(0);
    });

    it('parks for one consumer alone', async () => {
      const { recorder } = breakable();
      const other = new Recorder();
      const { name } = await stage.consume(recorder);
      const second = await stage.consume(other);
      await stage.bus.publish(series('a', 2));
      await parkedCount(name, 2);
      await second.drained(10_000);
      expect(other.texts).toEqual(['a1', 'a2']);
      expect(await stage.bus.parked(second.name, 10)).toEqual([]);
    });

    it('lists no more parked messages than asked for', async () => {
      const { name } = await stage.consume(new Recorder(() => park('broken')));
      await stage.bus.publish(series('a', 5));
      await parkedCount(name, 5);
      expect((await stage.bus.parked(name, 2)).map(text)).toEqual(['a1', 'a2']);
    });
  });
};
