import { describe, expect, it } from '@jest/globals';
import { dueUpkeep, type TableState } from './upkeep.js';

const table = (over: Partial<TableState> = {}): TableState => ({
  name: 'public.notes',
  live: 1_000,
  dead: 0,
  changedSinceAnalyze: 0,
  insertedSinceVacuum: 0,
  ...over,
});

describe('upkeep of the embedded database', () => {
  it('is nothing for a table that nobody changed', () => {
    expect(dueUpkeep([table()], 0)).toEqual([]);
  });

  it('vacuums when half is dead', () => {
    expect(dueUpkeep([table({ dead: 1_000 })], 0)).toEqual([]);
    expect(dueUpkeep([table({ dead: 1_001 })], 0)).toEqual(['vacuum (analyze) public.notes']);
  });

  it('vacuums what has doubled', () => {
    expect(dueUpkeep([table({ insertedSinceVacuum: 6_000 })], 0)).toEqual([]);
    expect(dueUpkeep([table({ insertedSinceVacuum: 6_001 })], 0)).toEqual(['vacuum (analyze) public.notes']);
  });

  it('analyzes when half changed', () => {
    expect(dueUpkeep([table({ changedSinceAnalyze: 750 })], 0)).toEqual([]);
    expect(dueUpkeep([table({ changedSinceAnalyze: 751 })], 0)).toEqual(['analyze public.notes']);
  });

  it('checkpoints after 64 MiB of log', () => {
    expect(dueUpkeep([], 64 * 1024 * 1024)).toEqual([]);
    expect(dueUpkeep([], 64 * 1024 * 1024 + 1)).toEqual(['checkpoint']);
  });
});
