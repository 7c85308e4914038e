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
    const parkedOf = (consumer: string, limit = 50) => stage.bus.parked({ consumer, limit });
    const parkedCount = (name: string, count: number) =>
      until(
        () => parkedOf(name),
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

    it('parks one message alone: earlier and later ones of its key are handled, in order', async () => {
      const { recorder } = breakable();
      const { name } = await stage.consume(recorder);
      await stage.bus.publish([...series('a', 3), ...series('b', 1)]);
      await parkedCount(name, 1);
      await stage.bus.publish([...series('a', 2, 'tasks', 4), ...series('b', 1, 'tasks', 2)]);
      await until(
        () => recorder.texts.length,
        (count) => count === 7,
      );
      const ofKey = (key: string) => recorder.texts.filter((body) => body.startsWith(key));
      expect([ofKey('a'), ofKey('b')]).toEqual([
        ['a1', 'a2', 'a3', 'a4', 'a5'],
        ['b1', 'b2'],
      ]);
      expect((await parkedOf(name)).map(text)).toEqual(['a1']);
    });

    it('delivers what waited behind a retry when the retry gives up', async () => {
      const recorder = new Recorder((delivery) =>
        text(delivery) === 'a1' ? { kind: 'retry', after: 30, cause: 'no' } : done,
      );
      const { name } = await stage.consume(recorder, { maxAttempts: 3, batchSize: 1 });
      await stage.bus.publish(series('a', 3));
      expect((await parkedCount(name, 1)).map(text)).toEqual(['a1']);
      await until(
        () => recorder.texts.at(-1),
        (last) => last === 'a3',
      );
      expect(recorder.texts).toEqual(['a1', 'a1', 'a1', 'a2', 'a3']);
    });

    it('replays one message and no other, with attempts counted anew and the moment it was stored', async () => {
      const state = { isMended: false };
      const recorder = new Recorder(() => (state.isMended ? done : park('broken')));
      const { name } = await stage.consume(recorder);
      await stage.bus.publish(series('a', 3));
      const [first, second, third] = await parkedCount(name, 3);
      if (!first || !second || !third) throw new Error('three are parked');
      state.isMended = true;
      expect(await stage.other.replayParked('default', second)).toBe(true);
      await until(
        () => recorder.texts.length,
        (count) => count === 4,
      );
      const [before, again] = recorder.deliveries.filter((delivery) => text(delivery) === 'a2');
      expect(again?.attempt).toBe(1);
      expect([again?.storedAt, second.storedAt]).toEqual([before?.storedAt, before?.storedAt]);
      expect((await parkedCount(name, 2)).map(text)).toEqual(['a1', 'a3']);
    });

    it('parks a replayed message again when it fails again', async () => {
      const { recorder } = breakable();
      const { name } = await stage.consume(recorder);
      await stage.bus.publish(series('a', 2));
      const [parked] = await parkedCount(name, 1);
      if (!parked) throw new Error('one is parked');
      expect(await stage.bus.replayParked('default', parked)).toBe(true);
      await until(
        () => recorder.attemptsOf('a1').length,
        (count) => count === 2,
      );
      expect((await parkedCount(name, 1)).map(text)).toEqual(['a1']);
      expect(recorder.attemptsOf('a2')).toEqual([1]);
    });

    it('discards one message and no other, once', async () => {
      const { name } = await stage.consume(new Recorder(() => park('broken')));
      await stage.bus.publish(series('a', 2));
      const [first, second] = await parkedCount(name, 2);
      if (!first || !second) throw new Error('two are parked');
      expect(await stage.bus.discardParked('default', first)).toBe(true);
      expect((await parkedOf(name)).map(text)).toEqual(['a2']);
      expect(await stage.bus.discardParked('default', first)).toBe(false);
      expect(await stage.bus.replayParked('default', first)).toBe(false);
    });

    it('lets no other tenant replay or discard it, or see it', async () => {
      const { name } = await stage.consume(new Recorder(() => park('broken')));
      await stage.bus.publish([message({ tenantId: 't-1', key: 'a' })]);
      const [parked] = await parkedCount(name, 1);
      if (!parked) throw new Error('one is parked');
      expect(await stage.bus.replayParked('t-2', parked)).toBe(false);
      expect(await stage.bus.discardParked('t-2', parked)).toBe(false);
      expect(await stage.bus.parked({ tenantId: 't-2', consumer: name, limit: 10 })).toEqual([]);
      expect(await stage.bus.parked({ tenantId: 't-1', consumer: name, limit: 10 })).toHaveLength(1);
    });

    it('parks for one consumer alone', async () => {
      const { recorder } = breakable();
      const other = new Recorder();
      const { name } = await stage.consume(recorder);
      const second = await stage.consume(other);
      await stage.bus.publish(series('a', 2));
      await parkedCount(name, 1);
      await second.drained(10_000);
      expect(other.texts).toEqual(['a1', 'a2']);
      expect(await parkedOf(second.name)).toEqual([]);
    });

    it('lists them in pages, or the one of an id, and counts them with the age of the oldest', async () => {
      const { name } = await stage.consume(new Recorder(() => park('broken')));
      const sent = series('a', 5);
      await stage.bus.publish(sent);
      await parkedCount(name, 5);
      const [first, second] = await parkedOf(name, 2);
      expect([first, second].map((one) => one && text(one))).toEqual(['a1', 'a2']);
      const rest = await stage.bus.parked({ consumer: name, after: second?.sequence ?? 0n, limit: 10 });
      expect(rest.map(text)).toEqual(['a3', 'a4', 'a5']);
      const [fourth] = await stage.bus.parked({ id: sent[3]?.id ?? '', limit: 10 });
      expect(fourth && text(fourth)).toBe('a4');
      const depth = (await stage.bus.depth()).find(({ kind }) => kind === 'tasks');
      expect(depth).toMatchObject({ parked: 5, parkedSince: first?.parkedAt });
    });
  });
};
