import { change, join, leave, say, type Scenario } from '../support/scenario.js';

export const sc17: Scenario = {
  id: 'SC-17',
  title: 'who was there when it was said hears it again, nobody else',
  wordings: [
    {
      title: 'as given',
      people: { alice: 'Alice', grace: 'Grace', erin: 'Erin', frank: 'Frank' },
      places: {
        G: { type: 'group', in: 'guild1', members: ['alice', 'grace', 'erin', 'frank'] },
        R: { type: 'group', in: 'guild1', access: 'restricted', members: ['alice', 'grace', 'frank'] },
      },
      events: [leave('frank', 'R'), say('alice', 'R', 'Budget is cut in half'), join('erin', 'R')],
      asks: [
        { viewer: 'grace', at: 'dm:grace', q: 'what about the budget?', inc: ['budget'] },
        { viewer: 'grace', at: null, q: 'budget', inc: ['cut in half'] },
        { viewer: 'erin', at: 'dm:erin', q: 'what about the budget?', exc: ['cut in half'] },
        { viewer: 'frank', at: 'dm:frank', q: 'what about the budget?', exc: ['cut in half'] },
        { viewer: 'grace', at: 'G', q: 'what about the budget?', exc: ['cut in half'] },
        // Erin reads along by now, and cannot scroll up.
        { viewer: 'grace', at: 'R', q: 'what about the budget?', exc: ['cut in half'] },
      ],
    },
    {
      title: 'as given, where newcomers can scroll up',
      people: { alice: 'Alice', grace: 'Grace', erin: 'Erin', frank: 'Frank' },
      places: {
        R: {
          type: 'group',
          in: 'guild1',
          access: 'restricted',
          history: 'visible',
          members: ['alice', 'grace', 'frank'],
        },
      },
      events: [leave('frank', 'R'), say('alice', 'R', 'Budget is cut in half'), join('erin', 'R')],
      asks: [
        { viewer: 'grace', at: 'R', q: 'what about the budget?', inc: ['cut in half'] },
        { viewer: 'erin', at: 'R', q: 'what about the budget?', inc: ['cut in half'] },
        { viewer: 'grace', at: 'dm:grace', q: 'what about the budget?', inc: ['cut in half'] },
        { viewer: 'frank', at: 'dm:frank', q: 'what about the budget?', exc: ['cut in half'] },
      ],
    },
    {
      title: 'a history that is shown later shows what is said from then on',
      people: { otto: 'Otto', mila: 'Mila', jun: 'Jun' },
      places: { board: { type: 'group', in: 'coop', access: 'restricted', members: ['otto', 'mila'] } },
      events: [
        say('otto', 'board', 'We decided to sell the barn'),
        change('board', { history: 'visible' }),
        say('mila', 'board', 'We decided to keep the orchard'),
        join('jun', 'board'),
      ],
      asks: [
        { viewer: 'otto', at: 'board', q: 'what about the barn?', exc: ['sell the barn'] },
        { viewer: 'jun', at: 'board', q: 'what was decided?', inc: ['orchard'], exc: ['sell the barn'] },
        { viewer: 'otto', at: 'dm:otto', q: 'what about the barn?', inc: ['sell the barn'] },
      ],
    },
    {
      title: 'who was away for a while was not there in between',
      people: { ines: 'Ines', paul: 'Paul', rosa: 'Rosa' },
      places: { loft: { type: 'group', members: ['ines', 'paul', 'rosa'] } },
      events: [
        say('ines', 'loft', 'The rehearsal is on Monday'),
        leave('rosa', 'loft'),
        say('paul', 'loft', 'We decided to buy a trumpet'),
        join('rosa', 'loft'),
      ],
      asks: [
        { viewer: 'ines', at: 'loft', q: 'when is the rehearsal?', inc: ['Monday'] },
        { viewer: 'ines', at: 'loft', q: 'what did we decide to buy?', exc: ['trumpet'] },
        { viewer: 'ines', at: 'dm:ines', q: 'what did we decide to buy?', inc: ['trumpet'] },
      ],
    },
    {
      title: 'a group of no workspace: who came, who went, who came back',
      people: { ilse: 'Ilse', hugo: 'Hugo', dipa: 'Dipa', marek: 'Marek', yan: 'Yan' },
      places: { trip: { type: 'group', members: ['ilse', 'hugo', 'marek', 'yan'] } },
      events: [
        leave('marek', 'trip'),
        say('ilse', 'trip', 'The ferry leaves at dawn'),
        leave('yan', 'trip'),
        join('dipa', 'trip'),
        join('marek', 'trip'),
      ],
      asks: [
        { viewer: 'hugo', at: 'dm:hugo', q: 'when does the ferry leave?', inc: ['dawn'] },
        { viewer: 'dipa', at: 'dm:dipa', q: 'when does the ferry leave?', exc: ['dawn'] },
        { viewer: 'marek', at: 'dm:marek', q: 'when does the ferry leave?', exc: ['dawn'] },
        { viewer: 'yan', at: 'dm:yan', q: 'when does the ferry leave?', exc: ['dawn'] },
        { viewer: 'dipa', at: 'trip', q: 'when does the ferry leave?', exc: ['dawn'] },
        { viewer: 'hugo', at: 'trip', q: 'when does the ferry leave?', exc: ['dawn'] },
      ],
    },
    {
      title: 'leaving the workspace ends what was heard in its restricted channel',
      people: { abe: 'Abe', cleo: 'Cleo', viv: 'Viv' },
      places: {
        lobby: { type: 'group', in: 'bank', members: ['abe', 'cleo', 'viv'] },
        vault: { type: 'group', in: 'bank', access: 'restricted', members: ['abe', 'cleo', 'viv'] },
      },
      events: [say('abe', 'vault', 'The merger is off'), leave('viv', 'bank')],
      asks: [
        { viewer: 'cleo', at: 'dm:cleo', q: 'what about the merger?', inc: ['merger is off'] },
        { viewer: 'viv', at: 'dm:viv', q: 'what about the merger?', exc: ['is off'] },
        { viewer: 'viv', at: 'vault', q: 'what about the merger?', exc: ['is off'] },
      ],
    },
    {
      title: 'in a group of no workspace: who came, who went, who came back',
      people: { ilse: 'Ilse', hugo: 'Hugo', dipa: 'Dipa', marek: 'Marek', yan: 'Yan' },
      places: { trip: { type: 'group', members: ['ilse', 'hugo', 'marek', 'yan'] } },
      events: [
        leave('marek', 'trip'),
        say('ilse', 'trip', 'The picnic is cancelled'),
        leave('yan', 'trip'),
        join('dipa', 'trip'),
        join('marek', 'trip'),
      ],
      asks: [
        { viewer: 'hugo', at: 'dm:hugo', q: 'what about the picnic?', inc: ['cancelled'] },
        { viewer: 'dipa', at: 'dm:dipa', q: 'what about the picnic?', exc: ['cancelled'] },
        { viewer: 'marek', at: 'dm:marek', q: 'what about the picnic?', exc: ['cancelled'] },
        { viewer: 'yan', at: 'dm:yan', q: 'what about the picnic?', exc: ['cancelled'] },
        { viewer: 'dipa', at: 'trip', q: 'what about the picnic?', exc: ['cancelled'] },
        { viewer: 'hugo', at: 'trip', q: 'what about the picnic?', exc: ['cancelled'] },
      ],
    },
    {
      title: 'leaving the workspace ends what was decided in its restricted channel',
      people: { abe: 'Abe', cleo: 'Cleo', viv: 'Viv' },
      places: {
        lobby: { type: 'group', in: 'bank', members: ['abe', 'cleo', 'viv'] },
        vault: { type: 'group', in: 'bank', access: 'restricted', members: ['abe', 'cleo', 'viv'] },
      },
      events: [say('abe', 'vault', 'We decided to close the shop'), leave('viv', 'bank')],
      asks: [
        { viewer: 'cleo', at: 'dm:cleo', q: 'what about the shop?', inc: ['close the shop'] },
        { viewer: 'cleo', at: 'lobby', q: 'what about the shop?', exc: ['close the shop'] },
        { viewer: 'viv', at: 'dm:viv', q: 'what about the shop?', exc: ['close the shop'] },
        { viewer: 'viv', at: 'vault', q: 'what about the shop?', exc: ['close the shop'] },
      ],
    },
  ],
};
