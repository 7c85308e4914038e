import { beforeEach, describe, expect, it } from '@jest/globals';
import { type LaneQuery, type MemoryIndex } from '../memory-index.js';
import { about, askingOf, minute } from './asking.js';
import { lanesContract } from './contract-lanes.js';
import { orderContract } from './contract-order.js';
import { writingContract } from './contract-writing.js';
import { entry } from './entries.js';

/** What every memory index keeps. `makeIndex` gives an empty one; the same one again may be given, cleared. */
export const memoryIndexContract = (name: string, makeIndex: () => Promise<MemoryIndex>): void => {
  describe(`${name} as a memory index`, () => {
    let index: MemoryIndex;
    beforeEach(async () => {
      index = await makeIndex();
      await index.clear();
    });
    const asking = askingOf(() => index);
    const { idsOf } = asking;

    it('answers a question of no words that count, of somebody and of a time', async () => {
      await index.upsert([entry('a', { searchText: 'tea' })]);
      const clues = { speakerIds: ['ann'], within: [{ from: minute(0), to: minute(9) }] };
      expect(await idsOf({ order: { ...about('?'), clues } as LaneQuery['order'] })).toEqual(['a']);
    });

    writingContract(asking);
    orderContract(asking);
    lanesContract(asking);
  });
};
