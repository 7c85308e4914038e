import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allOf, type Condition, evaluate, isAbout, isIn, not } from '#policy';
import { proofCases } from '#testing';
import { conditions, hostileEntries, hostileWords } from './arbitraries.js';
import { about, lane, minute, type AskedIndex } from './asking.js';
import { blend, conditionRow, embeddingOf, entry, vectorOf } from './entries.js';

/** Which rows come at all. */
export const lanesContract = ({ index, search, hitsOf, idsOf }: AskedIndex): void => {
  describe('lanes and pages', () => {
    it('answers each lane by itself, in the order asked', async () => {
      await index().upsert([entry('a', { sourceId: 'one' }), entry('b', { sourceId: 'two' })]);
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
      await index().upsert(
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
      await index().upsert([
        entry('match', { searchText: 'tea' }),
        ...Array.from({ length: 20 }, (_, number) => entry(`row-${number}`, { searchText: 'milk' })),
      ]);
      const ids = await idsOf({ order: about('tea', vectorOf(1)), limit: 15 });
      expect(ids).toHaveLength(15);
      expect(ids[0]).toBe('match');
    });

    it('is exhausted exactly when no further row passes', async () => {
      await index().upsert([entry('a'), entry('b'), entry('c', { sourceId: 'other' })]);
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
      await index().upsert([...mine, ...messages]);
      const lanes = [
        { where: isAbout(['me']), order, limit: 200 },
        { where: allOf(isAbout(['me']), isIn('kind', ['fact'])), order, limit: 20 },
        { where: allOf(isAbout(['me']), isIn('kind', ['message'])), order, limit: 20 },
        { where: not(isAbout(['other'])), order: { by: 'recency' }, limit: 20 },
      ] as const;
      const before = JSON.stringify(await search(...lanes));
      await index().upsert(foreign);
      expect(JSON.stringify(await search(...lanes))).toBe(before);
      await index().remove(
        foreign.slice(0, 2500).map(({ id }) => id),
        2n,
      );
      expect(JSON.stringify(await search(...lanes))).toBe(before);
    });

    it('never stand before one permitted row', async () => {
      await index().upsert([...foreign, entry('one', { subjectIds: ['me'], searchText: 'likes trains' })]);
      expect(await idsOf({ where: isAbout(['me']), order, limit: 5 })).toEqual(['one']);
    });
  });

  describe('conditions', () => {
    const rows = hostileEntries;

    it('order text as JavaScript does', async () => {
      const texts = [...hostileWords, 'z\u{1F600}', 'z\uE000', 'z\u{10000}', 'z\uFFFF', 'zz'];
      const noted = texts.map((text, at) => entry(`row-${at}`, { metadata: { text } }));
      await index().upsert(noted);
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
      await index().upsert(rows);
      const check = async (batch: readonly Condition[]) => {
        const found = await index().search(batch.map((where) => lane({ where, limit: rows.length })));
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
};
