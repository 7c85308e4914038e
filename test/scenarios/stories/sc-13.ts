import { say, type Scenario } from '../support/scenario.js';

export const sc13: Scenario = {
  id: 'SC-13',
  title: 'nobody overwrites what a person said of themselves',
  wordings: [
    {
      title: 'as given',
      people: { alice: 'Alice', bob: 'Bob', carol: 'Carol' },
      places: { G: { type: 'group', in: 'guild1', members: ['alice', 'bob', 'carol'] } },
      events: [say('bob', 'G', 'I live in Oslo'), say('alice', 'G', 'Bob lives in Bergen')],
      asks: [
        {
          viewer: 'carol',
          at: 'G',
          q: 'where does Bob live?',
          inc: ['Oslo'],
          order: [['Oslo', 'Bergen']],
          facts: [{ memory: 'Oslo', about: ['bob'], by: 'bob', trust: 'fact' }],
          noFacts: [
            { memory: 'Bergen', trust: 'fact' },
            { memory: 'Bergen', conflicts: false },
          ],
        },
      ],
    },
    {
      title: 'a job, contradicted a day later by mention',
      people: { nadir: 'Nadir', pola: 'Pola', sten: 'Sten' },
      places: { cafe: { type: 'group', members: ['nadir', 'pola', 'sten'] } },
      events: [
        say('nadir', 'cafe', 'I work at the harbour'),
        say('pola', 'cafe', '@nadir works at the airport', { mentions: ['nadir'], days: 1 }),
      ],
      asks: [
        {
          viewer: 'sten',
          at: 'cafe',
          q: 'where does Nadir work?',
          inc: ['harbour'],
          order: [['harbour', 'airport']],
          facts: [{ memory: 'harbour', about: ['nadir'], by: 'nadir', trust: 'fact' }],
          noFacts: [
            { memory: 'airport', trust: 'fact' },
            { memory: 'airport', conflicts: false },
          ],
        },
      ],
    },
    {
      title: 'two others agree with each other, in another channel',
      people: { yui: 'Yui', oren: 'Oren', cat: 'Cat', dag: 'Dag' },
      places: {
        one: { type: 'group', in: 'mill', members: ['yui', 'oren', 'cat', 'dag'] },
        two: { type: 'group', in: 'mill', members: ['yui', 'oren', 'cat', 'dag'] },
      },
      events: [
        say('yui', 'one', 'I hate coffee'),
        say('oren', 'two', 'Yui loves coffee'),
        say('cat', 'two', 'Yui loves coffee'),
      ],
      asks: [
        {
          viewer: 'dag',
          at: 'two',
          q: 'does Yui like coffee?',
          inc: ['Hates coffee'],
          order: [['Hates coffee', 'Loves coffee']],
          noFacts: [{ memory: 'Loves coffee', conflicts: false }],
        },
      ],
    },
  ],
};
