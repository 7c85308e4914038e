import { say, type Scenario } from '../support/scenario.js';

export const sc14: Scenario = {
  id: 'SC-14',
  title: 'a stranger hears nothing of a place they were never in',
  wordings: [
    {
      title: 'as given',
      people: { alice: 'Alice', jamie: 'Jamie', dan: 'Dan' },
      places: { G: { type: 'group', in: 'guild1', members: ['alice', 'jamie'] } },
      events: [say('alice', 'G', 'Jamie moved to Lisbon')],
      asks: [
        { viewer: 'dan', at: 'dm:dan', q: 'where is Jamie?', exc: ['Lisbon'], empty: true },
        { viewer: 'dan', at: null, q: 'where is Jamie?', exc: ['Lisbon'], empty: true },
        { viewer: 'jamie', at: 'dm:jamie', q: 'where do I live?', inc: ['Lisbon'] },
      ],
    },
    {
      title: 'a stranger who talks to the agent and is a member elsewhere',
      people: { wren: 'Wren', piotr: 'Piotr', olga: 'Olga' },
      places: {
        shop: { type: 'group', in: 'market', members: ['wren', 'piotr'] },
        hall: { type: 'group', in: 'theatre', members: ['olga'] },
      },
      events: [
        say('wren', 'shop', 'Piotr works at the sawmill'),
        say('wren', 'shop', 'I live in Gdansk'),
        say('olga', 'dm:olga', 'hello'),
        say('olga', 'hall', 'hello all'),
      ],
      asks: [
        { viewer: 'olga', at: 'dm:olga', q: 'where does Piotr work?', exc: ['sawmill'], empty: true },
        { viewer: 'olga', at: 'hall', q: 'what do you know about Wren?', exc: ['Gdansk'], empty: true },
        { viewer: 'olga', at: 'shop', q: 'what do you know about Wren?', exc: ['Gdansk'], empty: true },
        { viewer: 'piotr', at: 'shop', q: 'what do you know about Wren?', inc: ['Gdansk'] },
      ],
    },
    {
      title: 'somebody whom the platform has never seen',
      people: { bea: 'Bea', ghost: 'Ghost' },
      places: { den: { type: 'group', members: ['bea'] } },
      events: [say('bea', 'den', 'I live in Porto')],
      asks: [
        { viewer: 'ghost', at: null, q: 'where does Bea live?', exc: ['Porto'], empty: true },
        { viewer: 'ghost', at: 'den', q: 'where does Bea live?', exc: ['Porto'], empty: true },
      ],
    },
    {
      title: 'a friend, alone, of whom was said in a group of no workspace where she never was',
      people: { jonna: 'Jonna', cem: 'Cem' },
      places: {
        gym: { type: 'group', in: 'club', members: ['jonna', 'cem'] },
        family: { type: 'group', access: 'open', members: ['jonna'] },
      },
      events: [say('jonna', 'family', 'I have a dog named Max')],
      asks: [
        { viewer: 'cem', at: 'dm:cem', q: 'what do you know about Jonna?', exc: ['Max'], empty: true },
        { viewer: 'cem', at: null, q: 'what do you know about Jonna?', exc: ['Max'], empty: true },
        { viewer: 'jonna', at: 'dm:jonna', q: 'what do you know about me?', inc: ['Max'] },
        { viewer: 'cem', at: 'gym', q: 'what do you know about Jonna?', inc: ['Max'] },
      ],
    },
  ],
};
