import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { trusts } from '#domain';
import {
  bundledCalibration,
  coverageOf,
  fuse,
  scoreOf,
  type Evidence,
  type FusionOptions,
  type LaneHit,
  type LaneResult,
  type RankedRow,
} from './index.js';

const evidence: Evidence = {
  similarity: null,
  coverage: null,
  person: false,
  attribution: false,
  trust: 'fact',
};
const anyEvidence = fc.record({
  similarity: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
  coverage: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  person: fc.boolean(),
  attribution: fc.boolean(),
  trust: fc.constantFrom(...trusts),
});

describe('a score', () => {
  it('is between 0 and 1', () => {
    fc.assert(fc.property(anyEvidence, (one) => scoreOf(one) >= 0 && scoreOf(one) <= 1));
  });
  it('never falls when evidence grows', () => {
    fc.assert(
      fc.property(anyEvidence, fc.double({ min: 0, max: 1, noNaN: true }), (one, more) => {
        const score = scoreOf(one);
        return (
          scoreOf({ ...one, similarity: Math.min(1, (one.similarity ?? -1) + more) }) >= score &&
          scoreOf({ ...one, coverage: Math.min(1, (one.coverage ?? 0) + more) }) >= score &&
          scoreOf({ ...one, person: true }) >= score &&
          scoreOf({ ...one, trust: 'fact' }) >= score
        );
      }),
    );
  });
  it('is 0 without evidence', () => {
    expect(scoreOf(evidence)).toBe(0);
    expect(scoreOf({ ...evidence, similarity: 0.1, coverage: 0 })).toBe(0);
  });
  it('is weighted by trust', () => {
    const whole = { ...evidence, person: true, attribution: true };
    expect([
      scoreOf(whole),
      scoreOf({ ...whole, trust: 'unknown' }),
      scoreOf({ ...whole, trust: 'hearsay' }),
    ]).toEqual([1, 0.9, 0.8]);
  });
  it('is full for all that is held about the person asked about', () => {
    expect(scoreOf({ ...evidence, person: true, attribution: true })).toBe(1);
    expect(scoreOf({ ...evidence, person: true })).toBe(0.3);
  });
});

describe('coverage', () => {
  it('is the share of the question’s words that a memory has, by stem', () => {
    expect(coverageOf('creeper farms', 'Built a creeper farm')).toBe(1);
    expect(coverageOf('creeper boats', 'Built a creeper farm')).toBeCloseTo(8 / 14);
    expect(coverageOf('guardian', 'Built a creeper farm')).toBe(0);
  });
  it('is unknown for a question without words of its own', () => {
    expect(coverageOf('', 'anything')).toBeNull();
    expect(coverageOf('what is it?', 'anything')).toBeNull();
  });
});

const hit = (id: string, rest: Partial<LaneHit> = {}): LaneHit => ({
  id,
  similarity: null,
  lexical: null,
  denseRank: null,
  lexicalRank: null,
  ...rest,
});
const day = (n: number): Date => new Date(Date.UTC(2026, 4, n));
const row = (id: string, rest: Partial<RankedRow> = {}): RankedRow => ({
  id,
  trust: 'fact',
  nearness: 'near',
  importance: 0.5,
  observedAt: day(1),
  person: false,
  asks: false,
  score: 0,
  ...rest,
});
const options: FusionOptions = { sortBy: 'relevance', attribution: false, calibration: bundledCalibration };
const order = (
  lanes: readonly LaneResult[],
  rows: readonly RankedRow[],
  rest: Partial<FusionOptions> = {},
): readonly string[] => fuse(lanes, rows, { ...options, ...rest }).map((one) => one.row.id);
const lexical = (...ids: readonly string[]): readonly LaneHit[] =>
  ids.map((id, index) => hit(id, { lexical: 10 - index, lexicalRank: index + 1 }));

