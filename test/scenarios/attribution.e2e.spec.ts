import { join, leave, rename, say, type Scenario } from './support/scenario.js';
import { runScenarios } from './support/run.js';

const never = 'what do you remember about me? We have never spoken';

/** SC-01: Rain was told that she is SlashDaemon. Never again. */
const strangersHistory: Scenario = {
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

const sharingStays: Scenario = {
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
  ],
};

const renamed: Scenario = {
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
  ],
};

const sameName: Scenario = {
  id: 'SC-05',
  title: 'the same display name is not the same person',
  wordings: [
    {
      title: 'as given',
      people: {
        alex1: { name: 'Alex', handle: 'alex.one' },
        alex2: { name: 'Alex', handle: 'alex.two' },
      },
      places: {},
      events: [say('alex1', 'dm:alex1', 'I collect stamps'), say('alex2', 'dm:alex2', 'hi')],
      asks: [
        { viewer: 'alex2', at: 'dm:alex2', q: 'what do you know about me?', exc: ['stamps'], empty: true },
        { viewer: 'alex1', at: 'dm:alex1', q: 'what do you know about me?', inc: ['stamps'] },
      ],
    },
    {
      title: 'the same handle on two platforms, in one group',
      people: {
        here: { name: 'Mika', handle: 'mika' },
        there: { name: 'Mika', handle: 'mika', platform: 'telegram' },
        pia: 'Pia',
      },
      places: { bridge: { type: 'group', members: ['here', 'there', 'pia'] } },
      events: [say('here', 'dm:here', 'My sister is called Juno'), say('here', 'bridge', 'I drive a Saab')],
      asks: [
        {
          viewer: 'there',
          at: 'bridge',
          q: 'what do you know about me?',
          excUnder: { 'Your History': ['Saab'] },
        },
        { viewer: 'there', at: 'dm:there', q: 'who is my sister?', exc: ['Juno'] },
        {
          viewer: 'there',
          at: null,
          q: 'what is my car?',
          excUnder: { 'Your History': ['Saab'] },
          exc: ['Juno'],
        },
        { viewer: 'here', at: 'dm:here', q: 'who is my sister?', inc: ['Juno'] },
      ],
    },
    {
      title: 'somebody takes the name of another',
      people: { boss: 'Renata Voss', liar: 'nobody special', tim: 'Tim' },
      places: { team: { type: 'group', in: 'firm', members: ['boss', 'liar', 'tim'] } },
      events: [
        say('boss', 'dm:boss', 'I plan to sell the house in Ulm'),
        rename('liar', 'Renata Voss'),
        say('liar', 'dm:liar', 'it is me, Renata Voss'),
      ],
      asks: [
        { viewer: 'liar', at: 'dm:liar', q: 'what do you know about me, Renata Voss?', exc: ['Ulm'] },
        { viewer: 'liar', at: 'team', q: 'what do you know about Renata Voss?', exc: ['Ulm'] },
        { viewer: 'boss', at: 'dm:boss', q: 'what do you know about me?', inc: ['Ulm'] },
      ],
    },
  ],
};

const leftMember: Scenario = {
  id: 'SC-06',
  title: 'what somebody said stays when they leave, and their name does not',
  wordings: [
    {
      title: 'as given',
      people: { zoe: 'Zoe', kim: 'Kim' },
      places: { G: { type: 'group', in: 'guild1', members: ['zoe', 'kim'] } },
      events: [say('zoe', 'G', 'Runs the community gold farm'), leave('zoe', 'guild1')],
      asks: [
        {
          viewer: 'kim',
          at: 'G',
          q: 'gold farm?',
          inc: ['Runs the community gold farm', 'a former member'],
          incUnder: { "a former member's shared context": ['gold farm'] },
          exc: ['zoe'],
        },
      ],
    },
    {
      title: 'left the channel and the workspace, asked about by name',
      people: { ruth: 'Ruth', amir: 'Amir' },
      places: { plaza: { type: 'group', in: 'town', members: ['ruth', 'amir'] } },
      events: [
        say('ruth', 'plaza', 'I organise the flea market'),
        leave('ruth', 'plaza'),
        leave('ruth', 'town'),
      ],
      asks: [
        {
          viewer: 'amir',
          at: 'plaza',
          q: 'who organises the flea market?',
          inc: ['flea market'],
          incUnder: { "a former member's shared context": ['flea market'] },
          exc: ['ruth'],
        },
      ],
    },
    {
      title: 'one of two left a group that belongs to no workspace',
      people: { gus: 'Gus', ida: 'Ida', nell: 'Nell' },
      places: { band: { type: 'group', members: ['gus', 'ida', 'nell'] } },
      events: [
        say('gus', 'band', 'I keep the drum kit in the cellar'),
        say('ida', 'band', 'I play the drum kit'),
        leave('gus', 'band'),
      ],
      asks: [
        {
          viewer: 'nell',
          at: 'band',
          q: 'who has to do with the drum kit?',
          incUnder: { "a former member's shared context": ['cellar'], "Ida's shared context": ['drum kit'] },
          exc: ['gus'],
        },
      ],
    },
  ],
};

const whatDidTheySay: Scenario = {
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

runScenarios([strangersHistory, sharingStays, renamed, sameName, leftMember, whatDidTheySay]);
