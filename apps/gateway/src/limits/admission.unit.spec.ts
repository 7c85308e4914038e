import { describe, expect, it } from '@jest/globals';
import { Admission } from './admission.js';

const of = (keyId: string, tenantId: string) => ({ keyId, tenantId });

describe('requests worked on at once', () => {
  const admission = () => new Admission({ most: 6, mostOfKey: 2, mostOfTenant: 3 }, () => undefined);

  it('are shared: neither a key nor a tenant takes all of them', () => {
    const room = admission();
    const asked = [
      of('bee', 'hive'),
      of('bee', 'hive'),
      of('bee', 'hive'),
      of('wasp', 'hive'),
      of('wasp', 'hive'),
      of('ant', 'hill'),
    ].map((caller) => room.enter(caller));
    expect(asked).toEqual(['entered', 'entered', 'share', 'entered', 'share', 'entered']);
  });

  it('have room again for a key when one of its own ends', () => {
    const room = admission();
    for (let n = 0; n < 2; n += 1) room.enter(of('bee', 'hive'));
    room.leave(of('bee', 'hive'));
    expect(room.enter(of('bee', 'hive'))).toBe('entered');
  });

  it('are full for everybody when there is no room at all', () => {
    const room = admission();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) room.enter(of(name, name));
    expect(room.enter(of('g', 'g'))).toBe('full');
  });
});
