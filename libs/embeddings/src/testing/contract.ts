import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Embedder } from '../embedder.js';

const lengthOf = (vector: Float32Array): number => Math.hypot(...vector);
export const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

/** What every embedder keeps; `makeEmbedder` gives a fresh one, which the contract closes. */
export const embedderContract = (name: string, makeEmbedder: () => Promise<Embedder>): void => {
  describe(`${name} as an embedder`, () => {
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await makeEmbedder();
    });
    afterAll(() => embedder.close());
    const embed = async (...texts: readonly string[]) => embedder.embed(texts, 'document');

    it('gives unit vectors of its dimensions', async () => {
      for (const vector of await embed('the kettle is on', 'a', 'Ærøskøbing 42')) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(embedder.dimensions);
        expect(lengthOf(vector)).toBeCloseTo(1, 4);
      }
    });

    it('gives one vector a text, in the order asked, whatever their lengths', async () => {
      const texts = ['a long way home '.repeat(12), 'tea', 'the second longest of these three texts'];
      const together = await embed(...texts);
      expect(together).toHaveLength(3);
      for (const [index, text] of texts.entries()) {
        const [alone] = await embed(text);
        expect(cosine(alone ?? new Float32Array(), together[index] ?? new Float32Array())).toBeCloseTo(1, 4);
      }
    });

    it('gives the same text the same vector', async () => {
      const [first, second] = await embed('twice told', 'twice told');
      expect(first).toEqual(second);
    });

    it('gives no vectors for no texts', async () => {
      expect(await embed()).toEqual([]);
    });

    it('takes empty, blank, very long, foreign and broken text', async () => {
      const vectors = await embed('', '   ', 'word '.repeat(5000), '日本語', '🙂', '\u0000', '\uD800');
      expect(vectors).toHaveLength(7);
      for (const vector of vectors) expect(vector.every(Number.isFinite)).toBe(true);
    });

    it('puts texts that share their words nearer than texts that share none', async () => {
      const [a, b, c] = await embed(
        'my dog likes long walks',
        'long walks with my dog',
        'quarterly tax filing',
      );
      if (!a || !b || !c) throw new Error('vectors are missing');
      expect(cosine(a, b)).toBeGreaterThan(cosine(a, c));
    });

    it('serves calls that overlap', async () => {
      const calls = Array.from({ length: 8 }, (_, call) =>
        embedder.embed([`call ${call}`, 'the same in each'], call % 2 === 0 ? 'query' : 'document'),
      );
      const answers = await Promise.all(calls);
      const last = answers.map((vectors) => vectors[1]);
      for (const vector of last)
        expect(cosine(vector ?? new Float32Array(), last[0] ?? new Float32Array())).toBeCloseTo(1, 4);
    });
  });
};
