import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { derivedId, IdKey, memoryIdOf, messageRecordId, type DuplicateKey } from './ids.js';

const secret = (byte: number): Uint8Array => Buffer.alloc(32, byte);
const mine = new IdKey(secret(1));
const theirs = new IdKey(secret(2));
const unkeyed = new IdKey(null);

const said: DuplicateKey = {
  tenantId: 'default',
  agentId: 'a',
  speakerId: 's',
  subjectIds: ['s', 't'],
  placeRootId: 'p',
  scope: 'source_shared',
  sensitivity: 1,
  disclosure: 'public',
  withheldFromIds: [],
  content: 'Grows leeks',
};

describe('an id that is keyed', () => {
  it.each([
    ['memory', (key: IdKey) => memoryIdOf(key, said), '1944adb3-116d-5ecd-afea-b3ed93995d24'],
    [
      'message',
      (key: IdKey) => messageRecordId(key, 'default', 'chat', 'p', 'm-1'),
      '85150352-7b6b-5d1e-bcd1-1597b06b613d',
    ],
  ])('of a %s is the same with the same secret, and another with any other', (_of, idOf, before) => {
    expect(idOf(mine)).toBe(idOf(new IdKey(secret(1))));
    expect(new Set([mine, theirs, unkeyed].map(idOf)).size).toBe(3);
    expect(idOf(mine)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
    // Stores from before hold these: what was said once has to be met again, with any version of Kith.
    expect(idOf(unkeyed)).toBe(before);
  });

  it('tells lists of parts apart, and the order of subjects not', () => {
    expect(mine.derive('a', 'bc')).not.toBe(mine.derive('ab', 'c'));
    expect(memoryIdOf(mine, { ...said, subjectIds: ['t', 's'], content: 'grows LEEKS!' })).toBe(
      memoryIdOf(mine, said),
    );
    expect(memoryIdOf(mine, { ...said, withheldFromIds: ['u'] })).not.toBe(memoryIdOf(mine, said));
  });

  it('is what it was before where the store has no secret', () => {
    expect(unkeyed.derive('told-to', 'a', 'b')).toBe(derivedId('told-to', 'a', 'b'));
  });

  it('has a key that is printed nowhere', () => {
    const key = new IdKey(Buffer.from('z'.repeat(32)));
    const printed = [JSON.stringify({ key }), inspect(key, { showHidden: true, depth: 9 })];
    expect(printed.join('\n')).not.toMatch(/zzz|7a7a|122/u);
  });
});
