import { describe, expect, it } from '@jest/globals';
import { message, Recorder, text } from './recorder.js';
import { withBus, type MakeBus } from './with-bus.js';

export const publishingContract = (makeBus: MakeBus): void => {
  describe('publishing', () => {
    const stage = withBus(makeBus);

    it('brings bytes, headers, id, tenant and key to the handler as they were', async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      const headers = { 'x-correlation-id': 'c "1" \\ ,{}', traceparent: '00-é-01' };
      const sent = message({ id: 'bytes', tenantId: 't-1', key: 'k "1",\\', headers, body: bytes });
      const recorder = new Recorder();
      await stage.bus.publish([sent]);
      const consumption = await stage.consume(recorder);
      await consumption.drained(10_000);
      const [delivery] = recorder.deliveries;
      expect(delivery).toMatchObject({
        id: 'bytes',
        tenantId: 't-1',
        kind: 'tasks',
        key: 'k "1",\\',
        headers,
        attempt: 1,
      });
      expect(Buffer.from(delivery?.body ?? []).equals(Buffer.from(bytes))).toBe(true);
    });

    it('takes an empty body and an empty list', async () => {
      const recorder = new Recorder();
      const consumption = await stage.consume(recorder);
      expect(await stage.bus.publish([])).toEqual([]);
      expect(await stage.bus.publish([message({ body: '' })])).toEqual(['stored']);
      await consumption.drained(10_000);
      expect(recorder.texts).toEqual(['']);
    });

    it('answers duplicate to an id it has, and delivers it once', async () => {
      const recorder = new Recorder();
      const consumption = await stage.consume(recorder);
      const [a, b] = [message({ id: 'a', body: 'first' }), message({ id: 'b', body: 'b' })];
      expect(await stage.bus.publish([a])).toEqual(['stored']);
      expect(await stage.bus.publish([{ ...a, body: Buffer.from('second') }, b])).toEqual([
        'duplicate',
        'stored',
      ]);
      await consumption.drained(10_000);
      expect(recorder.texts).toEqual(['first', 'b']);
    });

    it('answers duplicate to the second of two equal ids in one list', async () => {
      const recorder = new Recorder();
      const consumption = await stage.consume(recorder);
      const twice = [message({ id: 'a', body: '1' }), message({ id: 'a', body: '2' })];
      expect(await stage.bus.publish(twice)).toEqual(['stored', 'duplicate']);
      await consumption.drained(10_000);
      expect(recorder.texts).toEqual(['1']);
    });

    it('answers repeated to what was told under another id, in the list or before, and delivers it', async () => {
      const recorder = new Recorder();
      const consumption = await stage.consume(recorder);
      const telling = (id: string, tells: string, tenantId = 't-1') => ({
        ...message({ id, tenantId, body: id }),
        tells,
      });
      const list = [telling('a', 'x'), telling('b', 'x'), telling('c', 'y'), telling('a', 'x')];
      expect(await stage.bus.publish(list)).toEqual(['stored', 'repeated', 'stored', 'duplicate']);
      const later = [telling('d', 'y'), telling('y', 'z'), telling('e', 'x', 't-2'), telling('c', 'y')];
      expect(await stage.other.publish(later)).toEqual(['repeated', 'stored', 'stored', 'duplicate']);
      await consumption.drained(10_000);
      expect([...recorder.texts].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'y']);
    });

    it('still knows an id after its message was handled', async () => {
      const consumption = await stage.consume(new Recorder());
      await stage.bus.publish([message({ id: 'a' })]);
      await consumption.drained(10_000);
      expect(await stage.other.publish([message({ id: 'a' })])).toEqual(['duplicate']);
    });

    it('takes the same id for another tenant and for another kind', async () => {
      await stage.bus.publish([message({ id: 'a', tenantId: 't-1', kind: 'tasks' })]);
      const others = [
        message({ id: 'a', tenantId: 't-2', kind: 'tasks' }),
        message({ id: 'a', tenantId: 't-1', kind: 'facts' }),
      ];
      expect(await stage.bus.publish(others)).toEqual(['stored', 'stored']);
    });

    it('stores an id once when two publishers race', async () => {
      const recorder = new Recorder();
      const consumption = await stage.consume(recorder);
      const ids = Array.from({ length: 20 }, (_, index) => String(index));
      const answers = await Promise.all(
        [stage.bus, stage.other].flatMap((bus) => ids.map((id) => bus.publish([message({ id, body: id })]))),
      );
      expect(answers.flat().filter((answer) => answer === 'stored')).toHaveLength(20);
      await consumption.drained(10_000);
      expect(new Set(recorder.deliveries.map(text))).toEqual(new Set(ids));
      expect(recorder.deliveries).toHaveLength(20);
    });
  });
};
