import { say, type Scenario } from '../support/scenario.js';

export const sc28: Scenario = {
  id: 'SC-28',
  title: 'what was said in one workspace is not merged into another',
  wordings: [
    {
      title: 'as given',
      people: { sl: 'Slash', kim: 'Kim' },
      places: {
        G: { type: 'group', in: 'guild1', members: ['sl', 'kim'] },
        G2: { type: 'group', in: 'guild2', members: ['sl'] },
      },
      events: [
        say('sl', 'G', 'IGN: Slash'),
        say('sl', 'G2', 'IGN: Slash, building secret base at 100/64/200'),
      ],
      asks: [
        { viewer: 'kim', at: 'G', q: 'Slash base?', exc: ['100/64/200', 'secret base'] },
        { viewer: 'kim', at: 'dm:kim', q: 'Slash base?', exc: ['100/64/200', 'secret base'] },
        { viewer: 'kim', at: 'G', q: 'what is the IGN of Slash?', inc: ['IGN'] },
      ],
    },
    {
      title: 'the same hobby in two companies, one with a detail',
      people: { rhea: 'Rhea', ole: 'Ole' },
      places: {
        north: { type: 'group', in: 'acme', members: ['rhea', 'ole'] },
        south: { type: 'group', in: 'globex', members: ['rhea'] },
      },
      events: [
        say('rhea', 'north', 'I restore old radios'),
        say('rhea', 'south', 'I restore old radios'),
        say('rhea', 'south', 'I work at the Globex bunker in Essen'),
      ],
      asks: [
        {
          viewer: 'ole',
          at: 'north',
          q: 'what do you know about Rhea?',
          inc: ['radios'],
          exc: ['Essen', 'south'],
        },
        { viewer: 'ole', at: 'dm:ole', q: 'what do you know about Rhea?', exc: ['Essen'] },
      ],
    },
    {
      title: 'the asker is a member of both, and asks in one',
      people: { vin: 'Vin', sia: 'Sia', tor: 'Tor' },
      places: {
        red: { type: 'group', in: 'redhouse', members: ['vin', 'sia', 'tor'] },
        blue: { type: 'group', in: 'bluehouse', members: ['vin', 'sia'] },
      },
      events: [
        say('vin', 'blue', 'I keep the spare key under the blue pot'),
        say('vin', 'red', 'I live in Turin'),
      ],
      asks: [
        { viewer: 'sia', at: 'red', q: 'what do you know about Vin?', inc: ['Turin'], exc: ['spare key'] },
        { viewer: 'tor', at: 'red', q: 'where is the key of Vin?', exc: ['spare key'] },
        { viewer: 'sia', at: 'dm:sia', q: 'where is the spare key?', inc: ['blue pot'] },
      ],
    },
    {
      title: 'the same taste in two companies, one with a detail',
      people: { rhea: 'Rhea', ole: 'Ole' },
      places: {
        north: { type: 'group', in: 'acme', members: ['rhea', 'ole'] },
        south: { type: 'group', in: 'globex', members: ['rhea'] },
      },
      events: [
        say('rhea', 'north', 'I like rye bread'),
        say('rhea', 'south', 'I like rye bread'),
        say('rhea', 'south', 'I like rye bread from the Essen bakery'),
      ],
      asks: [
        {
          viewer: 'ole',
          at: 'north',
          q: 'what does Rhea like?',
          inc: ['rye bread'],
          exc: ['Essen', 'south'],
        },
        { viewer: 'ole', at: 'dm:ole', q: 'what does Rhea like?', inc: ['rye bread'], exc: ['Essen'] },
      ],
    },
    {
      title: 'the asker is a member of both, and asks in one and alone',
      people: { vin: 'Vin', sia: 'Sia', tor: 'Tor' },
      places: {
        red: { type: 'group', in: 'redhouse', members: ['vin', 'sia', 'tor'] },
        blue: { type: 'group', in: 'bluehouse', members: ['vin', 'sia'] },
      },
      events: [say('vin', 'blue', 'I collect coins'), say('vin', 'red', 'I live in Turin')],
      asks: [
        { viewer: 'sia', at: 'red', q: 'what do you know about Vin?', inc: ['Turin'], exc: ['coins'] },
        { viewer: 'tor', at: 'red', q: 'what does Vin collect?', exc: ['coins'] },
        { viewer: 'sia', at: 'dm:sia', q: 'what do you know about Vin?', inc: ['coins', 'Turin'] },
      ],
    },
  ],
};
