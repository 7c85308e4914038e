import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { attributesSchema, metBy, readQuestion, scoreOf, answerFloor, type AboutWhom } from './index.js';

const scored = (query: string, topic: string, memory: string, about: AboutWhom = 'anybody'): number =>
  scoreOf({
    similarity: null,
    met: metBy(readQuestion(query, topic), memory),
    about,
    attribution: false,
    trust: 'fact',
  });

describe('what a memory has of a question', () => {
  it('is its words by their stem, without words of grammar and of asking', () => {
    const question = readQuestion('do you know about creeper farms?', 'creeper farms');
    expect(metBy(question, 'Built a creeper farm')).toMatchObject({ words: 1, meanings: 1 });
    expect(metBy(question, 'Likes to know things')).toMatchObject({ words: 0, meanings: 0 });
  });
  it.each([
    ['who has an animal?', 'animal', 'Has a dachshund called Bruno'],
    ['who plays an instrument?', 'plays instrument', 'Practises the bassoon every day'],
    ['which vegetables do we grow?', 'vegetables grow', 'Sowed the spinach in two rows'],
    ['is there an automobile?', 'automobile', 'The car is in the yard'],
  ])('is met by what means the same or is a kind of it: %s', (query, topic, memory) => {
    const { words, meanings } = metBy(readQuestion(query, topic), memory);
    expect(words).toBeLessThan(1);
    expect(meanings).toBeGreaterThan(0.3);
  });
  it('has a word or a phrase that asks for something of people met by what tells it', () => {
    expect(metBy(readQuestion("what's the job?", 'job'), 'Is a plumber').meanings).toBeCloseTo(0.7);
    expect(
      metBy(readQuestion('what do people do for a living?', 'living'), 'Is a plumber').meanings,
    ).toBeCloseTo(0.7);
    expect(metBy(readQuestion("what's the job?", 'job'), 'Is fond of rain').meanings).toBe(0);
  });
  it('does not take a kind for another of the same kind', () => {
    expect(metBy(readQuestion('who plays the cello?', 'cello'), 'Repairs a tractor').meanings).toBe(0);
  });
  it('needs a time where it asks when, and a number where it asks how many', () => {
    const when = readQuestion('when is the regatta?', 'regatta');
    expect(metBy(when, 'The regatta is on 9 May').missesTime).toBe(0);
    expect(metBy(when, 'Won the regatta by a length').missesTime).toBe(1);
    const many = readQuestion('how many boats do we have?', 'boats');
    expect(metBy(many, 'The club owns seven boats')).toMatchObject({ number: 1, missesNumber: 0 });
    expect(metBy(many, 'The boats are blue').missesNumber).toBe(1);
  });
});

describe('a question about somebody', () => {
  it.each([
    ['where does Ilse live?', 'Moved to a flat in Ghent', 'Cannot stand liquorice'],
    ['what does Ilse do for a living?', 'Works at the tax office', 'Lives in Ghent'],
    ['what is the profession of Ilse?', 'Is a plumber', 'Is fond of rain'],
    ['where does Ilse come from?', 'Grew up in Tartu', 'Owns nine umbrellas'],
    ['does Ilse have any siblings?', 'Has a twin sister', 'Has a folding bicycle'],
  ])('is answered by what tells what it asks for, in other words: %s', (query, answer, other) => {
    const topic = query.replace('Ilse', '');
    expect(scored(query, topic, answer, 'asked')).toBeGreaterThan(answerFloor);
    expect(scored(query, topic, other, 'asked')).toBeLessThan(answerFloor);
    expect(scored(query, topic, answer, 'wrong')).toBe(0);
  });
});

describe('small talk', () => {
  it.each(['hi there', 'ok thanks!', 'how do I reverse a list in Python?', 'tell me a joke about llamas'])(
    'is answered by no fact: %s',
    (query) => {
      for (const memory of ['Likes tea', 'Lives in Ghent', 'The meeting is on Monday at nine'])
        expect(scored(query, query, memory)).toBeLessThan(answerFloor);
    },
  );
});

describe('the table of what people ask of each other', () => {
  const table = attributesSchema.parse(
    JSON.parse(readFileSync(new URL('../data/attributes.json', import.meta.url), 'utf8')),
  );
  it('has lower-case words, each once in its list', () => {
    for (const { asked, told, kinds } of Object.values(table))
      for (const list of [asked, told, kinds ?? 'none']) {
        const words = list.split(' ');
        expect(new Set(words).size).toBe(words.length);
        expect(list).toBe(list.toLowerCase());
      }
  });
  it('stays small', () => expect(Object.keys(table).length).toBeLessThanOrEqual(25));
});
