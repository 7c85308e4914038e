import { rename, say, type Scenario } from '../support/scenario.js';

export const sc04: Scenario = {
  id: 'SC-04',
  title: 'a renamed person keeps what is known, under the new name',
  wordings: [
    {
      title: 'as given',
      people: { rain: 'Rain_Plays', kim: 'Kim' },
      places: { G: { type: 'group', in: 'guild1', members: ['rain', 'kim'] } },
      events: [say('rain', 'G', 'Bastion main'), rename('rain', 'Rain')],
      asks: [
        {
          viewer: 'kim',
          at: 'G',
          q: 'what does Rain play?',
          inc: ['Bastion main'],
          incUnder: { "Rain's shared context": ['Bastion main'] },
          exc: ['Rain_Plays'],
        },
        {
          viewer: 'kim',
          at: 'G',
          q: 'what does Rain_Plays play?',
          incUnder: { "Rain's shared context": ['Bastion main'] },
        },
      ],
    },
    {
      title: 'a marriage, and somebody who speaks of them by the old name',
      people: { hanna: 'Hanna Berg', olu: 'Olu' },
      places: { stairwell: { type: 'group', in: 'house', members: ['hanna', 'olu'] } },
      events: [
        say('hanna', 'stairwell', 'I am a beekeeper'),
        rename('hanna', 'Hanna Adeyemi'),
        say('olu', 'stairwell', 'Hanna Berg has two cats'),
      ],
      asks: [
        {
          viewer: 'olu',
          at: 'stairwell',
          q: 'What do you know about Hanna Adeyemi?',
          incUnder: { "Hanna Adeyemi's shared context": ['beekeeper', 'two cats'] },
          facts: [
            { memory: 'beekeeper', about: ['hanna'], by: 'hanna' },
            { memory: 'two cats', about: ['hanna'], by: 'olu', trust: 'hearsay' },
          ],
        },
        {
          viewer: 'olu',
          at: 'stairwell',
          q: 'What does Hanna Berg do?',
          incUnder: { "Hanna Adeyemi's shared context": ['beekeeper'] },
        },
      ],
    },
    {
      title: 'renamed twice',
      people: { vk: 'v_k', sol: 'Sol' },
      places: { arena: { type: 'group', in: 'league', members: ['vk', 'sol'] } },
      events: [say('vk', 'arena', 'I main Zarya'), rename('vk', 'Viktor'), rename('vk', 'Viktor the Calm')],
      asks: [
        {
          viewer: 'sol',
          at: 'arena',
          q: 'who does Viktor main?',
          incUnder: { "Viktor the Calm's shared context": ['Zarya'] },
          facts: [{ memory: 'Zarya', about: ['vk'], by: 'vk' }],
        },
      ],
    },
    {
      title: 'renamed twice, asked by each of the names',
      people: { vk: 'v_k', sol: 'Sol' },
      places: { arena: { type: 'group', in: 'league', members: ['vk', 'sol'] } },
      events: [
        say('vk', 'arena', 'I play the banjo'),
        rename('vk', 'Viktor'),
        rename('vk', 'Viktor the Calm'),
      ],
      asks: [
        {
          viewer: 'sol',
          at: 'arena',
          q: 'what does Viktor play?',
          incUnder: { "Viktor the Calm's shared context": ['banjo'] },
          facts: [{ memory: 'banjo', about: ['vk'], by: 'vk' }],
        },
        {
          viewer: 'sol',
          at: 'arena',
          q: 'what does v_k play?',
          incUnder: { "Viktor the Calm's shared context": ['banjo'] },
        },
      ],
    },
  ],
};
