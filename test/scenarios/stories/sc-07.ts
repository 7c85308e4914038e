import { say, type Scenario } from '../support/scenario.js';

export const sc07: Scenario = {
  id: 'SC-07',
  title: 'alone with the agent, one hears what others said of one, with their name',
  wordings: [
    {
      title: 'as given',
      people: { alice: 'Alice', bob: 'Bob' },
      places: { G: { type: 'group', in: 'guild1', members: ['alice', 'bob'] } },
      events: [say('alice', 'G', '@bob loves pizza'), say('bob', 'dm:bob', 'hi')],
      asks: [
        {
          viewer: 'bob',
          at: 'dm:bob',
          q: 'what food do I like?',
          inc: ['Loves pizza'],
          incUnder: { 'Your History': ['Loves pizza', 'said by Alice'] },
          line: [['Loves pizza', 'said by Alice']],
          facts: [{ memory: 'pizza', about: ['bob'], by: 'alice', trust: 'hearsay' }],
        },
      ],
    },
    {
      title: 'a mention resolved by the adaptor, in a thread',
      people: { hedda: 'Hedda', raj: { name: 'Raj Patel', handle: 'rpatel' } },
      places: {
        desk: { type: 'group', in: 'paper', members: ['hedda', 'raj'] },
        night: { type: 'thread', under: 'desk', members: ['hedda', 'raj'] },
      },
      events: [say('hedda', 'night', '@rpatel hates mushrooms', { mentions: ['raj'] })],
      asks: [
        {
          viewer: 'raj',
          at: 'dm:raj',
          q: 'which food do I hate?',
          line: [['Hates mushrooms', 'said by Hedda']],
          incUnder: { 'Your History': ['mushrooms'] },
          facts: [{ memory: 'mushrooms', about: ['raj'], by: 'hedda', trust: 'hearsay' }],
        },
      ],
    },
    {
      title: 'by display name, asked without a place',
      people: { tess: 'Tess', ivo: 'Ivo' },
      places: { pier: { type: 'group', members: ['tess', 'ivo'] } },
      events: [say('tess', 'pier', 'Ivo lives in Split and Ivo loves oysters')],
      asks: [
        {
          viewer: 'ivo',
          at: null,
          q: 'what do you know about me?',
          line: [
            ['oysters', 'said by Tess'],
            ['Split', 'said by Tess'],
          ],
          incUnder: { 'Your History': ['oysters', 'Split'] },
        },
      ],
    },
  ],
};
