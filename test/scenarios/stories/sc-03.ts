import { say, type Scenario } from '../support/scenario.js';

export const sc03: Scenario = {
  id: 'SC-03',
  title: 'two talkers in one room keep what is theirs',
  wordings: [
    {
      title: 'as given',
      people: { alice: 'Alice', bob: 'Bob' },
      places: { G: { type: 'group', in: 'guild1', members: ['alice', 'bob'] } },
      events: [
        say('alice', 'G', "I'm switching auth to JWT"),
        say('bob', 'G', 'my bakery website uses Astro'),
      ],
      asks: [
        { viewer: 'alice', at: 'dm:alice', q: 'my project', inc: ['JWT'], exc: ['Astro', 'bakery'] },
        { viewer: 'bob', at: 'dm:bob', q: 'my project', inc: ['Astro'], exc: ['JWT'] },
      ],
    },
    {
      title: 'two runners training for different races',
      people: { pru: 'Prudence', otto: 'Otto' },
      places: { track: { type: 'group', in: 'athletics', members: ['pru', 'otto'] } },
      events: [
        say('pru', 'track', "I'm training for the Lisbon marathon"),
        say('otto', 'track', 'my training plan comes from my aunt'),
        say('otto', 'track', "I'm training for a triathlon in Kiel"),
      ],
      asks: [
        { viewer: 'pru', at: 'dm:pru', q: 'my training', inc: ['Lisbon'], exc: ['Kiel', 'aunt'] },
        { viewer: 'otto', at: 'dm:otto', q: 'what am I training for?', inc: ['Kiel'], exc: ['Lisbon'] },
      ],
    },
    {
      title: 'two houses, in a group of no workspace, asked without a place',
      people: { nour: 'Nour', lars: 'Lars' },
      places: { builders: { type: 'group', members: ['nour', 'lars'] } },
      events: [
        say('nour', 'builders', 'We are renovating, my kitchen has green tiles'),
        say('lars', 'builders', 'my kitchen has an old gas stove'),
      ],
      asks: [
        { viewer: 'nour', at: null, q: 'my kitchen', inc: ['green tiles'], exc: ['gas stove'] },
        { viewer: 'lars', at: null, q: 'my kitchen', inc: ['gas stove'], exc: ['green tiles'] },
      ],
    },
    {
      title: 'two cars, asked alone with and without a place',
      people: { berta: 'Berta', juan: 'Juan' },
      places: { garage: { type: 'group', in: 'motorclub', members: ['berta', 'juan'] } },
      events: [say('berta', 'garage', 'my car is a blue Fiat'), say('juan', 'garage', 'my car is a Skoda')],
      asks: [
        { viewer: 'berta', at: 'dm:berta', q: 'my car', inc: ['Fiat'], exc: ['Skoda'] },
        { viewer: 'juan', at: null, q: 'what is my car?', inc: ['Skoda'], exc: ['Fiat'] },
        { viewer: 'juan', at: 'garage', q: 'my car', inc: ['Skoda'], exc: ['Fiat'] },
      ],
    },
    {
      title: 'two pets in a group of no workspace',
      people: { sade: 'Sade', imre: 'Imre' },
      places: { walkers: { type: 'group', members: ['sade', 'imre'] } },
      events: [
        say('sade', 'walkers', 'I have a dog named Biscuit'),
        say('imre', 'walkers', 'I have a dog named Paprika'),
      ],
      asks: [
        { viewer: 'sade', at: 'dm:sade', q: 'my dog', inc: ['Biscuit'], exc: ['Paprika'] },
        { viewer: 'imre', at: 'dm:imre', q: "what's my dog called?", inc: ['Paprika'], exc: ['Biscuit'] },
      ],
    },
  ],
};
