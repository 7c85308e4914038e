import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { trusts } from '#domain';
import {
  answerFloor,
  bundledCalibration,
  fuse,
  scoreOf,
  type ScoreEvidence,
  type FusionOptions,
  type LaneHit,
  type LaneResult,
  type Met,
  type RankedRow,
} from './index.js';

const nothing: Met = {
  words: 0,
  meanings: 0,
  attributes: 0,
  missesAttributes: 0,
  missesTime: 0,
  number: 0,
  missesNumber: 0,
  place: 0,
};
const evidence: ScoreEvidence = {
  similarity: null,
  met: nothing,
  about: 'anybody',
  attribution: false,
  trust: 'fact',
};
const share = fc.double({ min: 0, max: 1, noNaN: true });
const abouts = ['asked', 'own', 'others', 'anybody', 'wrong'] as const;
const anyEvidence: fc.Arbitrary<ScoreEvidence> = fc.record({
  similarity: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
  met: fc.record({
    words: share,
    meanings: share,
    attributes: share,
    missesAttributes: share,
    missesTime: share,
    number: share,
    missesNumber: share,
    place: share,
  }),
  about: fc.constantFrom(...abouts),
  attribution: fc.boolean(),
  trust: fc.constantFrom(...trusts),
});

describe('a score', () => {
  it('is between 0 and 1', () => {
    fc.assert(fc.property(anyEvidence, (one) => scoreOf(one) >= 0 && scoreOf(one) <= 1));
  });
  it('never falls when evidence grows, nor rises when something that is asked for is missing', () => {
    const grows = ['words', 'meanings', 'attributes', 'number', 'place'] as const;
    const misses = ['missesAttributes', 'missesTime', 'missesNumber'] as const;
    fc.assert(
      fc.property(anyEvidence, share, (one, more) => {
        const score = scoreOf(one);
        const withMore = (key: keyof Met): number =>
          scoreOf({ ...one, met: { ...one.met, [key]: Math.min(1, one.met[key] + more) } });
        return (
          scoreOf({ ...one, similarity: Math.min(1, (one.similarity ?? 0.25) + more) }) >= score &&
          scoreOf({ ...one, trust: 'fact' }) >= score &&
          grows.every((key) => withMore(key) >= score) &&
          misses.every((key) => withMore(key) <= score)
        );
      }),
    );
  });
  it('is below the floor without evidence, whoever is asked about', () => {
    for (const about of abouts) expect(scoreOf({ ...evidence, about })).toBeLessThan(answerFloor);
  });
  it('answers by meaning alone where the encoder finds the same said otherwise', () => {
    expect(scoreOf({ ...evidence, similarity: 0.5 })).toBeGreaterThan(answerFloor);
    expect(scoreOf({ ...evidence, similarity: 0.2 })).toBeLessThan(answerFloor);
  });
  it('is nothing for what is not about whom the question names, however alike it sounds', () => {
    const all = { ...nothing, words: 1, meanings: 1 };
    expect(scoreOf({ ...evidence, similarity: 1, met: all, about: 'wrong' })).toBe(0);
    expect(scoreOf({ ...evidence, similarity: 1, met: all })).toBeGreaterThan(0.5);
  });
  it('is the trust for all that is held about the person asked about, and nothing for anybody else', () => {
    const whole: ScoreEvidence = { ...evidence, attribution: true, about: 'asked' };
    expect(trusts.map((trust) => [trust, scoreOf({ ...whole, trust })])).toEqual(
      expect.arrayContaining([
        ['fact', 1],
        ['unknown', 0.9],
        ['hearsay', 0.8],
      ]),
    );
    expect(scoreOf({ ...whole, about: 'others' })).toBe(0);
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
  kind: 'fact',
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
    expect(order(lanes, [row('a', { kind: 'message', asks: true }), row('b', { kind: 'message' })])).toEqual([
      'b',
      'a',
    ]);
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
