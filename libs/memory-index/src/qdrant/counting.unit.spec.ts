import { describe, expect, it } from '@jest/globals';
import { retrieverDepth } from '../ranking.js';
import type { Filter } from './condition-filter.js';
import { contendersOf, weigh } from './facts-by-words.js';
import { saturated } from './points.js';
import { populationsOf } from './populations.js';

const limits = { scanned: 20_000, weighed: 2_000, talked: 10_000 };

/** A server that holds so many rows of each kind, each of six words; and what it was asked. */
const holding = (rows: Readonly<Record<'fact' | 'message', number>>, isLarge: boolean) => {
  const asked: string[] = [];
  return {
    asked,
    isLarge,
    tally: (filter: Filter) => {
      const text = JSON.stringify(filter);
      const isPart = text.includes('sample');
      const kinds = (['fact', 'message'] as const).filter(
        (kind) => !text.includes('message') || ('must_not' in filter ? kind === 'fact' : kind === 'message'),
      );
      asked.push(`${isPart ? 'a part' : 'all'} of ${kinds.join(' and ')}`);
      return Promise.resolve(
        kinds.map((kind) => ({ value: `${kind} 6`, count: Math.round(rows[kind] / (isPart ? 64 : 1)) })),
      );
    },
  };
};

describe('how many rows pass', () => {
  it.each([
    [{ fact: 500, message: 20 }, false, ['all of fact and message']],
    [{ fact: 500, message: 20 }, true, ['a part of fact and message', 'all of fact and message']],
    [{ fact: 64_000, message: 0 }, true, ['a part of fact and message', 'all of message']],
    [{ fact: 640, message: 640_000 }, true, ['a part of fact and message', 'all of fact']],
    [{ fact: 64_000, message: 64_000 }, true, ['a part of fact and message']],
    // Surely beyond the limit, or not at all.
    [{ fact: 25_600, message: 0 }, true, ['a part of fact and message', 'all of fact and message']],
  ])('is counted of %p, where the collection is large: %p, by %p', async (rows, isLarge, asked) => {
    const server = holding(rows, isLarge);
    const found = await populationsOf(server, { must: [] }, limits);
    expect([found.fact.rows, found.message.rows]).toEqual([rows.fact, rows.message]);
    expect(found.fact.averageLength).toBe(6);
    expect(server.asked).toEqual(asked);
  });
});

describe('facts that may be the best', () => {
  it.each([3, 6, 8, 11, 30])(
    'are all among the contenders, where facts have %p words on average',
    (averageLength) => {
      let state = averageLength;
      const below = (most: number): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * most);
      };
      const of = { rows: 5_000, averageLength };
      const rows = new Map(
        Array.from({ length: 1_500 }, (_, at) => {
          const id = String(at);
          const length = 1 + below(3 * averageLength);
          return [id, { id, kind: 'fact' as const, at: below(100), length, source: null, speaker: null }];
        }),
      );
      const words = ['tea', 'boat', 'lamp'].map((term, nth) => {
        const found = [...rows.values()]
          .filter(() => below(nth + 2) === 0)
          .map(({ id, length }) => ({
            point: id,
            score: Math.fround(saturated('fact', 1 + below(Math.min(3, length)), length)),
          }));
        return { term, having: found.length, found };
      });
      const ranked = [...weigh(words, rows, of)].sort((a, b) => b.score - a.score);
      const last = ranked[retrieverDepth - 1]?.score ?? 0;
      const contenders = new Set(contendersOf(words, of));
      expect(ranked.filter(({ row, score }) => score >= last && !contenders.has(row.id))).toEqual([]);
    },
  );
});
