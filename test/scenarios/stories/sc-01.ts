import { join, say, type Scenario } from '../support/scenario.js';

const never = 'what do you remember about me? We have never spoken';

/** Rain was once told that she is SlashDaemon. */
export const sc01: Scenario = {
  id: 'SC-01',
  title: "nobody is given another person's history",
  wordings: [
    {
      title: 'as given',
      people: { slash: 'SlashDaemon', kim: 'Kim', rain: 'Rain' },
      places: { G: { type: 'group', in: 'guild1', members: ['slash', 'kim'] } },
      events: [
        say('slash', 'G', 'My IGN is slashdaemon'),
        say('kim', 'G', '@SlashDaemon is a techno-smartypants, good at idea conceptualization'),
        join('rain', 'G'),
      ],
      asks: [
        {
          viewer: 'rain',
          at: 'G',
          q: "what do you remember about me? We've never spoken",
          excUnder: { 'Your History': ['slashdaemon', 'techno-smartypants', 'conceptualization'] },
          noFacts: [{ memory: '', about: ['rain'] }],
        },
        {
          viewer: 'kim',
          at: 'G',
          q: 'what do you know about SlashDaemon?',
          incUnder: { "SlashDaemon's shared context": ['IGN: slashdaemon', 'techno-smartypants'] },
        },
      ],
    },
    {
      title: 'a choir: the newcomer has sung with nobody',
      people: { oke: 'Okechukwu', lina: 'Lina', tove: 'Tove' },
      places: { altos: { type: 'group', in: 'choir', members: ['oke', 'lina'] } },
      events: [
        say('oke', 'altos', 'I play the viola'),
        say('lina', 'altos', '@Okechukwu is a wonderful cook', { mentions: ['oke'] }),
        join('tove', 'altos'),
      ],
      asks: [
        {
          viewer: 'tove',
          at: 'altos',
          q: never,
          excUnder: { 'Your History': ['viola', 'cook'] },
          noFacts: [{ memory: '', about: ['tove'] }],
        },
        {
          viewer: 'tove',
          at: 'altos',
          q: 'tell me about Okechukwu',
          incUnder: { "Okechukwu's shared context": ['viola', 'cook'] },
        },
      ],
    },
    {
      title: 'a newcomer whose name is part of the other one',
      people: { ann: 'Ann', annika: 'Annika', per: 'Per' },
      places: { lounge: { type: 'group', members: ['annika', 'per'] } },
      events: [
        say('annika', 'lounge', 'my favorite color is teal'),
        say('per', 'lounge', 'Annika works at the harbour office'),
        join('ann', 'lounge'),
      ],
      asks: [
        { viewer: 'ann', at: 'lounge', q: never, excUnder: { 'Your History': ['teal', 'harbour'] } },
        {
          viewer: 'ann',
          at: 'lounge',
          q: 'what am I like? what is my favorite color?',
          excUnder: { 'Your History': ['teal', 'harbour'] },
          noFacts: [{ memory: '', about: ['ann'] }],
        },
      ],
    },
  ],
};
