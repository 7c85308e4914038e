import { describe, expect, it } from '@jest/globals';
import { isIn } from '#policy';
import type { IndexEntry } from '../memory-index.js';
import { about, minute, type AskedIndex } from './asking.js';
import { blend, embeddingOf, entry, vectorOf } from './entries.js';

/** In which order rows come. */
export const orderContract = ({ index, hitsOf, idsOf }: AskedIndex): void => {
  describe('order by words', () => {
    it('puts rare words above common ones', async () => {
      await index().upsert([
        ...Array.from({ length: 8 }, (_, number) =>
          entry(`common-${number}`, { searchText: 'the garden is wet' }),
        ),
        entry('rare', { searchText: 'the heron is wet' }),
      ]);
      expect((await idsOf({ order: about('garden heron') }))[0]).toBe('rare');
    });

    it('finds other forms of a word, whatever its case and accents', async () => {
      await index().upsert([
        entry('a', { searchText: 'She enjoys BAKING at the café' }),
        entry('b', { searchText: 'nothing of the kind' }),
      ]);
      for (const text of ['bakes', 'Cafe', 'enjoyed?'])
        expect((await hitsOf({ order: about(text) }))[0]).toMatchObject({ id: 'a', lexicalRank: 1 });
    });

    it('asks for nothing with question words alone', async () => {
      await index().upsert([entry('a', { searchText: 'what who where' })]);
      expect(await hitsOf({ order: about('what do you know about me?') })).toMatchObject([
        { id: 'a', lexical: null, lexicalRank: null },
      ]);
    });

    it('finds words of languages that write no blanks', async () => {
      await index().upsert([
        entry('a', { searchText: '私は東京タワーが好きです' }),
        entry('b', { searchText: '大阪に住んでいます' }),
      ]);
      expect((await hitsOf({ order: about('東京') }))[0]).toMatchObject({ id: 'a', lexicalRank: 1 });
    });

    it('takes quotes, operators and brackets as plain text', async () => {
      await index().upsert([entry('a', { searchText: "o'brien & | ! :* ') or 1=1; --" })]);
      expect((await hitsOf({ order: about("')); drop table x; -- obrien &!|:*") }))[0]).toMatchObject({
        id: 'a',
        lexicalRank: 1,
      });
    });
  });

  describe('order by meaning', () => {
    it('puts the nearest vector first and tells how near', async () => {
      const [asked, other] = [vectorOf(1), vectorOf(2)];
      await index().upsert([
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
      await index().upsert([
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
      await index().upsert(
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
      await index().upsert(talk(['x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'ferry']));
      const hits = await hitsOf({ order: about('ferry'), limit: 20 });
      const score = (at: number) => hits.find(({ id }) => id === `m0${at}`)?.lexical ?? null;
      expect(score(9)).toBeGreaterThan(score(8) ?? 0);
      expect(score(8)).toBeGreaterThan(score(4) ?? 0);
      expect(score(4)).toBeGreaterThan(0);
      expect(score(3)).toBeNull();
    });

    it('counts for more where the message itself says more', async () => {
      await index().upsert(
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
      await index().upsert([...rest.reverse(), first]);
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
      await index().upsert([
        ...talk(['ferry', 'x']),
        entry('elsewhere', { kind: 'message', sourceId: 'other', observedAt: minute(0), searchText: 'x' }),
        entry('nowhere', { kind: 'message', sourceId: null, observedAt: minute(0), searchText: 'x' }),
        entry('fact', { observedAt: minute(0), searchText: 'x' }),
      ]);
      const hits = await hitsOf({ order: about('ferry') });
      expect(hits.filter(({ lexical }) => lexical !== null).map(({ id }) => id)).toEqual(['m00', 'm01']);
    });

    it('looks past messages that do not pass', async () => {
      await index().upsert([
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
      await index().upsert([
        entry('a', { sourceId: 'here', subjectIds: ['ann', 'bob'] }),
        entry('b', { sourceId: 'here', subjectIds: ['bob'] }),
        entry('c', { sourceId: 'there', subjectIds: ['cat'] }),
        entry('d', { sourceId: 'here', subjectIds: ['dan'] }),
      ]);
      await index().upsert([entry('b', { position: 9n, sourceId: 'here', subjectIds: ['eve'] })]);
      await index().remove(['d'], 10n);
      expect([...(await index().subjects(isIn('source_id', ['here'])))].sort()).toEqual([
        'ann',
        'bob',
        'eve',
      ]);
      expect(await index().subjects(isIn('source_id', ['nowhere']))).toEqual([]);
      expect(await index().subjects('nothing')).toEqual([]);
    });
  });

  describe('order by time and importance', () => {
    it('is newest first, then by id', async () => {
      await index().upsert([
        entry('b', { observedAt: minute(1) }),
        entry('a', { observedAt: minute(1) }),
        entry('c', { observedAt: minute(2) }),
      ]);
      expect(await idsOf({})).toEqual(['c', 'a', 'b']);
    });

    it('is most important first, then newest', async () => {
      await index().upsert([
        entry('old', { importance: 0.9, observedAt: minute(1) }),
        entry('new', { importance: 0.9, observedAt: minute(2) }),
        entry('small', { importance: 0.1, observedAt: minute(3) }),
      ]);
      expect(await idsOf({ order: { by: 'importance' } })).toEqual(['new', 'old', 'small']);
    });
  });
};
