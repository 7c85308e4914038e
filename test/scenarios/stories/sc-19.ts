import { say, type Scenario } from '../support/scenario.js';

export const sc19: Scenario = {
  id: 'SC-19',
  title: 'what matters only there stays there, what matters elsewhere travels',
  wordings: [
    {
      title: 'as given',
      people: { alice: 'Alice', bob: 'Bob', sarah: 'Sarah' },
      places: { G: { type: 'group', in: 'guild1', members: ['alice', 'bob', 'sarah'] } },
      events: [
        say('alice', 'G', 'Bob is presenting next'),
        say('alice', 'G', "Sarah's birthday is March 15"),
      ],
      asks: [
        { viewer: 'bob', at: 'dm:bob', q: 'about me', exc: ['presenting'] },
        { viewer: 'alice', at: 'G', q: 'who is next?', inc: ['presenting'] },
        { viewer: 'sarah', at: 'dm:sarah', q: 'when is my birthday?', inc: ['March 15'] },
      ],
    },
    {
      title: 'a class: whose turn it is, and a favorite animal',
      people: { mrsk: 'Mrs Kowal', ben: 'Ben', lia: 'Lia' },
      places: { class: { type: 'group', in: 'school', members: ['mrsk', 'ben', 'lia'] } },
      events: [
        say('mrsk', 'class', 'Lia is reading next'),
        say('mrsk', 'class', "Ben's favorite animal is the otter"),
      ],
      asks: [
        { viewer: 'lia', at: 'dm:lia', q: 'what do you know about me?', exc: ['reading next'] },
        { viewer: 'ben', at: 'class', q: 'who is reading next?', inc: ['reading'] },
        { viewer: 'ben', at: 'dm:ben', q: 'my favorite animal', inc: ['otter'] },
      ],
    },
    {
      title: 'a meeting: who takes notes today, and where somebody is from',
      people: { kaz: 'Kaz', mimi: 'Mimi', roy: 'Roy' },
      places: { standup: { type: 'group', in: 'startup', members: ['kaz', 'mimi', 'roy'] } },
      events: [
        say('kaz', 'standup', 'Mimi is taking notes today'),
        say('kaz', 'standup', 'Roy is from Nairobi'),
      ],
      asks: [
        { viewer: 'mimi', at: 'dm:mimi', q: 'what do you know about me?', exc: ['notes'] },
        { viewer: 'kaz', at: 'standup', q: 'who is taking notes?', inc: ['notes'] },
        { viewer: 'roy', at: 'dm:roy', q: 'where am I from?', inc: ['Nairobi'] },
      ],
    },
    {
      title: 'a choir: who is up next, and a favorite animal',
      people: { mrsk: 'Mrs Kowal', ben: 'Ben', lia: 'Lia' },
      places: { altos: { type: 'group', in: 'choir', members: ['mrsk', 'ben', 'lia'] } },
      events: [
        say('mrsk', 'altos', 'Lia is up next'),
        say('mrsk', 'altos', "Lia's favorite animal is the otter"),
      ],
      asks: [
        { viewer: 'lia', at: 'dm:lia', q: 'what do you know about me?', inc: ['otter'], exc: ['up next'] },
        { viewer: 'ben', at: 'altos', q: 'who is up next?', inc: ['up next'] },
      ],
    },
  ],
};
