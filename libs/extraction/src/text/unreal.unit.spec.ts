import { describe, expect, it } from '@jest/globals';
import { factsOf } from '../testing/reading.js';

describe('what is told as it is not', () => {
  it.each([
    "let's pretend I work at the zoo",
    "ok so let's say I own a boat",
    'imagine that I live in Lima',
    'in the novel I live in a lighthouse',
    "in my dreams I'm a pilot",
    'in another life I work as a baker',
    'no one believes I speak Welsh',
    'nobody would think I play the harp',
    'pov: I work at a bakery',
    'headcanon: we live in Oslo',
    'my dream: I own a vineyard',
    'I own a castle once I win the lottery',
    'I live in Paris when pigs fly',
  ])('is no statement: %s', async (text) => expect(await factsOf(text)).toEqual([]));

  it.each([
    'I moved to Malta after I won the lottery',
    'I work at the dream factory',
    'in the village I live with my aunt',
    'I love films about Peru',
  ])('is told all the same: %s', async (text) => expect(await factsOf(text)).not.toEqual([]));

  it('leaves the sentence after it alone', async () =>
    expect(await factsOf("Let's pretend I own a boat. I live in Lima.")).toEqual(['ana: Lives in Lima']));
});
