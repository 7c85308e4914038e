import { describe, expect, it } from '@jest/globals';
import { readWords } from '../word-lists.js';
import { ordinaryUsesSchema } from './ordinary-uses.js';
import { sensitivityOf } from './sensitivity.js';

const rows = readWords('ordinary-uses', ordinaryUsesSchema);
const ofRows = (lines: 'ordinary' | 'delicate') =>
  rows.flatMap((row) => row[lines].map((text) => [row.id, text] as const));

describe('a word that is delicate of people', () => {
  it.each(ofRows('ordinary'))('is nothing of anybody (%s): %s', (_id, text) =>
    expect(sensitivityOf(text)).toEqual({ sensitivity: 0, category: null }),
  );
  it.each(ofRows('delicate'))('stays what it is (%s): %s', (_id, text) =>
    expect(sensitivityOf(text).sensitivity).toBeGreaterThan(0),
  );
  it.each([
    'crush',
    'date',
    'other half',
    'honey',
    'twins',
    'lead',
    'contact',
    'little one',
    'angel',
    'star',
  ])('is of somebody who is called by the word of a thing: my %s', (somebody) => {
    const said = [`my ${somebody} died`, `my ${somebody} came out to me`, `our ${somebody} is bipolar`];
    expect(said.filter((text) => sensitivityOf(text).sensitivity === 0)).toEqual([]);
  });
  it.each(['I am allergic to figs', 'allergic to walnuts', 'he is allergic to wool and dust'])(
    'is of somebody whatever it is that they cannot bear: %s',
    (text) => expect(sensitivityOf(text).sensitivity).toBe(2),
  );
  it.each([
    'My pregnant sister fixed the laptop that died',
    'The fridge died and so did my uncle, he had cancer',
    'do they take credit cards? I am bankrupt',
    'classes resume on monday after my surgery',
  ])('takes nothing from what stands beside it: %s', (text) =>
    expect(sensitivityOf(text).sensitivity).toBe(2),
  );
});
