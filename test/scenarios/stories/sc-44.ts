import { say, type Scenario } from '../support/scenario.js';

export const sc44: Scenario = {
  id: 'SC-44',
  title: 'a chat group of no workspace is closed, unless it is said to be open',
  wordings: [
    {
      title: 'as given',
      people: { anton: 'Anton', berta: 'Berta', carl: 'Carl' },
      places: {
        G: { type: 'group', in: 'guild1', members: ['anton', 'carl'] },
        pair: { type: 'group', members: ['anton', 'berta'] },
      },
      events: [say('anton', 'pair', 'I live in Rosenweg 7')],
      asks: [
        { viewer: 'carl', at: 'G', q: 'where does Anton live?', exc: ['Rosenweg'] },
        { viewer: 'anton', at: 'G', q: 'where do I live?', exc: ['Rosenweg'] },
        { viewer: 'anton', at: 'dm:anton', q: 'where do I live?', inc: ['Rosenweg'] },
      ],
    },
    {
      title: 'a choir and a family: what the choir hears of the family, and the family itself',
      people: { rut: 'Rut', sam: 'Sam', tess: 'Tess' },
      places: {
        choir: { type: 'group', members: ['rut', 'tess'] },
        family: { type: 'group', members: ['rut', 'sam'] },
      },
      events: [say('rut', 'family', 'I adore saffron cake')],
      asks: [
        { viewer: 'tess', at: 'choir', q: 'what does Rut adore?', exc: ['saffron'] },
        { viewer: 'tess', at: 'dm:tess', q: 'what does Rut adore?', exc: ['saffron'] },
        { viewer: 'rut', at: 'choir', q: 'what do I adore?', exc: ['saffron'] },
        { viewer: 'sam', at: 'family', q: 'what does Rut adore?', inc: ['saffron'] },
        { viewer: 'sam', at: 'dm:sam', q: 'what does Rut adore?', inc: ['saffron'] },
      ],
    },
    {
      title: 'a fan group that is said to be open',
      people: { wim: 'Wim', xena: 'Xena', yuki: 'Yuki' },
      places: {
        fans: { type: 'group', access: 'open', members: ['wim', 'xena'] },
        tour: { type: 'group', members: ['wim', 'xena'] },
        elsewhere: { type: 'group', members: ['yuki'] },
      },
      events: [say('wim', 'fans', 'I play the harp')],
      asks: [
        { viewer: 'xena', at: 'tour', q: 'what does Wim play?', inc: ['harp'] },
        { viewer: 'yuki', at: 'elsewhere', q: 'what does Wim play?', exc: ['harp'] },
      ],
    },
  ],
};
