import { say, type Scenario } from '../support/scenario.js';

export const sc27: Scenario = {
  id: 'SC-27',
  title: 'the same words of two people, or in two places, are not one memory',
  wordings: [
    {
      title: 'as given',
      people: { alice: 'Alice', bob: 'Bob' },
      places: { G: { type: 'group', in: 'guild1', members: ['alice', 'bob'] } },
      events: [
        say('alice', 'G', 'I like pizza'),
        say('bob', 'G', 'I like pizza'),
        say('alice', 'dm:alice', 'I like pizza, it helps my anxiety'),
      ],
      asks: [
        {
          viewer: 'bob',
          at: 'G',
          q: 'who likes pizza?',
          incUnder: { "Alice's shared context": ['Likes pizza'], 'Your History': ['Likes pizza'] },
          facts: [
            { memory: 'Likes pizza', about: ['alice'], by: 'alice' },
            { memory: 'Likes pizza', about: ['bob'], by: 'bob' },
          ],
          exc: ['anxiety'],
        },
        { viewer: 'alice', at: 'dm:alice', q: 'pizza', inc: ['anxiety'] },
      ],
    },
    {
      title: 'three people with one dog breed, one of whom says more alone',
      people: { nia: 'Nia', ovi: 'Ovi', pat: 'Pat' },
      places: { park: { type: 'group', members: ['nia', 'ovi', 'pat'] } },
      events: [
        say('nia', 'park', 'I have a poodle'),
        say('ovi', 'park', 'I have a poodle'),
        say('nia', 'dm:nia', 'I have depression'),
        say('nia', 'dm:nia', 'I have a poodle'),
      ],
      asks: [
        {
          viewer: 'pat',
          at: 'park',
          q: 'who has a poodle?',
          incUnder: { "Nia's shared context": ['poodle'], "Ovi's shared context": ['poodle'] },
          exc: ['depression'],
        },
        { viewer: 'nia', at: 'dm:nia', q: 'what do you know about me?', inc: ['depression', 'poodle'] },
      ],
    },
    {
      title: 'said in two workspaces, each hears it from its own',
      people: { ugo: 'Ugo', val: 'Val', xia: 'Xia' },
      places: {
        east: { type: 'group', in: 'eastside', members: ['ugo', 'val'] },
        west: { type: 'group', in: 'westside', members: ['ugo', 'xia'] },
      },
      events: [say('ugo', 'east', 'I play the cello'), say('ugo', 'west', 'I play the cello')],
      asks: [
        {
          viewer: 'val',
          at: 'east',
          q: 'who plays the cello?',
          incUnder: { "Ugo's shared context": ['cello'] },
        },
        {
          viewer: 'xia',
          at: 'west',
          q: 'who plays the cello?',
          incUnder: { "Ugo's shared context": ['cello'] },
        },
      ],
    },
  ],
};
