import { describe, expect, it } from '@jest/globals';
import { factsOf } from '../testing/reading.js';

describe('what another said is no statement of who passes it on', () => {
  it.each([
    '[21:07] <cleo> I adore opera',
    '(21:07:33) cleo: I adore opera',
    '21:07 <cleo> I adore opera',
    '<cleo> I adore opera',
    'cleo [21:07]: I adore opera',
    '03/04/2026, 21:07 - Cleo: I adore opera',
    'Cleo wrote: I adore opera',
    'my neighbour was like: I adore opera',
    'cleo told me: adore opera so much',
    'RT @cleo: I adore opera',
    'according to cleo: I adore opera',
    'best quote from the film: I adore opera',
    'the chorus: I adore opera',
    'Fwd from Cleo:\nI adore opera\nand I live in Turin',
    'On Tue 3 March Cleo wrote:\nI adore opera',
    'Cleo  9:07 PM\nI adore opera',
    'Cleo \u2014 Yesterday at 21:07\nI adore opera',
  ])('gives nothing of the one who sends %j', async (text) => {
    expect((await factsOf(text)).filter((fact) => fact.startsWith('ana:'))).toEqual([]);
  });

  it.each([
    ['as I said: I adore opera', 'ana: Adores opera'],
    ['cleo: I adore opera', 'ana: Adores opera'],
    ['update: I moved to Turin', 'ana: Moved to Turin'],
    ['my motto: I adore opera', 'ana: Adores opera'],
    ['Dinner at 19:30\nI live in Turin', 'ana: Lives in Turin'],
    ['hi all\nI live in Turin', 'ana: Lives in Turin'],
    ['Cleo wrote: I adore opera\nI live in Turin', 'ana: Lives in Turin'],
  ])('keeps what is their own in %j', async (text, fact) => {
    expect(await factsOf(text)).toContain(fact);
  });
});
