import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { kithVersion as version } from '#contracts';
import { retryAfter, withQuery } from './api.js';
import { matchPerson } from './people.js';
import { parsePlace } from './places.js';
import { user } from './testing/fake-platform.js';

const people = [
  user('e1', 'Moss', 'moss'),
  user('e2', 'Alex', 'alex'),
  user('e3', 'Alex', 'lex'),
  user('e4', 'moss', 'T1:moss'),
];

describe('a person on the command line', () => {
  it('is an account as it is written, before any name', () =>
    expect(matchPerson('irc:T1:moss', people)).toEqual({
      kind: 'account',
      link: { platform: 'irc', platform_user_id: 'T1:moss' },
    }));
  it('is whoever alone has the account id or the name', () =>
    expect(matchPerson('@LEX', people)).toMatchObject({ kind: 'one', user: { display_name: 'Alex' } }));
  it('is nobody in particular when several are called so', () => {
    expect(matchPerson('alex', people)).toMatchObject({
      kind: 'many',
      users: [{ display_name: 'Alex' }, { display_name: 'Alex' }],
    });
    expect(matchPerson('moss', people).kind).toBe('many');
  });
  it.each([
    ['nadia', 'Nadia 🌿'],
    ['Sofia', 'Sofía'],
    ['joerg', 'Jörg'],
    ['tide', 'tide|away'],
    ['Sam', 'Samuel Ortiz'],
  ])('is found however the name is written: %s', (asked, display_name) =>
    expect(matchPerson(asked, [...people, user('e9', display_name, 'u-9')])).toMatchObject({
      kind: 'one',
      user: { display_name },
    }),
  );
  it('is nobody who only looks like them', () =>
    expect(matchPerson('Marta', [user('e9', 'Mаrta', 'u-9')]).kind).toBe('none'));
  it('is whoever has the handle, or had the name, before whom it is short for', () => {
    const [samuel, wren] = [user('e8', 'Samuel Ortiz', 'u-8'), user('e9', 'Wren', 'u-9')];
    const all = [...people, samuel, wren];
    const aliases = new Map([[wren.id, ['Wren', 'sam', 'old.wren']]]);
    expect(matchPerson('sam', all)).toMatchObject({ kind: 'one', user: samuel, isExact: false });
    for (const name of ['sam', '@Sam', 'old.wren'])
      expect(matchPerson(name, all, aliases)).toMatchObject({ kind: 'one', user: wren });
  });
  it('is nobody in particular when several were called so', () => {
    const former = people.slice(1, 3);
    const aliases = new Map(former.map(({ id }, index) => [id, [index === 0 ? 'kestrel' : 'Kestrel']]));
    expect(matchPerson('kestrel', people, aliases)).toMatchObject({ kind: 'many', users: former });
  });
  it('may be unknown', () => expect(matchPerson('fern', people).kind).toBe('none'));
});

describe('a place on the command line', () => {
  it.each([
    ['irc:group:#garden', { platform: 'irc', type: 'group', external_id: '#garden' }],
    ['slack:T1:dm:D:2', { platform: 'slack:T1', type: 'dm', external_id: 'D:2' }],
    ['#garden', null],
    ['irc:room:garden', null],
    ['irc:group:', null],
  ])('%s is %j', (text, place) => expect(parsePlace(text)).toEqual(place));
});

describe('a request', () => {
  it('leaves out what is not set', () =>
    expect(withQuery('/v1/x', { a: 'b c', d: undefined, e: 1 })).toBe('/v1/x?a=b+c&e=1'));
  it('waits for seconds or until a date, a minute at most', () => {
    expect(retryAfter('3', 0)).toBe(3000);
    expect(retryAfter('Thu, 01 Jan 1970 00:00:05 GMT', 1000)).toBe(4000);
    expect(retryAfter('9999', 0)).toBe(60_000);
    expect(retryAfter('soon', 0)).toBeNull();
  });
});

it('the version is that of the package', () => {
  const { version: ofPackage } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(version).toBe(ofPackage);
});
