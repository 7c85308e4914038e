import { say, type Scenario } from '../support/scenario.js';

export const sc30: Scenario = {
  id: 'SC-30',
  title: 'a group without a workspace is not a private conversation',
  wordings: [
    {
      title: 'as given',
      people: { ann: 'Ann', ben: 'Ben' },
      places: { both: { type: 'group', members: ['ann', 'ben'] } },
      events: [say('ann', 'dm:ann', 'salary is $150k')],
      asks: [
        { viewer: 'ann', at: 'both', q: 'what do you know about me?', exc: ['150k'] },
        { viewer: 'ben', at: 'both', q: 'what do you know about Ann?', exc: ['150k'] },
        { viewer: 'ann', at: 'dm:ann', q: 'what do you know about me?', inc: ['150k'] },
      ],
    },
    {
      title: 'a dm that two people read',
      people: { ravi: 'Ravi', jude: 'Jude' },
      places: { pair: { type: 'dm', members: ['ravi', 'jude'] } },
      events: [say('ravi', 'dm:ravi', 'I earn ninety thousand a year'), say('jude', 'pair', 'hello both')],
      asks: [
        { viewer: 'ravi', at: 'pair', q: 'what do you know about me?', exc: ['ninety thousand'] },
        { viewer: 'jude', at: 'pair', q: 'what do you know about Ravi?', exc: ['ninety thousand'] },
        { viewer: 'ravi', at: 'dm:ravi', q: 'what do I earn?', inc: ['ninety thousand'] },
      ],
    },
    {
      title: 'a private conversation, and a reader whom the caller adds',
      people: { lene: 'Lene', otis: 'Otis' },
      places: { cafe: { type: 'group', in: 'street', members: ['lene', 'otis'] } },
      events: [say('lene', 'dm:lene', 'I have depression'), say('otis', 'cafe', 'hi')],
      asks: [
        { viewer: 'lene', at: 'dm:lene', q: 'what do you know about me?', inc: ['depression'] },
        {
          viewer: 'lene',
          at: null,
          q: 'what do you know about me?',
          more: { audience: [{ platform: 'chat:sc-30-3', platform_user_id: 'otis' }] },
          exc: ['depression'],
        },
      ],
    },
    {
      title: 'a dm that two people read, another sum',
      people: { ravi: 'Ravi', jude: 'Jude' },
      places: { pair: { type: 'dm', members: ['ravi', 'jude'] } },
      events: [say('ravi', 'dm:ravi', 'I earn 90k a year'), say('jude', 'pair', 'hello both')],
      asks: [
        { viewer: 'ravi', at: 'pair', q: 'what do you know about me?', exc: ['90k'] },
        { viewer: 'jude', at: 'pair', q: 'what do you know about Ravi?', exc: ['90k'] },
        { viewer: 'ravi', at: 'dm:ravi', q: 'what do I earn?', inc: ['90k'] },
      ],
    },
  ],
};
