import { describe, expect, it } from '@jest/globals';
import { message } from '../testing/reading.js';
import type { ReadingContext } from '../fact-extractor.js';
import { clauseInEnglish } from '../rules/statements/foreign.js';
import { tellsOfFamily } from '#identity';
import { inPlainWords } from '#safety';
import { peopleMeantIn } from './people-meant.js';

const names = ['Florence', 'Rex', 'Vera', 'Skoda', 'Judo', 'April', 'India', 'Siena', 'Bruno'];
const context: ReadingContext = {
  tenantId: 't',
  agentEntityId: 'agent',
  platform: 'chat',
  place: { sourceId: 's', type: 'group' },
  people: names.map((text) => ({
    entityId: text.toLowerCase(),
    kind: 'human' as const,
    names: [{ text, kind: 'display_name' as const }],
    knownSince: new Date('2026-01-01T00:00:00Z'),
  })),
  pointedAt: [],
  kin: [],
  before: [],
  repliedTo: null,
};
const meant = (text: string): readonly string[] => [
  ...peopleMeantIn(message(inPlainWords(text, clauseInEnglish)), context),
];

describe('a word that somebody here is called by', () => {
  it.each([
    'I live in Florence',
    "we've moved to Siena last year",
    'I am originally from Florence',
    'Lives in Florence',
    'we are driving to Siena tomorrow',
    'I drive a Skoda',
    'Drives a Skoda',
    'I like judo',
    'Likes judo',
    'I play judo on weekends',
    'Has a dog named Rex',
    'my cat Rex sleeps all day',
    'our old parrot, Rex, sings',
    'Rex is my hamster',
    'Rex, my hamster, is ill',
    'the boat is called Vera',
    'my wife Vera is a nurse',
    'Vera is my sister',
    'Wife: Vera',
    'Dog: Rex',
    'I visited India once',
    'the launch slips to April',
    'we meet in April',
    'ich wohne in Siena',
    'mein Hund heißt Bruno',
    'vivo en Florence',
    'mi perro se llama Bruno',
    "j'habite à Florence",
  ])('is no person: %s', (text) => expect([text, meant(text)]).toEqual([text, []]));

  it.each([
    ['Florence lives in Siena', 'florence'],
    ['I met Vera at the lake', 'vera'],
    ["we stayed at Vera's", 'vera'],
    ['I had lunch with Bruno', 'bruno'],
    ['Judo is late again', 'judo'],
    ['April plays the harp', 'april'],
    ['my neighbour Vera snores', 'vera'],
    ['our plumber Bruno is ill', 'bruno'],
    ['Neighbor: Vera', 'vera'],
    ["Florence's kayak leaks", 'florence'],
    ['India owes me a drink', 'india'],
    ['has anybody seen Rex?', 'rex'],
    ['Vera is my hero', 'vera'],
    ['a letter from Bruno came', 'bruno'],
  ])('is that person: %s', (text, who) => expect([text, meant(text)]).toEqual([text, [who]]));
});

it.each([
  ['Wife: Vera', true],
  ['Older brother: Rex', true],
  ['Neighbor: Vera', false],
  ['Lives in Siena', false],
])('what is told of family is told from what names others: %s', (content, isSo) =>
  expect(tellsOfFamily(content)).toBe(isSo),
);
