import { describe, expect, it } from '@jest/globals';
import { changeNotices } from '#contracts';
import { derivedId, event, type KithEvent } from '#domain';
import type { RecordedEvent } from '#event-log';
import { noticesOf } from './notices.js';

const at = new Date('2026-03-01T10:00:00Z');
const id = (name: string): string => derivedId('notices', name);
const stored = (position: number, one: KithEvent, tenantId = 'default'): RecordedEvent =>
  ({ ...one, tenantId, at: { transactionId: 1n, position: BigInt(position) } }) as unknown as RecordedEvent;
const restored = (position: number, name: string, tenantId?: string): RecordedEvent =>
  stored(position, event('MemoryRestored', { memoryId: id(name) }, at), tenantId);
const told = (events: readonly RecordedEvent[], traces = new Map<string, string>()) =>
  noticesOf(events, traces).map(({ id: key, tenantId, body }) => ({
    key,
    tenantId,
    changes: changeNotices
      .parse(JSON.parse(Buffer.from(body).toString()))
      .map((one) => `${one.what} ${one.id === id('shed') ? 'shed' : 'barn'}@${one.position}`),
  }));

describe('the outbox', () => {
  it('tells of a row once, by its newest change, and of nothing that no index holds', () => {
    const renamed = stored(3, event('KinNamed', {} as never, at));
    expect(told([restored(1, 'shed'), restored(2, 'barn'), renamed, restored(4, 'shed')])).toMatchObject([
      { changes: ['memory barn@2', 'memory shed@4'] },
    ]);
  });

  it('keeps tenants apart', () => {
    const notices = told([restored(1, 'shed', 'north'), restored(2, 'shed', 'south')]);
    expect(notices.map(({ tenantId, changes }) => [tenantId, changes])).toEqual([
      ['north', ['memory shed@1']],
      ['south', ['memory shed@2']],
    ]);
  });

  it('tells of fifty rows in a message of the bus', () => {
    const many = Array.from({ length: 120 }, (_, index) => restored(index + 1, `row ${String(index)}`));
    expect(told(many).map(({ changes }) => changes.length)).toEqual([50, 50, 20]);
  });

  it('says another thing under another id: told once more after a crash, with what came since, it is no duplicate', () => {
    const [before] = told([restored(1, 'shed'), restored(2, 'barn')]);
    const [again] = told([restored(1, 'shed'), restored(2, 'barn')]);
    const [since] = told([restored(1, 'shed'), restored(2, 'barn'), restored(5, 'barn')]);
    expect(again?.key).toBe(before?.key);
    expect(since?.changes).toEqual(['memory shed@1', 'memory barn@5']);
    expect(since?.key).not.toBe(before?.key);
  });

  it('names the trace in which a row changed', () => {
    const [one] = noticesOf([restored(1, 'shed')], new Map([[id('shed'), '00-ab-cd-01']]));
    expect(Buffer.from(one?.body ?? []).toString()).toContain('"traceparent":"00-ab-cd-01"');
  });
});
