import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allOf, type Condition, evaluate, isAbout, isIn, not } from '#policy';
import { proofCases } from '#testing';
import { type IndexEntry, type LaneQuery, type MemoryIndex, noClues } from '../memory-index.js';
import { conditions, hostileEntries, hostileWords } from './arbitraries.js';
import { askedWith, blend, conditionRow, embeddingOf, entry, model, vectorOf } from './entries.js';

const lane = (fields: Partial<LaneQuery> = {}): LaneQuery => ({
  name: 'lane',
  where: 'everything',
  order: { by: 'recency' },
  limit: 10,
  offset: 0,
  ...fields,
});
const about = (text: string, embedding: Float32Array | null = null): LaneQuery['order'] => ({
  by: 'relevance',
  text,
  embedding: embedding && askedWith(embedding),
  clues: noClues,
});
const minute = (count: number): Date => new Date(Date.UTC(2026, 4, 1, 12, count));

/** What every memory index keeps. `makeIndex` gives an empty one; the same one again may be given, cleared. */
export const memoryIndexContract = (name: string, makeIndex: () => Promise<MemoryIndex>): void => {
  describe(`${name} as a memory index`, () => {
    let index: MemoryIndex;
    beforeEach(async () => {
      index = await makeIndex();
      await index.clear();
    });
    const search = async (...lanes: readonly Partial<LaneQuery>[]) => index.search(lanes.map(lane));
    const hitsOf = async (fields: Partial<LaneQuery>) => (await search(fields))[0]?.hits ?? [];
    const idsOf = async (fields: Partial<LaneQuery>) => (await hitsOf(fields)).map(({ id }) => id);

    it('answers a question of no words that count, of somebody and of a time', async () => {
      await index.upsert([entry('a', { searchText: 'tea' })]);
      const clues = { speakerIds: ['ann'], within: [{ from: minute(0), to: minute(9) }] };
      expect(await idsOf({ order: { ...about('?'), clues } as LaneQuery['order'] })).toEqual(['a']);
    });

    describe('writing', () => {
      it('does the same twice as once', async () => {
        const rows = [entry('a', { searchText: 'tea' }), entry('b', { searchText: 'tea and milk' })];
        await index.upsert(rows);
        const once = await hitsOf({ order: about('tea') });
        await index.upsert(rows);
        expect(await hitsOf({ order: about('tea') })).toEqual(once);
      });

      it('keeps the newest position of a row, whichever comes last', async () => {
        await index.upsert([entry('a', { position: 5n, sourceId: 'new' })]);
        await index.upsert([entry('a', { position: 4n, sourceId: 'old' })]);
        expect(await idsOf({ where: isIn('source_id', ['new']) })).toEqual(['a']);
        expect(await index.positions(['a'])).toEqual(new Map([['a', 5n]]));
      });

      it('takes one batch with several positions of a row', async () => {
        await index.upsert([
          entry('a', { position: 2n, sourceId: 'newer' }),
          entry('a', { position: 1n, sourceId: 'older' }),
        ]);
        expect(await index.positions(['a'])).toEqual(new Map([['a', 2n]]));
        expect(await idsOf({ where: isIn('source_id', ['newer']) })).toEqual(['a']);
      });

      it('finds a removed row no more, nor its position', async () => {
        await index.upsert([entry('a', { searchText: 'tea' }), entry('b', { searchText: 'tea' })]);
        await index.remove(['a', 'never seen'], 2n);
        expect(await idsOf({ order: about('tea') })).toEqual(['b']);
        expect(await index.positions(['a', 'b', 'never seen'])).toEqual(new Map([['b', 1n]]));
      });

      it('lets no late older upsert bring a removed row back', async () => {
        await index.remove(['a'], 7n);
        await index.upsert([entry('a', { position: 6n }), entry('b', { position: 6n })]);
        await index.upsert([entry('a', { position: 7n })]);
        expect(await idsOf({})).toEqual(['b']);
      });

      it('lets a newer upsert bring a removed row back', async () => {
        await index.remove(['a'], 7n);
        await index.upsert([entry('a', { position: 8n })]);
        expect(await idsOf({})).toEqual(['a']);
      });

      it('removes nothing newer than the removal', async () => {
        await index.upsert([entry('a', { position: 9n })]);
        await index.remove(['a'], 8n);
        expect(await idsOf({})).toEqual(['a']);
      });

      it('counts a changed row by its new words alone', async () => {
        await index.upsert([entry('a', { searchText: 'tea', position: 1n })]);
        await index.upsert([entry('a', { searchText: 'coffee', position: 2n })]);
        expect((await hitsOf({ order: about('tea') })).map(({ lexical }) => lexical)).toEqual([null]);
        expect((await hitsOf({ order: about('coffee') }))[0]?.lexicalRank).toBe(1);
      });

      it('tells which rows of a kind have no vector of a model yet, page by page', async () => {
        await index.upsert([
          ...['d', 'b', 'a'].map((id) => entry(id, { embedding: null })),
          entry('c', { embedding: embeddingOf(vectorOf(1)) }),
          entry('message', { kind: 'message', embedding: null }),
          entry('gone', { embedding: null }),
        ]);
        await index.remove(['gone'], 5n);
        const missingBehind = async (after: string, limit: number, of = model) => {
          const { keys, last } = await index.withoutVectors(of, 'fact', after, limit);
          return [keys.map(({ id }) => id), last];
        };
        expect(await missingBehind('', 2)).toEqual([['a', 'b'], 'b']);
        expect(await missingBehind('b', 2)).toEqual([['d'], 'd']);
        expect(await missingBehind('d', 2)).toEqual([[], null]);
        expect(await missingBehind('b', 2, 'another')).toEqual([['c', 'd'], 'd']);
        await index.upsert([entry('d', { embedding: embeddingOf(vectorOf(2)) })]);
        expect(await missingBehind('b', 2)).toEqual([[], 'd']);
        expect(await index.withoutVectors(model, 'message', '', 9)).toEqual({
          keys: [{ tenantId: 'tenant', id: 'message' }],
          last: 'message',
        });
      });

      describe('a vector that follows its row', () => {
        const asked = vectorOf(1);
        const similarity = async () => (await hitsOf({ order: about('', asked) }))[0]?.similarity ?? null;
        const follow = (textKey: string) => index.addVectors(model, [{ id: 'a', textKey, vector: asked }]);
        beforeEach(() => index.upsert([entry('a', { kind: 'message', textKey: 'one' })]));

        it('is compared from then on', async () => {
          expect(await similarity()).toBeNull();
          await follow('one');
          expect(await similarity()).toBeCloseTo(1, 4);
        });

        it('is taken of the text that the row has, and of no other', async () => {
          await follow('two');
          expect(await similarity()).toBeNull();
          expect((await index.withoutVectors(model, 'message', '', 9)).keys).toHaveLength(1);
        });

        it('stays while the text stays, and goes with it', async () => {
          await follow('one');
          await index.upsert([entry('a', { kind: 'message', textKey: 'one', position: 2n, sensitivity: 2 })]);
          expect(await similarity()).toBeCloseTo(1, 4);
          await index.upsert([entry('a', { kind: 'message', textKey: 'two', position: 3n })]);
          expect(await similarity()).toBeNull();
          await index.upsert([entry('a', { kind: 'message', textKey: 'one', position: 4n })]);
          expect(await similarity()).toBeNull();
        });

        it('goes when the row is removed, and comes no more', async () => {
          await follow('one');
          await index.remove(['a'], 5n);
          await follow('one');
          await index.upsert([entry('a', { kind: 'message', textKey: 'one', position: 6n })]);
          expect(await similarity()).toBeNull();
        });

        it('is compared with those of its own model alone, whatever their length', async () => {
          await index.useModels({ answering: model, building: 'other' });
          await follow('one');
          const other = vectorOf(5, 384);
          await index.addVectors('other', [{ id: 'a', textKey: 'one', vector: other }]);
          const by = async (name: string, vector: Float32Array) =>
            (
              await hitsOf({
                order: {
                  by: 'relevance',
                  text: '',
                  embedding: { model: name, vector, near: 0.25 },
                  clues: noClues,
                },
              })
            )[0]?.similarity ?? null;
          expect(
            [await by(model, asked), await by('other', other)].map((value) => Math.round(value ?? 0)),
          ).toEqual([1, 1]);
          expect(await index.models()).toEqual({ answering: model, building: 'other' });
          await index.useModels({ answering: 'other', building: null });
          expect(await by(model, asked)).toBeNull();
          expect(await by('other', other)).toBeCloseTo(1, 4);
          await index.useModels({ answering: null, building: null });
        });
      });

      describe('the meaning of messages', () => {
        const asked = vectorOf(1);
        const said = (id: string, at: number, share: number | null, fields: Partial<IndexEntry> = {}) =>
          entry(id, {
            kind: 'message',
            searchText: 'x y',
            observedAt: minute(at),
            embedding: share === null ? null : embeddingOf(blend(asked, vectorOf(40 + at), share)),
            ...fields,
          });
        const found = async (text: string, where: LaneQuery['where'] = 'everything') =>
          (await hitsOf({ where, order: about(text, asked), limit: 30 })).filter(
            ({ lexical }) => lexical !== null,
          );

        it('finds one that shares no word, and none that is unrelated', async () => {
          await index.upsert([said('near', 1, 0.8), said('far', 40, 0.02)]);
          expect((await found('ferry')).map(({ id }) => id)).toEqual(['near']);
        });

        it('counts with its words: of two with the same, the nearer stands first', async () => {
          await index.upsert([
            said('far', 1, 0.05, { searchText: 'ferry to the island' }),
            said('near', 30, 0.6, { searchText: 'ferry to the island' }),
          ]);
          expect((await found('ferry')).map(({ id }) => id)).toEqual(['near', 'far']);
        });

        it('lets one that has no vector yet stand where its words put it', async () => {
          await index.upsert([
            said('near', 1, 0.9),
            said('words', 20, null, { searchText: 'ferry island' }),
            said('pending', 40, null, { sourceId: 'elsewhere' }),
          ]);
          expect((await found('ferry island')).map(({ id }) => id).sort()).toEqual(['near', 'words']);
        });

        it('of what does not pass moves no score and no order', async () => {
          await index.upsert([
            said('near', 1, 0.8),
            said('middle', 2, 0.4, { searchText: 'ferry' }),
            said('other', 30, 0.3, { searchText: 'ferry' }),
          ]);
          const where = isIn('speaker_entity_id', ['speaker']);
          const before = JSON.stringify(await found('ferry', where));
          await index.upsert([
            said('nearest', 1, 1, { speakerId: 'hidden' }),
            said('farthest', 3, -1, { speakerId: 'hidden', searchText: 'ferry ferry' }),
          ]);
          expect(JSON.stringify(await found('ferry', where))).toBe(before);
          expect(JSON.stringify(await found('ferry'))).not.toBe(before);
        });

        it('moves no fact', async () => {
          await index.upsert([entry('fact', { embedding: embeddingOf(blend(asked, vectorOf(9), 0.5)) })]);
          const fact = async () =>
            (await hitsOf({ order: about('', asked) })).find(({ id }) => id === 'fact');
          const before = await fact();
          await index.upsert([said('near', 1, 0.9)]);
          expect(await fact()).toEqual(before);
        });
      });

      it('owes what was put away no vector', async () => {
        await index.upsert([entry('a', { embedding: null, status: 'archived' })]);
        expect(await index.withoutVectors(model, 'fact', '', 5)).toEqual({ keys: [], last: null });
      });

      it('lists the entries of a tenant with their positions, page by page', async () => {
        await index.upsert([
          ...['d', 'b', 'a'].map((id) => entry(id, { position: 4n })),
          entry('c', { tenantId: 'another' }),
        ]);
        await index.remove(['a'], 5n);
        const tenantId = entry('b').tenantId;
        expect(await index.entriesBehind(tenantId, '', 1)).toEqual([{ id: 'b', position: 4n }]);
        expect(await index.entriesBehind(tenantId, 'b', 9)).toEqual([{ id: 'd', position: 4n }]);
      });

      it('is empty after it was cleared, and takes old positions again', async () => {
        await index.upsert([entry('a', { position: 9n })]);
        await index.remove(['b'], 9n);
        await index.clear();
        expect(await search({})).toEqual([{ name: 'lane', hits: [], exhausted: true }]);
        await index.upsert([entry('a', { position: 1n }), entry('b', { position: 1n })]);
        expect(await idsOf({})).toEqual(['a', 'b']);
      });

      it('takes NUL and half characters in any text', async () => {
        const broken = 'a\0b\uD800c';
        await index.upsert([
          entry('a', {
            searchText: `${broken} tea`,
            conversationId: broken,
            metadata: { [broken]: [broken] },
          }),
        ]);
        expect(await idsOf({ order: about('tea') })).toEqual(['a']);
        expect(await idsOf({ where: isIn('conversation_id', [broken]) })).toEqual([]);
      });

      it('takes nothing without complaint', async () => {
        await index.upsert([]);
        await index.remove([], 1n);
        expect(await index.search([])).toEqual([]);
        expect(await index.positions([])).toEqual(new Map());
      });

      it('takes more rows at once than one statement would', async () => {
        await index.upsert(Array.from({ length: 1500 }, (_, number) => entry(`row-${number}`)));
        const [found] = await search({ limit: 2000 });
        expect(found?.hits).toHaveLength(1500);
        expect(found?.exhausted).toBe(true);
      });
    });

    describe('order by words', () => {
      it('puts rare words above common ones', async () => {
        await index.upsert([
          ...Array.from({ length: 8 }, (_, number) =>
            entry(`common-${number}`, { searchText: 'the garden is wet' }),
          ),
          entry('rare', { searchText: 'the heron is wet' }),
        ]);
        expect((await idsOf({ order: about('garden heron') }))[0]).toBe('rare');
      });

      it('finds other forms of a word, whatever its case and accents', async () => {
        await index.upsert([
          entry('a', { searchText: 'She enjoys BAKING at the café' }),
          entry('b', { searchText: 'nothing of the kind' }),
        ]);
        for (const text of ['bakes', 'Cafe', 'enjoyed?'])
          expect((await hitsOf({ order: about(text) }))[0]).toMatchObject({ id: 'a', lexicalRank: 1 });
      });

      it('asks for nothing with question words alone', async () => {
        await index.upsert([entry('a', { searchText: 'what who where' })]);
        expect(await hitsOf({ order: about('what do you know about me?') })).toMatchObject([
          { id: 'a', lexical: null, lexicalRank: null },
        ]);
      });

      it('finds words of languages that write no blanks', async () => {
        await index.upsert([
          entry('a', { searchText: '私は東京タワーが好きです' }),
          entry('b', { searchText: '大阪に住んでいます' }),
        ]);
        expect((await hitsOf({ order: about('東京') }))[0]).toMatchObject({ id: 'a', lexicalRank: 1 });
      });

      it('takes quotes, operators and brackets as plain text', async () => {
        await index.upsert([entry('a', { searchText: "o'brien & | ! :* ') or 1=1; --" })]);
        expect((await hitsOf({ order: about("')); drop table x; -- obrien &!|:*") }))[0]).toMatchObject({
          id: 'a',
          lexicalRank: 1,
        });
      });
    });

    describe('order by meaning', () => {
      it('puts the nearest vector first and tells how near', async () => {
        const [asked, other] = [vectorOf(1), vectorOf(2)];
        await index.upsert([
          entry('far', { embedding: embeddingOf(other) }),
          entry('near', { embedding: embeddingOf(blend(asked, other, 0.8)) }),
          entry('same', { embedding: embeddingOf(asked) }),
          entry('unembedded'),
        ]);
        const hits = await hitsOf({ order: about('', asked) });
        expect(hits.map(({ id }) => id)).toEqual(['same', 'near', 'far', 'unembedded']);
        expect(hits.map(({ denseRank }) => denseRank)).toEqual([1, 2, 3, null]);
        expect(hits[0]?.similarity).toBeCloseTo(1, 3);
        expect(hits[3]?.similarity).toBeNull();
      });

      it('joins words and meaning: a row found by both stands above rows found by one', async () => {
        const asked = vectorOf(1);
        await index.upsert([
          entry('both', { searchText: 'kayak', embedding: embeddingOf(blend(asked, vectorOf(9), 0.7)) }),
          entry('meaning', { searchText: 'other', embedding: embeddingOf(blend(asked, vectorOf(9), 0.6)) }),
          entry('words', { searchText: 'kayak trip' }),
        ]);
        expect(await idsOf({ order: about('kayak', asked) })).toEqual(['both', 'meaning', 'words']);
      });
    });

    describe('the neighbourhood of a message', () => {
      const talk = (words: readonly string[], fields: Partial<IndexEntry> = {}) =>
        words.map((searchText, at) =>
          entry(`m${String(at).padStart(2, '0')}`, {
            kind: 'message',
            searchText,
            observedAt: minute(at),
            ...fields,
          }),
        );

      it('lifts a message between messages that match', async () => {
        await index.upsert(
          talk([
            'x',
            'x',
            'x',
            'x',
            'x',
            'x',
            'ferry',
            'yes, at nine',
            'ferry',
            'x',
            'x',
            'x',
            'x',
            'x',
            'x',
            'x',
          ]),
        );
        const hits = await hitsOf({ order: about('ferry'), limit: 20 });
        const rank = (id: string) => hits.find((hit) => hit.id === id)?.lexicalRank;
        expect(
          [rank('m06'), rank('m07'), rank('m08')].every((place) => place !== null && (place ?? 9) <= 3),
        ).toBe(true);
        expect(rank('m04')).toBeGreaterThan(3);
        expect(rank('m15')).toBeNull();
      });

      it('is the nearer, the more it counts, and ends after five', async () => {
        await index.upsert(talk(['x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'ferry']));
        const hits = await hitsOf({ order: about('ferry'), limit: 20 });
        const score = (at: number) => hits.find(({ id }) => id === `m0${at}`)?.lexical ?? null;
        expect(score(9)).toBeGreaterThan(score(8) ?? 0);
        expect(score(8)).toBeGreaterThan(score(4) ?? 0);
        expect(score(4)).toBeGreaterThan(0);
        expect(score(3)).toBeNull();
      });

      it('counts for more where the message itself says more', async () => {
        await index.upsert(
          talk(['x', 'x', 'leaves early, gate seven, bring lunch', 'ferry', 'fine', 'x', 'x']),
        );
        const hits = await hitsOf({ order: about('ferry') });
        const rank = (id: string) => hits.find((hit) => hit.id === id)?.lexicalRank ?? 99;
        expect(rank('m02')).toBeLessThan(rank('m04'));
      });

      it('follows time, then ids, whatever the order of arrival', async () => {
        const [first, ...rest] = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) =>
          entry(id, { kind: 'message', searchText: id === 'a' ? 'ferry' : 'x', observedAt: minute(0) }),
        );
        if (first === undefined) throw new Error('no messages');
        await index.upsert([...rest.reverse(), first]);
        const hits = await hitsOf({ order: about('ferry') });
        expect(hits.filter(({ lexical }) => lexical !== null).map(({ id }) => id)).toEqual([
          'a',
          'b',
          'c',
          'd',
          'e',
          'f',
        ]);
      });

      it('ends at the border of its source, and is not of facts', async () => {
        await index.upsert([
          ...talk(['ferry', 'x']),
          entry('elsewhere', { kind: 'message', sourceId: 'other', observedAt: minute(0), searchText: 'x' }),
          entry('nowhere', { kind: 'message', sourceId: null, observedAt: minute(0), searchText: 'x' }),
          entry('fact', { observedAt: minute(0), searchText: 'x' }),
        ]);
        const hits = await hitsOf({ order: about('ferry') });
        expect(hits.filter(({ lexical }) => lexical !== null).map(({ id }) => id)).toEqual(['m00', 'm01']);
      });

      it('looks past messages that do not pass', async () => {
        await index.upsert([
          ...talk(['ferry', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x'], { speakerId: 'hidden' }),
          entry('before', { kind: 'message', searchText: 'x', observedAt: minute(-1) }),
          entry('after', { kind: 'message', searchText: 'ferry', observedAt: minute(20) }),
        ]);
        const hits = await hitsOf({ where: isIn('speaker_entity_id', ['speaker']), order: about('ferry') });
        expect(hits.map(({ id, lexicalRank }) => [id, lexicalRank])).toEqual([
          ['after', 1],
          ['before', 2],
        ]);
      });
    });

    describe('whom rows are about', () => {
      it('is told of the living rows that pass, each once', async () => {
        await index.upsert([
          entry('a', { sourceId: 'here', subjectIds: ['ann', 'bob'] }),
          entry('b', { sourceId: 'here', subjectIds: ['bob'] }),
          entry('c', { sourceId: 'there', subjectIds: ['cat'] }),
          entry('d', { sourceId: 'here', subjectIds: ['dan'] }),
        ]);
        await index.upsert([entry('b', { position: 9n, sourceId: 'here', subjectIds: ['eve'] })]);
        await index.remove(['d'], 10n);
        expect([...(await index.subjects(isIn('source_id', ['here'])))].sort()).toEqual([
          'ann',
          'bob',
          'eve',
        ]);
        expect(await index.subjects(isIn('source_id', ['nowhere']))).toEqual([]);
        expect(await index.subjects('nothing')).toEqual([]);
      });
    });

    describe('order by time and importance', () => {
      it('is newest first, then by id', async () => {
        await index.upsert([
          entry('b', { observedAt: minute(1) }),
          entry('a', { observedAt: minute(1) }),
          entry('c', { observedAt: minute(2) }),
        ]);
        expect(await idsOf({})).toEqual(['c', 'a', 'b']);
      });

      it('is most important first, then newest', async () => {
        await index.upsert([
          entry('old', { importance: 0.9, observedAt: minute(1) }),
          entry('new', { importance: 0.9, observedAt: minute(2) }),
          entry('small', { importance: 0.1, observedAt: minute(3) }),
        ]);
        expect(await idsOf({ order: { by: 'importance' } })).toEqual(['new', 'old', 'small']);
      });
    });

    describe('lanes and pages', () => {
      it('answers each lane by itself, in the order asked', async () => {
        await index.upsert([entry('a', { sourceId: 'one' }), entry('b', { sourceId: 'two' })]);
        const found = await search(
          { name: 'second', where: isIn('source_id', ['two']) },
          { name: 'none', where: 'nothing', order: about('b', vectorOf(1)) },
          { name: 'first', where: isIn('source_id', ['one']), order: about('b') },
        );
        expect(found.map(({ name, hits }) => [name, hits.map(({ id }) => id)])).toEqual([
          ['second', ['b']],
          ['none', []],
          ['first', ['a']],
        ]);
      });

      it.each([
        ['recency', { by: 'recency' }],
        ['importance', { by: 'importance' }],
        ['relevance', about('tea row', vectorOf(3))],
      ] as const)('pages by %s give the whole list once', async (_, order) => {
        await index.upsert(
          Array.from({ length: 23 }, (_unused, number) =>
            entry(`row-${number}`, {
              searchText: number % 3 === 0 ? `tea ${number}` : 'milk',
              embedding: number % 2 === 0 ? embeddingOf(vectorOf(number)) : null,
              importance: (number % 5) / 10,
              observedAt: minute(number % 7),
            }),
          ),
        );
        const whole = await hitsOf({ order, limit: 50 });
        const pages = await Promise.all([0, 10, 20].map((offset) => search({ order, limit: 10, offset })));
        expect(pages.flatMap(([page]) => page?.hits ?? [])).toEqual(whole);
        expect(pages.map(([page]) => page?.exhausted)).toEqual([false, false, true]);
        expect(new Set(whole.map(({ id }) => id)).size).toBe(23);
      });

      it('gives k rows whenever k pass, matched or not', async () => {
        await index.upsert([
          entry('match', { searchText: 'tea' }),
          ...Array.from({ length: 20 }, (_, number) => entry(`row-${number}`, { searchText: 'milk' })),
        ]);
        const ids = await idsOf({ order: about('tea', vectorOf(1)), limit: 15 });
        expect(ids).toHaveLength(15);
        expect(ids[0]).toBe('match');
      });

      it('is exhausted exactly when no further row passes', async () => {
        await index.upsert([entry('a'), entry('b'), entry('c', { sourceId: 'other' })]);
        const where = isIn('source_id', ['place']);
        for (const order of [about('a'), { by: 'recency' }] as const) {
          expect((await search({ where, order, limit: 1 }))[0]?.exhausted).toBe(false);
          expect((await search({ where, order, limit: 2 }))[0]?.exhausted).toBe(true);
          expect((await search({ where, order, limit: 2, offset: 7 }))[0]).toMatchObject({
            hits: [],
            exhausted: true,
          });
        }
      });
    });

    describe('rows of others', () => {
      const mine = Array.from({ length: 30 }, (_, number) =>
        entry(`mine-${number}`, {
          subjectIds: ['me'],
          searchText: `${number % 2 === 0 ? 'volvo' : 'bicycle'} ${number % 5 === 0 ? 'repair' : 'ride'} number ${number}`,
          observedAt: minute(number),
          embedding: embeddingOf(vectorOf(number)),
        }),
      );
      const messages = Array.from({ length: 30 }, (_, number) =>
        entry(`message-${number}`, {
          kind: 'message',
          subjectIds: ['me'],
          searchText: number % 7 === 0 ? 'volvo at the garage' : 'hm yes',
          observedAt: minute(number),
        }),
      );
      const foreign = Array.from({ length: 5000 }, (_, number) =>
        entry(`foreign-${number}`, {
          kind: number % 2 === 0 ? 'fact' : 'message',
          subjectIds: ['other'],
          searchText: 'volvo car repair volvo',
          observedAt: minute(number % 60),
          embedding: number % 20 === 0 ? embeddingOf(blend(vectorOf(77), vectorOf(number), 0.9)) : null,
        }),
      );
      const order = about('volvo repair', vectorOf(77));

      it('change no order and no score', async () => {
        await index.upsert([...mine, ...messages]);
        const lanes = [
          { where: isAbout(['me']), order, limit: 200 },
          { where: allOf(isAbout(['me']), isIn('kind', ['fact'])), order, limit: 20 },
          { where: allOf(isAbout(['me']), isIn('kind', ['message'])), order, limit: 20 },
          { where: not(isAbout(['other'])), order: { by: 'recency' }, limit: 20 },
        ] as const;
        const before = JSON.stringify(await search(...lanes));
        await index.upsert(foreign);
        expect(JSON.stringify(await search(...lanes))).toBe(before);
        await index.remove(
          foreign.slice(0, 2500).map(({ id }) => id),
          2n,
        );
        expect(JSON.stringify(await search(...lanes))).toBe(before);
      });

      it('never stand before one permitted row', async () => {
        await index.upsert([...foreign, entry('one', { subjectIds: ['me'], searchText: 'likes trains' })]);
        expect(await idsOf({ where: isAbout(['me']), order, limit: 5 })).toEqual(['one']);
      });
    });

    describe('conditions', () => {
      const rows = hostileEntries;

      it('order text as JavaScript does', async () => {
        const texts = [...hostileWords, 'z\u{1F600}', 'z\uE000', 'z\u{10000}', 'z\uFFFF', 'zz'];
        const noted = texts.map((text, at) => entry(`row-${at}`, { metadata: { text } }));
        await index.upsert(noted);
        const tests = texts.flatMap((value) =>
          (['gt', 'gte', 'lt', 'lte'] as const).map(
            (is) => ({ kind: 'metadata', key: 'text', test: { is, value } }) as const,
          ),
        );
        const found = await search(...tests.map((where) => ({ where, limit: 50 })));
        tests.forEach((where, at) =>
          expect({ where, ids: (found[at]?.hits ?? []).map(({ id }) => id).sort() }).toEqual({
            where,
            ids: noted
              .filter((row) => evaluate(where, conditionRow(row)))
              .map(({ id }) => id)
              .sort(),
          }),
        );
      });

      it('mean to the index what they mean to the policy, on hostile rows', async () => {
        await index.upsert(rows);
        const check = async (batch: readonly Condition[]) => {
          const found = await index.search(batch.map((where) => lane({ where, limit: rows.length })));
          batch.forEach((where, at) => {
            const expected = rows.filter((row) => evaluate(where, conditionRow(row))).map(({ id }) => id);
            expect([...(found[at]?.hits ?? [])].map(({ id }) => id).sort()).toEqual(expected.sort());
          });
        };
        await fc.assert(fc.asyncProperty(fc.array(conditions, { minLength: 1, maxLength: 12 }), check), {
          numRuns: proofCases(150, 40),
        });
      });
    });
  });
};
