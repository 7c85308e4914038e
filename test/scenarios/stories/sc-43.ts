import { change, join, say, type Scenario } from '../support/scenario.js';

export const sc43: Scenario = {
  id: 'SC-43',
  title: 'a place that changes does not open what was said in it',
  wordings: [
    {
      title: 'as given: a thread is led out of a restricted channel',
      people: { alice: 'Alice', bob: 'Bob', mallory: 'Mallory', ally: 'Ally' },
      places: {
        G: { type: 'group', in: 'guild1', members: ['alice', 'mallory', 'ally'] },
        R: { type: 'group', in: 'guild1', access: 'restricted', members: ['alice', 'ally'] },
        thread: { type: 'thread', under: 'R', members: ['alice', 'ally'] },
      },
      events: [
        say('alice', 'thread', 'Bob lives in the cellar of the mill'),
        change('thread', { under: 'G' }),
      ],
      asks: [
        { viewer: 'mallory', at: 'G', q: 'where does Bob live?', exc: ['cellar'] },
        { viewer: 'mallory', at: 'thread', q: 'where does Bob live?', exc: ['cellar'] },
        { viewer: 'mallory', at: 'dm:mallory', q: 'where does Bob live?', exc: ['cellar'] },
        { viewer: 'ally', at: 'thread', q: 'where does Bob live?', exc: ['cellar'] },
        { viewer: 'ally', at: 'dm:ally', q: 'where does Bob live?', inc: ['cellar'] },
      ],
    },
    {
      title: 'by a later message that names another parent, and what is said since is told',
      people: { ove: 'Ove', siri: 'Siri', tage: 'Tage' },
      places: {
        square: { type: 'group', in: 'town', members: ['ove', 'siri', 'tage'] },
        council: { type: 'group', in: 'town', access: 'restricted', members: ['ove', 'siri'] },
        point: { type: 'thread', under: 'council' },
      },
      events: [
        say('ove', 'point', 'I play the organ'),
        change('point', { under: 'square' }),
        say('siri', 'point', 'I play the flute'),
      ],
      asks: [
        { viewer: 'tage', at: 'point', q: 'who plays what?', inc: ['flute'], exc: ['organ'] },
        { viewer: 'tage', at: 'square', q: 'who plays what?', inc: ['flute'], exc: ['organ'] },
        { viewer: 'tage', at: 'dm:tage', q: 'who plays what?', inc: ['flute'], exc: ['organ'] },
        { viewer: 'siri', at: 'square', q: 'what does Ove play?', exc: ['organ'] },
        { viewer: 'ove', at: 'dm:ove', q: 'what do I play?', inc: ['organ'] },
      ],
    },
    {
      title: 'a thread of a dm is led under an open channel',
      people: { vera: 'Vera', zeno: 'Zeno' },
      places: {
        yard: { type: 'group', in: 'farm', members: ['vera', 'zeno'] },
        note: { type: 'thread', under: 'dm:vera' },
      },
      events: [
        say('vera', 'note', 'I dream of a red tractor'),
        say('vera', 'note', 'Zeno owes me a wagon'),
        change('note', { under: 'yard' }),
      ],
      asks: [
        { viewer: 'zeno', at: 'note', q: 'what about the tractor and the wagon?', exc: ['tractor', 'wagon'] },
        { viewer: 'zeno', at: 'yard', q: 'what about the tractor and the wagon?', exc: ['tractor', 'wagon'] },
        { viewer: 'vera', at: 'yard', q: 'what about the wagon?', exc: ['wagon'] },
        { viewer: 'vera', at: 'dm:vera', q: 'what does Zeno owe me?', inc: ['wagon'] },
      ],
    },
    {
      title: 'a chat group is taken into a workspace and opened',
      people: { amal: 'Amal', birk: 'Birk', cara: 'Cara' },
      places: {
        fair: { type: 'group', in: 'city', members: ['cara'] },
        crew: { type: 'group', members: ['amal', 'birk'] },
      },
      events: [
        say('amal', 'crew', 'I collect lanterns'),
        change('crew', { in: 'city', access: 'open' }),
        say('birk', 'crew', 'I collect kites'),
        join('cara', 'crew'),
      ],
      asks: [
        { viewer: 'cara', at: 'crew', q: 'who collects what?', inc: ['kites'], exc: ['lanterns'] },
        { viewer: 'cara', at: 'fair', q: 'who collects what?', inc: ['kites'], exc: ['lanterns'] },
        { viewer: 'cara', at: 'dm:cara', q: 'who collects what?', inc: ['kites'], exc: ['lanterns'] },
        { viewer: 'birk', at: 'dm:birk', q: 'what does Amal collect?', inc: ['lanterns'] },
      ],
    },
  ],
};
