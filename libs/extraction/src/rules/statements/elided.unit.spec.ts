import { describe, expect, it } from '@jest/globals';
import { factsOf, message } from '../../testing/reading.js';

const after = (text: string) => ({
  before: [message(text, { authorId: 'bo', sentAt: new Date('2026-03-11T09:59:00Z') })],
});

describe('a statement without a subject', () => {
  it.each([
    ['got the caretaker job at the marina', 'ana: Got the caretaker job at the marina'],
    ['picked up the keys to the allotment on friday', 'ana: Picked up the keys to the allotment'],
    ['retired in 2019', 'ana: Retired in 2019'],
  ])('is its speaker’s: %s', async (text, fact) => {
    const facts = await factsOf(text);
    expect(facts.map((one) => one.slice(0, fact.length))).toEqual([fact]);
  });

  it.each([
    'walked to the bakery on his own on sunday',
    'taught herself the accordion last winter',
    'died on tuesday actually, she was three',
    'came last friday',
    "she's from Gdynia! went to the same school as my aunt",
    'they finally answered. moved to a bigger warehouse in Leeds',
    'PETRONELLA. divorced, 61',
    'shifts have been long',
    'love that man',
  ])('is nobody’s where it may be another’s: %s', async (text) => expect(await factsOf(text)).toEqual([]));

  it.each([
    ["how's your dad?", 'walked to the harbour yesterday'],
    ['how is jasna', 'has a girlfriend now, Vida'],
    ['did she call', 'moved to Porto in may'],
  ])('answers of whom it was asked: "%s", "%s"', async (question, answer) =>
    expect((await factsOf(answer, after(question))).filter((fact) => fact.startsWith('ana'))).toEqual([]),
  );

  it.each(['what did you do after school?', 'how is your knee?', 'any news from the office?'])(
    'is its speaker’s when they were asked "%s"',
    async (question) =>
      expect(await factsOf('moved to Porto in may', after(question))).toEqual([
        expect.stringContaining('ana: Moved to Porto'),
      ]),
  );
});

describe('what a statement is said with', () => {
  it.each([
    ['i like rooibos, Bo', 'ana: Likes rooibos'],
    ['Cleo is single, Bo', 'cleo: Single'],
    ['my boss is called Marit, Bo', 'ana: Boss: Marit'],
  ])('is not whom it is said to: %s', async (text, fact) => expect(await factsOf(text)).toEqual([fact]));

  it('is a name where it tells of somebody', async () =>
    expect(await factsOf('i work with Cleo, Bo')).toEqual(['ana: Works with Cleo, Bo']));

  it.each([
    'thirty of them are my students',
    'the upstairs people at mine are off in april',
    'bo how much is the entrance',
  ])('is no fact where what it speaks of is not said: %s', async (text) =>
    expect(await factsOf(text)).toEqual([]),
  );

  it('is no date where it counts back', async () =>
    expect(await factsOf('i go home for easter, first time in 3 years')).toEqual([
      'ana: Goes home for easter, first time in 3 years',
    ]));
});
