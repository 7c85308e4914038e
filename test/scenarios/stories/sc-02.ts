import { say, type Scenario } from '../support/scenario.js';

export const sc02: Scenario = {
  id: 'SC-02',
  title: 'what one person said in the open is told to another, attributed',
  wordings: [
    {
      title: 'as given',
      people: { slash: 'SlashDaemon', rain: 'Rain' },
      places: { G: { type: 'group', in: 'guild1', members: ['slash', 'rain'] } },
      events: [say('slash', 'G', 'Built the ilmango creeper farm')],
      asks: [
        {
          viewer: 'rain',
          at: 'G',
          q: 'what do you know about SlashDaemon?',
          inc: ['Built', 'ilmango creeper farm'],
          incUnder: { "SlashDaemon's shared context": ['ilmango creeper farm'] },
          excUnder: { 'Your History': ['creeper'] },
          facts: [{ memory: 'ilmango creeper farm', about: ['slash'], by: 'slash', trust: 'fact' }],
        },
      ],
    },
    {
      title: 'a gardening club on another platform, first person',
      people: { ingrid: 'Ingrid Dahl', mo: 'Mo' },
      places: { beds: { type: 'group', in: 'allotment', members: ['ingrid', 'mo'] } },
      events: [say('ingrid', 'beds', 'I planted forty tulips behind the shed')],
      asks: [
        {
          viewer: 'mo',
          at: 'beds',
          q: 'What do you know about Ingrid?',
          incUnder: { "Ingrid Dahl's shared context": ['forty tulips'] },
          facts: [{ memory: 'tulips', about: ['ingrid'], by: 'ingrid', trust: 'fact' }],
        },
      ],
    },
    {
      title: 'in another open channel of the workspace',
      people: { yusuf: 'Yusuf', dora: 'Dora' },
      places: {
        kitchen: { type: 'group', in: 'office', members: ['yusuf', 'dora'] },
        lobby: { type: 'group', in: 'office', members: ['dora'] },
      },
      events: [say('yusuf', 'kitchen', 'i repaired the espresso machine')],
      asks: [
        {
          viewer: 'dora',
          at: 'lobby',
          q: 'what has yusuf done?',
          incUnder: { "Yusuf's shared context": ['espresso machine'] },
          facts: [{ memory: 'espresso machine', about: ['yusuf'], by: 'yusuf' }],
        },
      ],
    },
    {
      title: 'a fishing club, asked by a first name',
      people: { ingrid: 'Ingrid Dahl', mo: 'Mo' },
      places: { pier: { type: 'group', in: 'anglers', members: ['ingrid', 'mo'] } },
      events: [say('ingrid', 'pier', 'I collect old lighthouse lamps')],
      asks: [
        {
          viewer: 'mo',
          at: 'pier',
          q: 'what do you know about Ingrid?',
          incUnder: { "Ingrid Dahl's shared context": ['lighthouse lamps'] },
          excUnder: { 'Your History': ['lamps'] },
          facts: [{ memory: 'lamps', about: ['ingrid'], by: 'ingrid', trust: 'fact' }],
        },
      ],
    },
    {
      title: 'an office: from another open channel, by lower-case name',
      people: { yusuf: 'Yusuf', dora: 'Dora' },
      places: {
        kitchen: { type: 'group', in: 'office', members: ['yusuf', 'dora'] },
        lobby: { type: 'group', in: 'office', members: ['dora'] },
      },
      events: [say('yusuf', 'kitchen', 'i built the coffee corner'), say('dora', 'lobby', 'I like tea')],
      asks: [
        {
          viewer: 'dora',
          at: 'lobby',
          q: 'what do you know about yusuf?',
          incUnder: { "Yusuf's shared context": ['coffee corner'] },
          facts: [{ memory: 'coffee corner', about: ['yusuf'], by: 'yusuf', trust: 'fact' }],
        },
      ],
    },
  ],
};
