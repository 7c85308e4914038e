import { join, leave, say, type Scenario } from '../support/scenario.js';

export const sc41: Scenario = {
  id: 'SC-41',
  title: 'what a member could scroll up to, they are told in every open place and alone',
  wordings: [
    {
      title: 'as given',
      people: { bob: 'Bob', carol: 'Carol', stan: 'Stan' },
      places: {
        G: { type: 'group', in: 'guild1', members: ['bob'] },
        builds: { type: 'group', in: 'guild1' },
        aloud: { type: 'thread', under: 'G' },
      },
      events: [
        say('bob', 'G', 'I run the tea house'),
        join('carol', 'builds'),
        say('stan', 'dm:stan', 'hello'),
      ],
      asks: [
        { viewer: 'carol', at: 'G', q: 'who runs the tea house?', inc: ['tea house'] },
        { viewer: 'carol', at: 'builds', q: 'who runs the tea house?', inc: ['tea house'] },
        { viewer: 'carol', at: 'dm:carol', q: 'who runs the tea house?', inc: ['tea house'] },
        { viewer: 'carol', at: 'aloud', q: 'who runs the tea house?', inc: ['tea house'] },
        { viewer: 'stan', at: 'dm:stan', q: 'who runs the tea house?', exc: ['tea house'] },
        { viewer: 'stan', at: 'G', q: 'who runs the tea house?', exc: ['tea house'] },
      ],
    },
    {
      title: 'a school: a new teacher, a parent who has left, and the room that is not open',
      people: { hedda: 'Hedda', luc: 'Luc', noor: 'Noor' },
      places: {
        hall: { type: 'group', in: 'school', members: ['hedda', 'noor'] },
        office: { type: 'group', in: 'school', access: 'restricted', members: ['hedda'] },
        kitchen: { type: 'group', in: 'school' },
      },
      events: [
        say('hedda', 'hall', 'I keep bees'),
        say('hedda', 'office', 'I play the cello'),
        join('luc', 'kitchen'),
        leave('noor', 'school'),
      ],
      asks: [
        { viewer: 'luc', at: 'hall', q: 'what do you know about Hedda?', inc: ['bees'], exc: ['cello'] },
        { viewer: 'luc', at: 'dm:luc', q: 'what do you know about Hedda?', inc: ['bees'], exc: ['cello'] },
        { viewer: 'luc', at: 'office', q: 'what do you know about Hedda?', exc: ['cello'] },
        { viewer: 'noor', at: 'dm:noor', q: 'what do you know about Hedda?', exc: ['bees', 'cello'] },
        { viewer: 'noor', at: 'hall', q: 'what do you know about Hedda?', exc: ['bees', 'cello'] },
      ],
    },
    {
      title: 'an open channel without a history is told to those who were there',
      people: { ragna: 'Ragna', ivo: 'Ivo', kei: 'Kei' },
      places: {
        radio: {
          type: 'group',
          in: 'net',
          access: 'open',
          history: 'since_joining',
          members: ['ragna', 'ivo'],
        },
        lobby: { type: 'group', in: 'net', members: ['ragna', 'ivo'] },
      },
      events: [say('ragna', 'radio', 'I repair pianos'), join('kei', 'radio')],
      asks: [
        { viewer: 'kei', at: 'radio', q: 'what does Ragna repair?', exc: ['pianos'] },
        { viewer: 'kei', at: 'lobby', q: 'what does Ragna repair?', exc: ['pianos'] },
        { viewer: 'ivo', at: 'radio', q: 'what does Ragna repair?', exc: ['pianos'] },
        { viewer: 'ivo', at: 'dm:ivo', q: 'what does Ragna repair?', inc: ['pianos'] },
      ],
    },
  ],
};
