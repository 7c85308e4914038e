import { say, type Scenario } from '../support/scenario.js';

export const sc11: Scenario = {
  id: 'SC-11',
  title: 'what somebody says later replaces what they said before',
  wordings: [
    {
      title: 'as given',
      people: { a: 'A' },
      places: {},
      events: [
        say('a', 'dm:a', 'favorite color is red'),
        say('a', 'dm:a', 'favorite color is blue now', { days: 1 }),
      ],
      asks: [{ viewer: 'a', at: 'dm:a', q: 'favorite color', inc: ['blue'], exc: ['red'] }],
      replaced: [['red', 'blue']],
    },
    {
      title: 'a move, told in a group and corrected in another channel',
      people: { sanna: 'Sanna', bo: 'Bo' },
      places: {
        one: { type: 'group', in: 'union', members: ['sanna', 'bo'] },
        two: { type: 'group', in: 'union', members: ['sanna', 'bo'] },
      },
      events: [
        say('sanna', 'one', 'I live in Turku'),
        say('sanna', 'two', 'I live in Vaasa now', { days: 1 }),
      ],
      asks: [
        { viewer: 'bo', at: 'one', q: 'where does Sanna live?', inc: ['Vaasa'], exc: ['Turku'] },
        { viewer: 'sanna', at: 'dm:sanna', q: 'where do I live?', inc: ['Vaasa'], exc: ['Turku'] },
      ],
      replaced: [['Turku', 'Vaasa']],
    },
    {
      title: 'the later word arrives first',
      people: { emre: 'Emre' },
      places: { bus: { type: 'group', members: ['emre'] } },
      events: [
        say('emre', 'bus', 'My favorite band is Low', { days: 1 }),
        say('emre', 'bus', 'My favorite band is Can'),
      ],
      asks: [{ viewer: 'emre', at: 'bus', q: 'favorite band', inc: ['Low'], exc: ['Can"', ': Can'] }],
      replaced: [['is Can', 'is Low']],
    },
  ],
};
