import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isAbout, isIn, type Plan } from '#policy';
import { proofCases } from '#testing';
import {
  type IndexEntry,
  type LaneHits,
  type LaneQuery,
  type MemoryIndex,
  noClues,
} from '../memory-index.js';
import { askedWith, embeddingOf, entry, vectorOf } from './entries.js';

const recent: LaneQuery = {
  name: 'recent',
  where: 'everything',
  order: { by: 'recency' },
  limit: 50,
  offset: 0,
};

const tell = async (indexes: readonly MemoryIndex[], entries: readonly IndexEntry[]): Promise<void> => {
  for (const index of indexes) {
    await index.clear();
    await index.upsert(entries);
  }
};

/** What two indexes that were told the same have to say alike; `open` gives both, on stores that no other pair uses. */
export const indexesAgree = (open: () => readonly [MemoryIndex, MemoryIndex]): void => {
  // So many rows have the frequent words that a row with nothing else cannot be among the best.
  it('agree where some words of the question are nearly everywhere', async () => {
    const rare = ['ferry', 'kayak', 'lantern', 'meadow', 'orchard'];
    const common = ['red', 'round', 'paper', 'north', 'small', 'quiet', 'early', 'open'];
    const [one, other] = open();
    const entries = Array.from({ length: 2_400 }, (_, number) => {
      const uncommon = number % 4 === 0 ? `${rare[(number / 4) % rare.length] ?? ''} ` : '';
      return entry(`row-${number}`, {
        searchText: `${uncommon}ticket number ${common.filter((_word, at) => (number * 2_654_435_761) & (1 << (at + 9))).join(' ')}`,
        kind: number % 3 === 1 ? 'message' : 'fact',
        sourceId: 'one',
        subjectIds: number % 2 === 0 ? ['a'] : ['b'],
        observedAt: new Date(number * 60_000),
      });
    });
    await tell([one, other], entries);
    const questions = ['ticket number', common.slice(0, 2).join(' '), common.join(' ')].map(
      (frequent) => `${rare.slice(0, 3).join(' ')} ${frequent}`,
    );
    for (const asked of questions) {
      const lanes = [isIn('kind', ['fact']), isAbout(['a']), 'everything' as const].map(
        (where): LaneQuery => ({
          ...recent,
          where,
          limit: 200,
          order: { by: 'relevance', text: asked, embedding: null, clues: noClues },
        }),
      );
      const [expected, found] = [await one.search(lanes), await other.search(lanes)];
      expect(found.map(withoutScores)).toEqual(expected.map(withoutScores));
      expectSameScores(found, expected);
    }
  });

  const words = ['ferry', 'harbour', 'kayak', 'lantern', 'meadow', 'orchard', 'pebble'] as const;
  const text = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 })
    .map((all) => all.join(' '));
  const rows = fc.array(
    fc.record({
      kind: fc.constantFrom('fact' as const, 'message' as const),
      sourceId: fc.constantFrom('one', 'two', null),
      subjectIds: fc.subarray(['a', 'b', 'c']),
      speakerId: fc.constantFrom('a', 'b'),
      searchText: text,
      observedAt: fc.integer({ min: 0, max: 40 }).map((minute) => new Date(minute * 60_000)),
      importance: fc.constantFrom(0.1, 0.5, 0.9),
      embedding: fc.option(fc.integer({ min: 0, max: 300 }).map((seed) => embeddingOf(vectorOf(seed)))),
    }),
    { minLength: 1, maxLength: 60 },
  );
  const clues = {
    speakerIds: ['a'],
    within: [
      { from: new Date(10 * 60_000), to: new Date(20 * 60_000) },
      { from: new Date(30 * 60_000), to: new Date(31 * 60_000) },
    ],
  };
  const plans: readonly Plan[] = [
    'everything',
    isAbout(['a']),
    isIn('source_id', ['one']),
    isIn('kind', ['message']),
  ];

  it('give the same rows in the same order with the same scores', async () => {
    const [one, other] = open();
    await fc.assert(
      fc.asyncProperty(rows, text, fc.integer({ min: 0, max: 300 }), async (fields, asked, seed) => {
        const entries: readonly IndexEntry[] = fields.map((row, at) => entry(`row-${at}`, row));
        await tell([one, other], entries);
        const lanes = plans.flatMap((where): readonly LaneQuery[] => [
          { ...recent, where },
          { ...recent, where, order: { by: 'importance' } },
          {
            ...recent,
            where,
            order: { by: 'relevance', text: asked, embedding: askedWith(vectorOf(seed), 0.02), clues },
            offset: 3,
          },
        ]);
        const [expected, found] = [await one.search(lanes), await other.search(lanes)];
        expect(found.map(withoutScores)).toEqual(expected.map(withoutScores));
        expectSameScores(found, expected);
      }),
      // Looking for the smallest case may take longer than a test may: what was found must be told before that.
      { numRuns: proofCases(100, 30), interruptAfterTimeLimit: 50_000, markInterruptAsFailure: true },
    );
  });
};

const withoutScores = ({ hits, ...lane }: LaneHits) => ({
  ...lane,
  hits: hits.map(({ similarity, lexical, ...hit }) => ({
    ...hit,
    isSimilar: similarity !== null,
    isLexical: lexical !== null,
  })),
});

/**
 * The arithmetic of two engines differs in the last digit of a cosine. In a lexical score that digit counts for more the
 * less the cosines of the permitted messages differ, and in proportion to the best score.
 */
const expectSameScores = (found: readonly LaneHits[], expected: readonly LaneHits[]): void => {
  for (const [at, { hits }] of found.entries()) {
    const others = expected[at]?.hits ?? [];
    const best = Math.max(0, ...others.map(({ lexical }) => lexical ?? 0));
    for (const score of ['similarity', 'lexical'] as const) {
      const apart = hits.map((hit, place) => Math.abs((hit[score] ?? 0) - (others[place]?.[score] ?? 0)));
      expect(Math.max(0, ...apart)).toBeLessThan(score === 'similarity' ? 2e-6 : 1e-4 * (1 + best));
    }
  }
};
