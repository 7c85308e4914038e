import { say, type Scenario } from '../support/scenario.js';

export const sc12: Scenario = {
  id: 'SC-12',
  title: "a person's own word replaces hearsay about them, wherever it was said",
  wordings: [
    {
      title: 'as given',
      people: { alice: 'Alice', bob: 'Bob', carol: 'Carol' },
      places: { G: { type: 'group', in: 'guild1', members: ['alice', 'bob', 'carol'] } },
      events: [say('alice', 'G', 'Bob likes mayo'), say('bob', 'dm:bob', 'I hate mayo')],
      asks: [
        { viewer: 'carol', at: 'G', q: 'does Bob like mayo?', exc: ['likes mayo', 'hates mayo'] },
        { viewer: 'bob', at: 'dm:bob', q: 'do I like mayo?', inc: ['Hates mayo'], exc: ['likes mayo'] },
      ],
      replaced: [['likes mayo', 'hate mayo']],
    },
    {
      title: 'where somebody lives, by mention',
      people: { wim: 'Wim', zara: 'Zara', lou: 'Lou' },
      places: { quay: { type: 'group', in: 'port', members: ['wim', 'zara', 'lou'] } },
      events: [
        say('wim', 'quay', '@zara lives in Ghent', { mentions: ['zara'] }),
        say('zara', 'dm:zara', 'I live in Liège'),
      ],
      asks: [
        { viewer: 'lou', at: 'quay', q: 'where does Zara live?', exc: ['Ghent', 'Liège'] },
        { viewer: 'zara', at: 'dm:zara', q: 'where do I live?', inc: ['Liège'], exc: ['Ghent'] },
      ],
      replaced: [['Ghent', 'Liège']],
    },
    {
      title: 'her own word came first, the hearsay later',
      people: { tilda: 'Tilda', edo: 'Edo', mo: 'Mo' },
      places: {
        shed: { type: 'group', members: ['tilda', 'edo', 'mo'] },
        loft: { type: 'group', members: ['tilda'] },
      },
      events: [say('tilda', 'loft', 'I hate opera'), say('edo', 'shed', 'Tilda loves opera')],
      asks: [
        { viewer: 'mo', at: 'shed', q: 'does Tilda like opera?', exc: ['Loves opera'] },
        { viewer: 'tilda', at: 'dm:tilda', q: 'opera', inc: ['Hates opera'], exc: ['Loves opera'] },
      ],
      replaced: [['loves opera', 'hate opera']],
    },
  ],
};
