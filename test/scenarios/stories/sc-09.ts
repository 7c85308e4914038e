import { say, type Scenario } from '../support/scenario.js';

export const sc09: Scenario = {
  id: 'SC-09',
  title: 'asked what somebody said, only their words are theirs',
  wordings: [
    {
      title: 'as given',
      people: { a: 'A', b: 'B', c: 'C' },
      places: { G: { type: 'group', in: 'guild1', members: ['a', 'b', 'c'] } },
      events: [
        say('a', 'G', 'launch is Friday'),
        say('b', 'G', 'launch slips to Monday'),
        say('c', 'G', 'I bring cake'),
      ],
      asks: [
        {
          viewer: 'a',
          at: 'G',
          q: 'what did B say about the launch?',
          inc: ['launch slips to Monday'],
          line: [['slips to Monday', 'said by B']],
          noLine: [
            ['Friday', 'said by B'],
            ['cake', 'said by B'],
          ],
          excUnder: { "B's shared context": ['Friday', 'cake'] },
          facts: [{ memory: 'Monday', by: 'b' }],
          noFacts: [{ memory: 'Friday', by: 'b' }, { memory: 'cake', by: 'b' }, { memory: 'cake' }],
        },
      ],
    },
    {
      title: 'people with names, a meeting that moves',
      people: { farah: 'Farah', nils: 'Nils', joy: 'Joy' },
      places: { ops: { type: 'group', in: 'plant', members: ['farah', 'nils', 'joy'] } },
      events: [
        say('farah', 'ops', 'the audit is on Tuesday'),
        say('nils', 'ops', 'the audit moves to Thursday'),
        say('joy', 'ops', 'I like marzipan'),
      ],
      asks: [
        {
          viewer: 'joy',
          at: 'ops',
          q: 'What did Nils say about the audit?',
          line: [['Thursday', 'said by Nils']],
          noLine: [['Tuesday', 'said by Nils']],
          noFacts: [{ memory: 'Tuesday', by: 'nils' }, { memory: 'marzipan' }],
        },
        {
          viewer: 'nils',
          at: 'ops',
          q: 'according to Farah, when is the audit?',
          line: [['Tuesday', 'said by Farah']],
          noLine: [['Thursday', 'said by Farah']],
        },
      ],
    },
    {
      title: 'two opinions of one person',
      people: { sven: 'Sven', mae: 'Mae', kofi: 'Kofi', una: 'Una' },
      places: { crew: { type: 'group', members: ['sven', 'mae', 'kofi', 'una'] } },
      events: [
        say('sven', 'crew', 'Una is a brilliant navigator'),
        say('mae', 'crew', 'Una hates sailing'),
        say('kofi', 'crew', 'I own a kayak'),
      ],
      asks: [
        {
          viewer: 'kofi',
          at: 'crew',
          q: 'what did Sven say about Una?',
          line: [['navigator', 'said by Sven']],
          noLine: [['sailing', 'said by Sven']],
          noFacts: [{ memory: 'kayak' }, { memory: 'sailing', by: 'sven' }],
          facts: [{ memory: 'navigator', about: ['una'], by: 'sven', trust: 'hearsay' }],
        },
      ],
    },
  ],
};
