import { describe, expect, it } from '@jest/globals';
import { factsOf, read } from '../testing/reading.js';

describe('the reason of what somebody says of themselves', () => {
  it.each([
    ['I love swimming, it eases my sciatica', ['Loves swimming', 'Has sciatica']],
    ['I eat no bread because of my coeliac disease', ['Eats no bread', 'Has coeliac disease']],
    ["I drink herbal tea because of my crohn's", ['Drinks herbal tea', "Has crohn's"]],
    ['I play the harp, it helps with my panic attacks', ['Plays the harp', 'Has panic attacks']],
    ["I don't eat cheese because I'm lactose intolerant", ['Does not eat cheese', 'Lactose intolerant']],
    ["I'm vegetarian since I have gout", ['Vegetarian', 'Has gout']],
  ])('is kept beside it: %s', async (text, contents) => {
    const facts = (await read(text)).facts.filter((fact) => fact.confidence >= 0.7);
    expect(facts.map((fact) => fact.content)).toEqual(contents);
    expect(facts.map((fact) => fact.sensitivity)).toEqual([0, 2]);
  });

  it('is told of whom the sentence is about', async () => {
    expect(await factsOf('Bo is vegan because of his kidney disease')).toEqual([
      'bo: Vegan',
      'bo: Has kidney disease',
    ]);
    expect(await factsOf('Mira plays golf, it helps with her depression')).toEqual([
      'mira: Plays golf',
      'mira: Has depression',
    ]);
  });

  it.each([
    ['I live in Turku because of the sea', ['ana: Lives in Turku']],
    ["I play chess because it's quick", ['ana: Plays chess']],
    ['I have played chess since I was six', ['ana: Has played chess']],
  ])('is no fact of its own: %s', async (text, contents) => expect(await factsOf(text)).toEqual(contents));

  it.each([
    'I left early because of my tumour board',
    "I am at home because of my son's asthma",
    'my knees are killing me today',
    'my throat is dry today',
  ])('makes nobody ill: %s', async (text) =>
    expect((await factsOf(text)).join('\n')).not.toMatch(/Has |killing|dry/u),
  );
});

describe('what holds for the moment', () => {
  const isPortable = async (text: string): Promise<readonly boolean[]> =>
    (await read(text)).facts.map((fact) => fact.portable);

  it.each([
    'Mira is on mute',
    'Cleo is muted',
    'Bo has to go in ten minutes',
    'Cleo has a hard stop at 4',
    'Bo is running late',
  ])('stays where it was said: %s', async (text) => expect(await isPortable(text)).toEqual([false]));

  it.each(['Mira runs 10k in 50 minutes', 'Bo plays bass', 'Cleo keeps bees'])('is not: %s', async (text) =>
    expect(await isPortable(text)).toEqual([true]),
  );
});
