import { describe, expect, it } from '@jest/globals';
import { context, factsOf, read } from '../../testing/reading.js';

describe('how a speaker says they are called', () => {
  it.each([
    ['call me Wren', 'Wren'],
    ['please call me Wren', 'Wren'],
    ['you can just call me Wren', 'Wren'],
    ['everyone calls me Wren', 'Wren'],
    ['my friends call me Wren, please do too', 'Wren'],
    ['most people call me Wren', 'Wren'],
    ['I usually go by Wren', 'Wren'],
    ["I'd rather be called Wren", 'Wren'],
    ["I'd rather you call me Wren", 'Wren'],
    ["I'd prefer that you call me Wren", 'Wren'],
    ['I am called Wren', 'Wren'],
    ['call me lio', 'lio'],
    ['call me Wren please, everyone does', 'Wren'],
    ['call me Wren pls', 'Wren'],
    ['Please call me Wren from now on', 'Wren'],
    ['call me Wren instead, thanks', 'Wren'],
    ['you can call me Wren, everybody does', 'Wren'],
    ['just call me Wren like everyone does', 'Wren'],
    ['call me Mary Wren please', 'Mary Wren'],
    ['just Rui is fine', 'Rui'],
  ])('%s', async (text, name) => expect(await factsOf(text)).toEqual([`ana: Goes by: ${name}`]));

  it.each([
    'call me tomorrow',
    "I'd rather you call me tomorrow",
    "I'd rather you didn't call me Wren",
    'call me when you land',
    'call me crazy',
    'Call me Tuesday',
    'call me a taxi',
    'call me please',
    'call me tomorrow please',
    'call me stupid please, everyone does',
    'call me then',
    'they call me at 5',
    "don't call me tomorrow",
    "don't call me crazy",
    "please don't call me a liar",
    "don't call me later",
    'stop calling me names',
    'stop calling me at night',
    'stop calling me every day',
    'nobody calls me Wren',
    'I hate being called lazy',
    "he doesn't go by Wren",
    'stop calling her Wren',
    'my boss told me to stop calling him Wren',
    'my aunt calls me Wren',
    'they used to call me Wren',
    'everyone calls me a liar',
    'I was called Wren',
    'just Bo is fine',
    'just Lisbon is fine',
    'Sunday is fine',
    'everyone calls him Wren',
  ])('is not told by: %s', async (text) => {
    const { facts } = await read(text, { people: context().people });
    expect(facts.filter(({ topic }) => topic === 'goes-by')).toEqual([]);
  });

  it.each([
    ["don't call me Wren"],
    ["don't call me Wren any more"],
    ["please don't call me Wren anymore"],
    ['stop calling me Wren'],
    ['please stop calling me Wren, everyone'],
    ['ok guys, stop calling me Wren please'],
    ['never call me Wren again'],
    ["I don't go by Wren any more"],
    ['I no longer go by Wren'],
    ["I'd rather not be called Wren"],
    ["I don't want to be called Wren anymore"],
    ['I hate being called Wren'],
    ["you don't have to call me Wren"],
  ])('ends a name: %s', async (text) => expect(await factsOf(text)).toEqual(['ana: Does not go by: Wren']));

  it('ends one name and gives another', async () =>
    expect((await factsOf("Don't call me Robert, call me Wren")).toSorted()).toEqual([
      'ana: Does not go by: Robert',
      'ana: Goes by: Wren',
    ]));
});
