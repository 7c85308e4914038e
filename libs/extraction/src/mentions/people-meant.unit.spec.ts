import { describe, expect, it } from '@jest/globals';
import type { KnownPerson, ReadingContext } from '../fact-extractor.js';
import { peopleMeantIn, speaksOfAnswered } from './people-meant.js';
import { message } from '../testing/reading.js';

const person = (entityId: string, ...names: readonly string[]): KnownPerson => ({
  entityId,
  kind: 'human',
  names: names.map((text) => ({ text, kind: 'display_name' as const })),
  knownSince: new Date('2026-01-01T00:00:00Z'),
});
const context: ReadingContext = {
  tenantId: 't',
  agentEntityId: 'agent',
  platform: 'chat',
  place: { sourceId: 's', type: 'group' },
  people: [
    person('ana', 'Ana Ruiz'),
    person('edda', 'Edda Lund', 'edda'),
    person('will', 'Will'),
    person('rose', 'Rose'),
    person('jon1', 'Jon Falk'),
    person('jon2', 'Jon Moe'),
    person('soren', 'Sören'),
  ],
  pointedAt: [],
  kin: [],
  before: [],
  repliedTo: null,
};
const meant = (text: string, change: Partial<ReadingContext> = {}): readonly string[] =>
  [...peopleMeantIn(message(text), { ...context, ...change })].sort();

describe('whom a message speaks of', () => {
  it.each([
    ['Have you heard that Edda whistles at night?', ['edda']],
    ['poor edda, always late', ['edda']],
    ["what happened to edda's kayak", ['edda']],
    ['"EDDA cheats at cards", says my aunt', ['edda']],
    ['Edda Lund owes me a drink', ['edda']],
    ['honestly I fancy Edda', ['edda']],
    ['Neighbor: Edda', ['edda']],
    ['Soren and Edda quarrelled about oars', ['edda', 'soren']],
    ['Will sings off key', ['will']],
    ['I sat next to Rose', ['rose']],
    ["Rose's tent leaks", ['rose']],
    ['Jon Moe lost a bet', ['jon2']],
    ['I talked to Edda', ['edda']],
    ['a letter from Rose', ['rose']],
    ["I live in Edda's boathouse", ['edda']],
  ])('is told by a name: %s', (text, ids) => expect(meant(text)).toEqual(ids));
  it.each([
    'Will you come along?',
    'the sun rose over the quay',
    'I will mend the nets',
    'Jon is late again',
    'Edda Krog sells harps',
    'Eddas are old books',
    'nobody is here',
    'I live in Rose',
    'we moved to Edda in May',
    'she is from Edda',
    'I drive an Edda',
  ])('is nobody who is known here, or nobody for sure: %s', (text) => expect(meant(text)).toEqual([]));
  it('is told by a pronoun, where one alone was named just before', () => {
    const before = [message('I saw Edda on the pier', { recordId: 'b' })];
    expect(meant('she fell in, of course', { before })).toEqual(['edda']);
    expect(meant('she and Rose fell in', { before })).toEqual(['rose']);
    expect(meant('he fell in', { before: [] })).toEqual([]);
  });
  it.each([
    ['your kayak leaks again', true],
    ["you're hiding from the dentist, admit it", true],
    ['Rose says you owe her a tent', true],
    ['thank you!', false],
    ['you too', false],
    ['the kayak leaks', false],
  ])('is whom it answers, where it speaks to them: %s', (text, isOfThem) =>
    expect(speaksOfAnswered(text)).toBe(isOfThem),
  );
  it('is told by a mark of the platform', () =>
    expect([...peopleMeantIn(message('<@77> again', { mentionIds: ['edda'] }), context)]).toEqual(['edda']));
  it('is told of 32 KB of anything soon', () => {
    for (const text of ['edda jon ', '[', 'unheard ', 'Zed, ', "x's "]) {
      const from = process.cpuUsage();
      meant(text.repeat(Math.ceil(32_768 / text.length)));
      expect([text, process.cpuUsage(from).user < 1_000_000]).toEqual([text, true]);
    }
  });
});