describe('fusion', () => {
  it('gives each row once, under its most personal lane', () => {
    const lanes: readonly LaneResult[] = [
      { name: 'source', hits: lexical('a', 'b') },
      { name: 'self', hits: lexical('b') },
    ];
    const fused = fuse(lanes, [row('a'), row('b')], options);
    expect(fused.map((one) => [one.row.id, one.lane])).toEqual([
      ['b', 'self'],
      ['a', 'source'],
    ]);
  });
  it('puts what both retrievers found before what one found', () => {
    const hits = [
      hit('words', { lexical: 5, lexicalRank: 1 }),
      hit('both', { lexical: 4.9, lexicalRank: 2, similarity: 0.6, denseRank: 1 }),
    ];
    expect(order([{ name: 'source', hits }], [row('words'), row('both')])).toEqual(['both', 'words']);
  });
  it('gives no weight to being nearest when nothing is near', () => {
    const hits = [
      hit('noise', { similarity: 0.05, denseRank: 1 }),
      hit('word', { lexical: 1, lexicalRank: 1 }),
    ];
    expect(order([{ name: 'source', hits }], [row('noise'), row('word')])).toEqual(['word', 'noise']);
  });
  it('prefers fact to hearsay and near to far, all else equal', () => {
    const lanes: readonly LaneResult[] = [
      {
        name: 'source',
        hits: [hit('a', { lexical: 1, lexicalRank: 1 }), hit('b', { lexical: 1, lexicalRank: 2 })],
      },
    ];
    expect(order(lanes, [row('a', { trust: 'hearsay' }), row('b')])).toEqual(['b', 'a']);
    expect(order(lanes, [row('a', { nearness: 'far' }), row('b', { nearness: 'here' })])).toEqual(['b', 'a']);
  });
  it('prefers what says something to what only asks, all else equal', () => {
    const lanes: readonly LaneResult[] = [
      {
        name: 'source',
        hits: [hit('a', { lexical: 1, lexicalRank: 1 }), hit('b', { lexical: 1, lexicalRank: 2 })],
      },
    ];
    expect(order(lanes, [row('a', { asks: true }), row('b')])).toEqual(['b', 'a']);
  });
  it('prefers a good answer about others to a poor one about the viewer', () => {
    const lanes: readonly LaneResult[] = [
      {
        name: 'source',
        hits: [hit('farm', { lexical: 9, lexicalRank: 1 }), hit('own', { lexical: 1, lexicalRank: 2 })],
      },
      { name: 'self', hits: [hit('own', { lexical: 1, lexicalRank: 1 })] },
    ];
    expect(order(lanes, [row('farm', { nearness: 'far' }), row('own')])).toEqual(['farm', 'own']);
  });
  it('breaks ties by the newer, then by id', () => {
    const hits = ['c', 'a', 'b'].map((id) => hit(id));
    expect(order([{ name: 'source', hits }], [row('c'), row('a', { observedAt: day(2) }), row('b')])).toEqual(
      ['a', 'b', 'c'],
    );
  });
  it('sorts by recency and by importance when asked to', () => {
    const rows = [row('old', { importance: 0.9 }), row('new', { observedAt: day(3), importance: 0.1 })];
    const lanes: readonly LaneResult[] = [{ name: 'source', hits: lexical('old', 'new') }];
    expect(order(lanes, rows, { sortBy: 'recency' })).toEqual(['new', 'old']);
    expect(order(lanes, rows, { sortBy: 'importance' })).toEqual(['old', 'new']);
  });
  it('puts the person asked about before all others when all is asked for', () => {
    const lanes: readonly LaneResult[] = [
      { name: 'source', hits: lexical('noise', 'known') },
      { name: 'subject', hits: [hit('known'), hit('unlike')] },
    ];
    const rows = [
      row('noise'),
      row('known', { person: true }),
      row('unlike', { person: true, nearness: 'far' }),
    ];
    expect(order(lanes, rows, { attribution: true })).toEqual(['known', 'unlike', 'noise']);
  });
  it('is the same, order and numbers, whatever denied rows the lanes held', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const anyHits = fc.shuffledSubarray(ids, { minLength: 2 }).map((some) =>
      some.map((id, index) =>
        hit(id, {
          lexical: 20 - index,
          lexicalRank: index + 1,
          similarity: 0.9 - index / 10,
          denseRank: index + 1,
        }),
      ),
    );
    fc.assert(
      fc.property(anyHits, anyHits, fc.subarray(ids), (one, other, denied) => {
        const rows = ids.filter((id) => !denied.includes(id)).map((id) => row(id));
        const lanes: readonly LaneResult[] = [
          { name: 'source', hits: one },
          { name: 'self', hits: other },
        ];
        const without = lanes.map(({ name, hits }) => ({
          name,
          hits: hits.filter(({ id }) => !denied.includes(id)),
        }));
        expect(fuse(lanes, rows, options)).toEqual(fuse(without, rows, options));
      }),
    );
  });
});
