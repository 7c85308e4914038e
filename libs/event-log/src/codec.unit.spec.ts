import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineEvent } from '#domain';
import { decode, definitionsOf, encode, UnknownEventError, type StoredEvent } from './codec.js';
import { newSecret, seal, unseal } from './sealing.js';

const Renamed = defineEvent(
  'BoatRenamed',
  3,
  z.object({ boat: z.string(), name: z.string().nullable(), by: z.string() }),
  {
    sealed: ['name'],
    sealedBy: (data) => data.boat,
    upcasters: {
      1: ({ title, ...rest }) => ({ ...rest, name: title }),
      2: (old) => ({ ...old, by: 'unknown' }),
    },
  },
);

const boats = definitionsOf([Renamed]);

const recorded = <Kept = StoredEvent>(name: string): Kept =>
  JSON.parse(readFileSync(new URL(`./testing/${name}.json`, import.meta.url), 'utf8')) as Kept;

describe('an event as it was stored by an older release', () => {
  it('is read as a message of which nobody knows when it was received', () => {
    expect(decode(recorded('MessageRecorded.v1'), () => null).data).toMatchObject({
      text: 'I keep bees',
      sentAt: new Date('2026-05-01T12:00:00Z'),
      receivedAt: null,
    });
  });

  it('is read as a memory whose expiry was given where it is not the default of then', () => {
    const memories = recorded<readonly StoredEvent[]>('MemoryCaptured.v1');
    expect(memories.map((stored) => decode(stored, () => null).data)).toMatchObject([
      { memoryType: 'context', expiresAt: null, isExpiryGiven: false },
      { memoryType: 'context', expiresAt: new Date('2026-05-04T00:00:00Z'), isExpiryGiven: true },
      { memoryType: 'context', expiresAt: new Date('2026-05-08T11:00:00Z'), isExpiryGiven: false },
    ]);
  });
});

describe('an edit or a deletion as it was stored by an older release', () => {
  it.each(['MessageEdited.v1', 'MessageDeleted.v1'])("is of any agent's message: %s", (name) =>
    expect(decode(recorded(name), () => null).data).toMatchObject({ messageId: 'm-1', agentId: null }),
  );
});

describe('an account as it was stored by an older release', () => {
  it.each(['AccountRegistered.v1', 'ProfileObserved.v1'])(
    'keeps the id that its platform has of it: %s',
    (name) =>
      expect(decode(recorded(name), () => null).data).toMatchObject({
        platformUserId: 'wanda_k',
        handle: null,
        displayName: null,
      }),
  );
});

describe('a further name as it was stored by an older release', () => {
  it('means its person on every platform', () =>
    expect(decode(recorded('AliasAdded.v1'), () => null).data).toMatchObject({ by: 'self', platform: null }));
});

describe('a reading as it was stored by an older release', () => {
  it('tells of nothing that was forgotten at its word', () => {
    const read = decode(recorded('MessageRead.v1'), () => null).data as {
      readonly outcomes: readonly unknown[];
    };
    expect(read.outcomes).toEqual([
      { memoryId: '1f0e2d3c-4b5a-5968-8776-655443322110', outcome: 'ADD' },
      { memoryId: null, outcome: 'REJECTED', reason: 'low-confidence' },
    ]);
  });
});

describe('an order to forget as it was stored by an older release', () => {
  it('reached no message of others by itself', () =>
    expect(decode(recorded('ForgettingOrdered.v1'), () => null).data).toMatchObject({
      isEverything: true,
      spokenOfIn: [],
    }));
  it('covered what its author said, too', () =>
    expect(decode(recorded('ForgettingOrdered.v2'), () => null).data).toMatchObject({
      isEverything: true,
      keepsOwn: false,
      spokenOfIn: ['1f0e2d3c-4b5a-5968-8776-655443322110'],
    }));
});

describe('an event as it is stored', () => {
  it('reads as the newest shape, one step at a time', () => {
    const stored = {
      stream: 'boat-1',
      type: 'BoatRenamed',
      schema_version: 1,
      data: { boat: '1', title: 'Petrel' },
    };
    expect(decode(stored, () => null, boats).data).toEqual({ boat: '1', name: 'Petrel', by: 'unknown' });
  });

  it('of a type that nobody defined is refused', () => {
    const stored = { stream: 'x-1', type: 'BoatSunk', schema_version: 1, data: {} };
    expect(() => decode(stored, () => null, boats).data).toThrow(UnknownEventError);
  });

  it('opens with its own key, in its own place, and with nothing else', () => {
    const secret = newSecret();
    const box = seal({ name: 'Petrel' }, secret, 'boat-1|BoatRenamed');
    expect(unseal(box, secret, 'boat-1|BoatRenamed')).toEqual({ name: 'Petrel' });
    expect(() => unseal(box, newSecret(), 'boat-1|BoatRenamed')).toThrow();
    expect(() => unseal(box, secret, 'boat-2|BoatRenamed')).toThrow();
  });

  it('says null where the key is gone', () => {
    const key = { secret: newSecret(), generation: 0 };
    const made = {
      type: 'BoatRenamed',
      data: { boat: '1', name: 'Petrel', by: 'me' },
      occurredAt: new Date(0),
    };
    const data = JSON.parse(encode(made as never, 'boat-1', () => key, boats)) as Record<string, unknown>;
    const stored = { stream: 'boat-1', type: 'BoatRenamed', schema_version: 3, data };
    expect(decode(stored, () => key, boats).data).toEqual(made.data);
    expect(decode(stored, () => null, boats).data).toEqual({ boat: '1', name: null, by: 'me' });
  });

  it('says null where a key of the next generation has taken its place, and opens what that one sealed', () => {
    const first = { secret: newSecret(), generation: 0 };
    const next = { secret: newSecret(), generation: 1 };
    const made = {
      type: 'BoatRenamed',
      data: { boat: '1', name: 'Petrel', by: 'me' },
      occurredAt: new Date(0),
    };
    const storedBy = (key: typeof first) => ({
      stream: 'boat-1',
      type: 'BoatRenamed',
      schema_version: 3,
      data: JSON.parse(encode(made as never, 'boat-1', () => key, boats)) as Record<string, unknown>,
    });
    expect(decode(storedBy(first), () => next, boats).data).toMatchObject({ name: null });
    expect(decode(storedBy(next), () => next, boats).data).toMatchObject({ name: 'Petrel' });
  });

  it('refuses what nobody could read again, by its fields and without its values', () => {
    const made = { type: 'BoatRenamed', data: { boat: '1', name: 7, by: 'Wanda' }, occurredAt: new Date(0) };
    expect(() => encode(made as never, 'boat-1', () => null, boats)).toThrow(
      'BoatRenamed does not fit its schema at name',
    );
  });
});
