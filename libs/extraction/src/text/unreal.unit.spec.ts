import { describe, expect, it } from '@jest/globals';
import { factsOf, message } from '../testing/reading.js';

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

describe('what somebody holds, or makes believe', () => {
  it.each([
    'my mum thinks I own a boat',
    'not saying I own a boat',
    "I keep telling people I'm 29",
    'rumour has it I own a boat',
    'supposedly I own a boat',
    'we almost moved to Leeds',
    'tinder bio: I own a boat',
    'yeah right and I own a boat',
    'lets roleplay, I am the landlord. I own a boat',
    'had the weirdest dream. I owned a boat',
    'two truths and a lie: I own a boat, I have a twin',
    'I am allergic to walnuts, hazelnuts and',
  ])('is no statement: %s', async (text) => expect(await factsOf(text)).toEqual([]));
  it.each([
    'told you I own a boat',
    'told the office I moved to Lima',
    'they told me I got the job at the mill',
    'had a dream about goats. anyway I own a boat',
    'I almost always drink tea',
    'my dream job is pilot. I own a boat',
  ])('is told all the same: %s', async (text) => expect(await factsOf(text)).not.toEqual([]));

  const before = (text: string, minutes: number, authorId = 'ana') => [
    message(text, {
      recordId: 'b',
      authorId,
      sentAt: new Date(Date.parse('2026-03-11T10:00:00Z') - minutes * 60_000),
    }),
  ];
  it('goes on in the next message of whoever tells it, for a while', async () => {
    const text = 'I own nine goats';
    expect(await factsOf(text, { before: before('had the strangest dream', 1) })).toEqual([]);
    expect(await factsOf(text, { before: before('had the strangest dream', 1, 'bo') })).not.toEqual([]);
    expect(await factsOf(text, { before: before('had the strangest dream', 40) })).not.toEqual([]);
    expect(
      await factsOf('anyway I own nine goats', { before: before('had the strangest dream', 1) }),
    ).not.toEqual([]);
  });
});
