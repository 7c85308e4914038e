import { beforeEach, describe, expect, it } from '@jest/globals';
import { isIn } from '#policy';
import { type IndexEntry, type LaneQuery, noClues } from '../memory-index.js';
import { about, minute, type AskedIndex } from './asking.js';
import { blend, embeddingOf, entry, model, vectorOf } from './entries.js';

/** What becomes of what is written. */
export const writingContract = ({ index, search, hitsOf, idsOf }: AskedIndex): void => {
  describe('writing', () => {
    it('does the same twice as once', async () => {
      const rows = [entry('a', { searchText: 'tea' }), entry('b', { searchText: 'tea and milk' })];
      await index().upsert(rows);
      const once = await hitsOf({ order: about('tea') });
      await index().upsert(rows);
      expect(await hitsOf({ order: about('tea') })).toEqual(once);
    });

    it('keeps the newest position of a row, whichever comes last', async () => {
      await index().upsert([entry('a', { position: 5n, sourceId: 'new' })]);
      await index().upsert([entry('a', { position: 4n, sourceId: 'old' })]);
      expect(await idsOf({ where: isIn('source_id', ['new']) })).toEqual(['a']);
      expect(await index().positions(['a'])).toEqual(new Map([['a', 5n]]));
    });

    it('takes one batch with several positions of a row', async () => {
      await index().upsert([
        entry('a', { position: 2n, sourceId: 'newer' }),
        entry('a', { position: 1n, sourceId: 'older' }),
      ]);
      expect(await index().positions(['a'])).toEqual(new Map([['a', 2n]]));
      expect(await idsOf({ where: isIn('source_id', ['newer']) })).toEqual(['a']);
    });

    it('finds a removed row no more, nor its position', async () => {
      await index().upsert([entry('a', { searchText: 'tea' }), entry('b', { searchText: 'tea' })]);
      await index().remove(['a', 'never seen'], 2n);
      expect(await idsOf({ order: about('tea') })).toEqual(['b']);
      expect(await index().positions(['a', 'b', 'never seen'])).toEqual(new Map([['b', 1n]]));
    });

    it('lets no late older upsert bring a removed row back', async () => {
      await index().remove(['a'], 7n);
      await index().upsert([entry('a', { position: 6n }), entry('b', { position: 6n })]);
      await index().upsert([entry('a', { position: 7n })]);
      expect(await idsOf({})).toEqual(['b']);
    });

    it('lets a newer upsert bring a removed row back', async () => {
      await index().remove(['a'], 7n);
      await index().upsert([entry('a', { position: 8n })]);
      expect(await idsOf({})).toEqual(['a']);
    });

    it('removes nothing newer than the removal', async () => {
      await index().upsert([entry('a', { position: 9n })]);
      await index().remove(['a'], 8n);
      expect(await idsOf({})).toEqual(['a']);
    });

    it('counts a changed row by its new words alone', async () => {
      await index().upsert([entry('a', { searchText: 'tea', position: 1n })]);
      await index().upsert([entry('a', { searchText: 'coffee', position: 2n })]);
      expect((await hitsOf({ order: about('tea') })).map(({ lexical }) => lexical)).toEqual([null]);
      expect((await hitsOf({ order: about('coffee') }))[0]?.lexicalRank).toBe(1);
    });

    it('tells which rows of a kind have no vector of a model yet, page by page', async () => {
      await index().upsert([
        ...['d', 'b', 'a'].map((id) => entry(id, { embedding: null })),
        entry('c', { embedding: embeddingOf(vectorOf(1)) }),
        entry('message', { kind: 'message', embedding: null }),
        entry('gone', { embedding: null }),
      ]);
      await index().remove(['gone'], 5n);
      const missingBehind = async (after: string, limit: number, of = model) => {
        const { keys, last } = await index().withoutVectors(of, 'fact', after, limit);
        return [keys.map(({ id }) => id), last];
      };
      expect(await missingBehind('', 2)).toEqual([['a', 'b'], 'b']);
      expect(await missingBehind('b', 2)).toEqual([['d'], 'd']);
      expect(await missingBehind('d', 2)).toEqual([[], null]);
      expect(await missingBehind('b', 2, 'another')).toEqual([['c', 'd'], 'd']);
      await index().upsert([entry('d', { embedding: embeddingOf(vectorOf(2)) })]);
      expect(await missingBehind('b', 2)).toEqual([[], 'd']);
      expect(await index().withoutVectors(model, 'message', '', 9)).toEqual({
        keys: [{ tenantId: 'tenant', id: 'message' }],
        last: 'message',
      });
    });

    describe('a vector that follows its row', () => {
      const asked = vectorOf(1);
      const similarity = async () => (await hitsOf({ order: about('', asked) }))[0]?.similarity ?? null;
      const follow = (textKey: string) => index().addVectors(model, [{ id: 'a', textKey, vector: asked }]);
      beforeEach(() => index().upsert([entry('a', { kind: 'message', textKey: 'one' })]));

      it('is compared from then on', async () => {
        expect(await similarity()).toBeNull();
        await follow('one');
        expect(await similarity()).toBeCloseTo(1, 4);
      });

      it('is taken of the text that the row has, and of no other', async () => {
        await follow('two');
        expect(await similarity()).toBeNull();
        expect((await index().withoutVectors(model, 'message', '', 9)).keys).toHaveLength(1);
      });

      it('stays while the text stays, and goes with it', async () => {
        await follow('one');
        await index().upsert([entry('a', { kind: 'message', textKey: 'one', position: 2n, sensitivity: 2 })]);
        expect(await similarity()).toBeCloseTo(1, 4);
        await index().upsert([entry('a', { kind: 'message', textKey: 'two', position: 3n })]);
        expect(await similarity()).toBeNull();
        await index().upsert([entry('a', { kind: 'message', textKey: 'one', position: 4n })]);
        expect(await similarity()).toBeNull();
      });

      it('goes when the row is removed, and comes no more', async () => {
        await follow('one');
        await index().remove(['a'], 5n);
        await follow('one');
        await index().upsert([entry('a', { kind: 'message', textKey: 'one', position: 6n })]);
        expect(await similarity()).toBeNull();
      });

      it('is compared with those of its own model alone, whatever their length', async () => {
        await index().useModels({ answering: model, building: 'other' });
        await follow('one');
        const other = vectorOf(5, 384);
        await index().addVectors('other', [{ id: 'a', textKey: 'one', vector: other }]);
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
        expect(await index().models()).toEqual({ answering: model, building: 'other' });
        await index().useModels({ answering: 'other', building: null });
        expect(await by(model, asked)).toBeNull();
        expect(await by('other', other)).toBeCloseTo(1, 4);
        await index().useModels({ answering: null, building: null });
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
        await index().upsert([said('near', 1, 0.8), said('far', 40, 0.02)]);
        expect((await found('ferry')).map(({ id }) => id)).toEqual(['near']);
      });

      it('counts with its words: of two with the same, the nearer stands first', async () => {
        await index().upsert([
          said('far', 1, 0.05, { searchText: 'ferry to the island' }),
          said('near', 30, 0.6, { searchText: 'ferry to the island' }),
        ]);
        expect((await found('ferry')).map(({ id }) => id)).toEqual(['near', 'far']);
      });

      it('lets one that has no vector yet stand where its words put it', async () => {
        await index().upsert([
          said('near', 1, 0.9),
          said('words', 20, null, { searchText: 'ferry island' }),
          said('pending', 40, null, { sourceId: 'elsewhere' }),
        ]);
        expect((await found('ferry island')).map(({ id }) => id).sort()).toEqual(['near', 'words']);
      });

      it('of what does not pass moves no score and no order', async () => {
        await index().upsert([
          said('near', 1, 0.8),
          said('middle', 2, 0.4, { searchText: 'ferry' }),
          said('other', 30, 0.3, { searchText: 'ferry' }),
        ]);
        const where = isIn('speaker_entity_id', ['speaker']);
        const before = JSON.stringify(await found('ferry', where));
        await index().upsert([
          said('nearest', 1, 1, { speakerId: 'hidden' }),
          said('farthest', 3, -1, { speakerId: 'hidden', searchText: 'ferry ferry' }),
        ]);
        expect(JSON.stringify(await found('ferry', where))).toBe(before);
        expect(JSON.stringify(await found('ferry'))).not.toBe(before);
      });

      it('moves no fact', async () => {
        await index().upsert([entry('fact', { embedding: embeddingOf(blend(asked, vectorOf(9), 0.5)) })]);
        const fact = async () => (await hitsOf({ order: about('', asked) })).find(({ id }) => id === 'fact');
        const before = await fact();
        await index().upsert([said('near', 1, 0.9)]);
        expect(await fact()).toEqual(before);
      });
    });

    it('owes what was put away no vector', async () => {
      await index().upsert([entry('a', { embedding: null, status: 'archived' })]);
      expect(await index().withoutVectors(model, 'fact', '', 5)).toEqual({ keys: [], last: null });
    });

    it('lists the entries of a tenant with their positions, page by page', async () => {
      await index().upsert([
        ...['d', 'b', 'a'].map((id) => entry(id, { position: 4n })),
        entry('c', { tenantId: 'another' }),
      ]);
      await index().remove(['a'], 5n);
      const tenantId = entry('b').tenantId;
      expect(await index().entriesBehind(tenantId, '', 1)).toEqual([{ id: 'b', position: 4n }]);
      expect(await index().entriesBehind(tenantId, 'b', 9)).toEqual([{ id: 'd', position: 4n }]);
    });

    it('is empty after it was cleared, and takes old positions again', async () => {
      await index().upsert([entry('a', { position: 9n })]);
      await index().remove(['b'], 9n);
      await index().clear();
      expect(await search({})).toEqual([{ name: 'lane', hits: [], exhausted: true }]);
      await index().upsert([entry('a', { position: 1n }), entry('b', { position: 1n })]);
      expect(await idsOf({})).toEqual(['a', 'b']);
    });

    it('takes NUL and half characters in any text', async () => {
      const broken = 'a\0b\uD800c';
      await index().upsert([
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
      await index().upsert([]);
      await index().remove([], 1n);
      expect(await index().search([])).toEqual([]);
      expect(await index().positions([])).toEqual(new Map());
    });

    it('takes more rows at once than one statement would', async () => {
      await index().upsert(Array.from({ length: 1500 }, (_, number) => entry(`row-${number}`)));
      const [found] = await search({ limit: 2000 });
      expect(found?.hits).toHaveLength(1500);
      expect(found?.exhausted).toBe(true);
    });
  });
};
