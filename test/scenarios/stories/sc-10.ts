import { say, type Scenario } from '../support/scenario.js';

export const sc10: Scenario = {
  id: 'SC-10',
  title: 'what two people say differently of a third stands twice, each with its speaker',
  wordings: [
    {
      title: 'as given',
      people: { a: 'A', b: 'B', c: 'C' },
      places: { G: { type: 'group', in: 'guild1', members: ['a', 'b', 'c'] } },
      events: [say('a', 'G', 'Dana is vegan'), say('b', 'G', 'Dana eats fish')],
      asks: [
        {
          viewer: 'c',
          at: 'G',
          q: 'what does Dana eat?',
          line: [
            ['vegan', 'said by A', 'conflicts with what B said'],
            ['eats fish', 'said by B', 'conflicts with what A said'],
          ],
          incUnder: { "Dana's shared context": ['vegan', 'fish'] },
          facts: [
            { memory: 'vegan', by: 'a', trust: 'hearsay', conflicts: true },
            { memory: 'fish', by: 'b', trust: 'hearsay', conflicts: true },
          ],
        },
      ],
    },
    {
      title: 'where a member lives, by mention and by name',
      people: { ros: 'Ros', ken: 'Ken', ivy: 'Ivy', dov: 'Dov' },
      places: { deck: { type: 'group', in: 'ship', members: ['ros', 'ken', 'ivy', 'dov'] } },
      events: [
        say('ros', 'deck', '@dov lives in Haifa', { mentions: ['dov'] }),
        say('ken', 'deck', 'Dov lives in Antwerp'),
      ],
      asks: [
        {
          viewer: 'ivy',
          at: 'deck',
          q: 'where does Dov live?',
          line: [
            ['Haifa', 'said by Ros', 'conflicts'],
            ['Antwerp', 'said by Ken', 'conflicts'],
          ],
          facts: [
            { memory: 'Haifa', about: ['dov'], by: 'ros', conflicts: true },
            { memory: 'Antwerp', about: ['dov'], by: 'ken', conflicts: true },
          ],
        },
      ],
    },
    {
      title: 'likes and hates, in two channels of one workspace',
      people: { jo: 'Jo', max: 'Max', lea: 'Lea', pim: 'Pim' },
      places: {
        one: { type: 'group', in: 'flat', members: ['jo', 'max', 'lea', 'pim'] },
        two: { type: 'group', in: 'flat', members: ['jo', 'max', 'lea', 'pim'] },
      },
      events: [say('jo', 'one', 'Pim loves techno'), say('max', 'two', 'Pim hates techno')],
      asks: [
        {
          viewer: 'lea',
          at: 'one',
          q: 'does Pim like techno?',
          line: [
            ['Loves techno', 'said by Jo', 'conflicts with what Max said'],
            ['Hates techno', 'said by Max', 'conflicts with what Jo said'],
          ],
        },
      ],
    },
    {
      title: 'a conflict with words that the asker may not hear is not hinted at',
      people: { flo: 'Flo', abel: 'Abel', sue: 'Sue', rik: 'Rik' },
      places: {
        front: { type: 'group', in: 'inn', members: ['flo', 'abel', 'sue', 'rik'] },
        back: { type: 'group', in: 'inn', access: 'restricted', members: ['flo', 'abel'] },
      },
      events: [say('flo', 'front', 'Rik lives in Dover'), say('abel', 'back', 'Rik lives in Calais')],
      asks: [
        {
          viewer: 'sue',
          at: 'front',
          q: 'where does Rik live?',
          inc: ['Dover'],
          exc: ['Calais', 'conflicts with what'],
          facts: [{ memory: 'Dover', about: ['rik'], conflicts: false }],
        },
        { viewer: 'flo', at: 'back', q: 'where does Rik live?', line: [['Calais', 'conflicts']] },
      ],
    },
  ],
};
