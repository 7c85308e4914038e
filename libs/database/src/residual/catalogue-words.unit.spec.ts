import { describe, expect, it } from '@jest/globals';
import { isOfEngine } from './catalogue-words.js';

describe('a file of the data directory', () => {
  it.each([
    'postgres/base/5/1249',
    'postgres/base/5/2619_fsm',
    'postgres/global/1260',
    'postgres/postgresql.conf',
  ])('came with the engine: %s', (path) => expect(isOfEngine(path)).toBe(true));
  it.each([
    'postgres/base/5/16384',
    'postgres/base/5/22437.1',
    'postgres/pg_wal/00000001000000000000000F',
    'operator.key',
  ])('is written since: %s', (path) => expect(isOfEngine(path)).toBe(false));
});
