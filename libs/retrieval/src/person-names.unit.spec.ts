import { describe, expect, it } from '@jest/globals';
import { findPeopleAskedAbout, type CalledPerson } from './index.js';

const people: readonly CalledPerson[] = [
  { entityId: 'sofia', names: ['sof', 'Sofía'] },
  { entityId: 'zoe', names: ['zoe.b', 'Zoë Brunner'] },
  { entityId: 'nadia', names: ['nadia_k', 'Nadia 🌿'] },
  { entityId: 'juergen', names: ['jm', 'Jürgen Mößner'] },
  { entityId: 'tom', names: ['tr', 'Tomás Reyes'] },
  { entityId: 'alex-1', names: ['a1', 'Alexandra'] },
  { entityId: 'alex-2', names: ['a2', 'Alexander'] },
  { entityId: 'bird', names: ['_bird_', 'xX_Wren_Xx'] },
  { entityId: 'gus', names: ['gus#4471', 'Gus'] },
  { entityId: 'ekdal', names: ['g', 'Mrs. Ekdal'] },
  { entityId: 'seed', names: ['seed', '🌻'] },
  { entityId: 'eleni', names: ['el', 'Ελένη'] },
];
const named = (query: string): readonly string[] =>
  findPeopleAskedAbout(query, people, []).asked.map(({ entityId }) => entityId);

describe('a name in a question', () => {
  it.each([
    ['where does sofia live?', 'sofia'],
    ['SOFIA?', 'sofia'],
    ['what did zoe say about the move', 'zoe'],
    ['what does Zoe Brunner eat?', 'zoe'],
    ["nadia's garden", 'nadia'],
    ['does Juergen play chess?', 'juergen'],
    ['does Jurgen Mossner play chess?', 'juergen'],
    ['what is Tom allergic to?', 'tom'],
    ['what is Tomas Reyes allergic to?', 'tom'],
    ['ask wren', 'bird'],
    ['what did gus#4471 say?', 'gus'],
    ['is Mrs. Ekdal in?', 'ekdal'],
    ['is Ms Ekdal in?', 'ekdal'],
    ['who is Ekdal?', 'ekdal'],
    ['what does 🌻 like?', 'seed'],
    ['ΕΛΕΝΗ;', 'eleni'],
  ])('is found however it is written: %s', (query, entityId) => expect(named(query)).toEqual([entityId]));

  it.each([
    'what does Ѕofia eat?',
    'where does Tom Baker live?',
    'where does Zoe Falk live?',
    'what did gus#4417 say?',
    'is Mr. Ekdal in?',
    'what does 🌼 like?',
    'does tomorrow suit?',
    'a zoetrope for the show',
  ])('is not found where somebody else is meant: %s', (query) => expect(named(query)).toEqual([]));

  it('in short is nobody where it fits two', () => expect(named('what does Alex eat?')).toEqual([]));
  it('is theirs though the next sentence begins with a capital', () =>
    expect(named('Ask Zoe. Monday is fine.')).toEqual(['zoe']));
});
