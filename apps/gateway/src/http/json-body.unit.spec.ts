import { describe, expect, it } from '@jest/globals';
import { documentFault } from '#contracts';
import { readJson } from './json-body.js';

const read = (text: string | Uint8Array, type = 'application/json') =>
  readJson(typeof text === 'string' ? Buffer.from(text) : text, type, ['application/json']);
const kindOf = (run: () => unknown): string => {
  try {
    run();
    return 'read';
  } catch (error) {
    return (error as { kind?: string }).kind ?? 'threw something else';
  }
};

describe('JSON body', () => {
  it.each([
    ['{"a":1}', 'application/json', 'read'],
    ['{"a":1}', 'Application/JSON; charset="UTF-8"', 'read'],
    ['{"a":1}', 'application/json; charset=latin1', 'unsupported-media-type'],
    ['{"a":1}', 'text/plain', 'unsupported-media-type'],
    ['{"a":1}', '', 'unsupported-media-type'],
    ['', 'application/json', 'malformed'],
    ['{"a":', 'application/json', 'malformed'],
    ['"\\ud8"', 'application/json', 'malformed'],
    [`${'['.repeat(64)}${']'.repeat(64)}`, 'application/json', 'read'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'application/json', 'invalid'],
    ['['.repeat(500_000), 'application/json', 'invalid'],
    [JSON.stringify('['.repeat(500)), 'application/json', 'read'],
    [JSON.stringify('\\"['.repeat(500)), 'application/json', 'read'],
  ])('%.20s as %s: %s', (text, type, expected) => {
    expect(kindOf(() => read(text, type))).toBe(expected);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(kindOf(() => read(new Uint8Array([0x22, 0xc3, 0x28, 0x22])))).toBe('malformed');
  });
});

describe('document', () => {
  it.each([
    ['{"a":[{"b":"x\\u0000"}]}', { path: 'a.0.b', message: 'contains NUL' }],
    ['{"a":"\\ud83d"}', { path: 'a', message: 'is not well-formed Unicode' }],
    ['{"a":{"b\\u0000":1}}', { path: 'a.?', message: 'is a field name that contains NUL' }],
    [
      '{"metadata":{"__proto__":{"isAdmin":true}}}',
      { path: 'metadata.__proto__', message: 'is not a known field' },
    ],
    ['{"constructor":{"prototype":{}}}', { path: 'constructor', message: 'is not a known field' }],
  ])('%s has a fault that is named', (json, fault) => {
    expect(documentFault(JSON.parse(json))).toEqual(fault);
  });

  it.each(['{"a":"🦦 é 漢"}', '{"constructor":"a shipyard"}', '[1,null,true,{}]', '"plain"'])(
    '%s has none',
    (json) => {
      expect(documentFault(JSON.parse(json))).toBeNull();
    },
  );
});
