import { leave, say, type Scenario } from '../support/scenario.js';

export const sc06: Scenario = {
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
    {
      title: 'two of a band, one of whom left the group of no workspace',
      people: { gus: 'Gus', ida: 'Ida', nell: 'Nell' },
      places: { band: { type: 'group', members: ['gus', 'ida', 'nell'] } },
      events: [
        say('gus', 'band', 'I collect drum sticks'),
        say('ida', 'band', 'I hate drum solos'),
        leave('gus', 'band'),
      ],
      asks: [
        {
          viewer: 'nell',
          at: 'band',
          q: 'who has to do with drum things?',
          incUnder: {
            "a former member's shared context": ['drum sticks'],
            "Ida's shared context": ['drum solos'],
          },
          exc: ['gus'],
        },
      ],
    },
  ],
};
