import { say, type Scenario } from '../support/scenario.js';

/** What comes after an operator decides belongs to the reviews; here, that nothing is guessed before. */
export const sc36: Scenario = {
  id: 'SC-36',
  title: 'a pronoun that may be two people is nobody until somebody decides',
  wordings: [
    {
      title: 'as given',
      people: { a: 'A', mia: 'Mia', lea: 'Lea' },
      places: { G: { type: 'group', in: 'guild1', members: ['a', 'mia', 'lea'] } },
      events: [say('a', 'G', 'Mia and Lea were here. She is moving to Rome')],
      asks: [
        {
          viewer: 'a',
          at: 'G',
          q: 'who is moving?',
          excUnder: {
            "Mia's shared context": ['Rome'],
            "Lea's shared context": ['Rome'],
            'Your History': ['Rome'],
          },
          noFacts: [
            { memory: 'Rome', about: ['mia'] },
            { memory: 'Rome', about: ['lea'] },
            { memory: 'Rome', about: ['a'] },
          ],
        },
        { viewer: 'mia', at: 'dm:mia', q: 'what do you know about me?', exc: ['Rome'] },
      ],
      pending: ['Rome'],
    },
    {
      title: 'two men of a crew, one message after the other',
      people: { sally: 'Sally', tom: 'Tom', peter: 'Peter' },
      places: { crew: { type: 'group', members: ['sally', 'tom', 'peter'] } },
      events: [say('sally', 'crew', 'Tom and Peter came by. He is moving to Lima')],
      asks: [
        {
          viewer: 'tom',
          at: 'crew',
          q: 'who is moving to Lima?',
          noFacts: [
            { memory: 'Lima', about: ['tom'] },
            { memory: 'Lima', about: ['peter'] },
            { memory: 'Lima', about: ['sally'] },
          ],
        },
        { viewer: 'peter', at: 'dm:peter', q: 'where am I moving?', exc: ['Lima'] },
      ],
      pending: ['Lima'],
    },
    {
      title: 'two people of one name',
      people: {
        quinn: 'Quinn',
        kim1: { name: 'Kim', handle: 'kim.a' },
        kim2: { name: 'Kim', handle: 'kim.b' },
      },
      places: { court: { type: 'group', in: 'club', members: ['quinn', 'kim1', 'kim2'] } },
      events: [say('quinn', 'court', 'Kim lives in Quito')],
      asks: [
        {
          viewer: 'quinn',
          at: 'court',
          q: 'where does Kim live?',
          noFacts: [
            { memory: 'Quito', about: ['kim1'] },
            { memory: 'Quito', about: ['kim2'] },
          ],
        },
        { viewer: 'kim1', at: 'dm:kim1', q: 'where do I live?', exc: ['Quito'] },
        { viewer: 'kim2', at: 'dm:kim2', q: 'where do I live?', exc: ['Quito'] },
      ],
      pending: ['Quito'],
    },
  ],
};
