import { headers as newHeaders } from '@nats-io/transport-node';
import { describe, expect, it } from '@jest/globals';
import { carriedIn, headersOf } from './carrying.js';

const storedAs = (subject: string, given: Readonly<Record<string, string>>) => {
  const headers = newHeaders();
  for (const [name, value] of Object.entries(given)) headers.set(name, value);
  return carriedIn('events', {
    subject,
    headers,
    body: Buffer.from('{}'),
    streamSequence: 7,
    time: new Date('2026-05-01T12:00:00Z'),
  });
};
const said = {
  'Nats-Msg-Id': '/bridge|m-1',
  'Kith-Id': 'somebody-else',
  'Kith-Key': 'a-place',
  'Kith-Only': 'recall-indexer',
  'Kith-Stored-At': '2020-01-01T00:00:00.000Z',
  'x-correlation-id': 'as-the-edge-does',
  'x-kith-reach': 'all',
  traceparent: '00-1-2-01',
};

describe('what an adaptor published that is held to one platform', () => {
  const carried = storedAs('kith.v1.acme~matrix.events.p03', said);

  it('is of its tenant, and says which platform', () => {
    expect([carried.tenantId, carried.key, carried.id]).toEqual(['acme', 'a-place', '/bridge|m-1']);
    expect(carried.headers).toEqual({ 'kith-platform': 'matrix', traceparent: '00-1-2-01' });
  });

  it('came when the broker took it, and is for every consumer, whatever it says', () => {
    expect([carried.storedAt.toISOString(), carried.only]).toEqual(['2026-05-01T12:00:00.000Z', null]);
  });

  it('stays held to it when it is parked and published again', () => {
    const again = Object.fromEntries(
      [...headersOf(carried)].map(([name, values]) => [name, values[0] ?? '']),
    );
    expect(storedAs('kith.v1.acme.events.p03', again).headers['kith-platform']).toBe('matrix');
  });
});

describe('what an app published', () => {
  it('keeps what the edge says of its caller', () => {
    const carried = storedAs('kith.v1.acme.events.p03', said);
    expect(carried.headers).toEqual({
      'x-correlation-id': 'as-the-edge-does',
      'x-kith-reach': 'all',
      traceparent: '00-1-2-01',
    });
    expect([carried.only, carried.storedAt.getUTCFullYear()]).toEqual(['recall-indexer', 2020]);
  });
});
