import { describe, expect, it } from '@jest/globals';
import { poolSizesOf } from './pools.js';

describe('the connections of a process', () => {
  it('are mostly for answers where answers are given, and for work where work is done', () => {
    expect(poolSizesOf('recall').reading).toBeGreaterThan(poolSizesOf('recall').working);
    expect(poolSizesOf('ingest').working).toBeGreaterThan(poolSizesOf('ingest').reading);
  });

  it.each(['gateway', 'ingest', 'recall', 'janitor', 'standalone', 'another'])(
    'are as many as an operator says, and some of both kinds: %s',
    (app) => {
      for (const most of [2, 3, 7, 40, 500]) {
        const { reading, working } = poolSizesOf(app, most);
        expect([reading + working, reading > 0, working > 0]).toEqual([most, true, true]);
      }
    },
  );
});
