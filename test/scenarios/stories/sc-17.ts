import { join, leave, say, type Scenario } from '../support/scenario.js';

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
        { viewer: 'dipa', at: 'trip', q: 'when does the ferry leave?', inc: ['dawn'] },
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
        { viewer: 'dipa', at: 'trip', q: 'what about the picnic?', inc: ['cancelled'] },
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
