import { describe, expect, it } from '@jest/globals';
import { factsOf, message, read } from '../../testing/reading.js';

const dm = { place: { sourceId: 'desk', type: 'dm' } } as const;

describe('a label and what stands after it', () => {
  it.each([
    [
      'root cause of #441: the cache key ignores the locale',
      ': Root cause of #441: the cache key ignores the locale',
    ],
    [
      '[handover] night batch paused, restart after the Oslo sync',
      ': Handover: night batch paused, restart after the Oslo sync',
    ],
    ['retro outcome: demos only every second week', ': Retro outcome: demos only every second week'],
    [
      'Current Heron status: target 4 May 2027, vendor Lumo',
      ': Current Heron status: target 4 May 2027, vendor Lumo',
    ],
    ['my goal for this term: finish the Welsh course', 'ana: Goal for this term: finish the Welsh course'],
    ['half marathon PB today: 1:44', 'ana: Half marathon PB today: 1:44'],
  ])('%s', async (text, fact) => expect(await factsOf(text)).toEqual([expect.stringContaining(fact)]));
  it.each([
    'step 2: hold the power button for 10 seconds',
    'error: port 8080 is taken',
    'translate: wir treffen uns am Freitag um 9',
    'Bo: did you see the 9:30 mail',
    '[notice] caught SIGTERM on port 80',
    'new token: use the one ending 4471',
  ])('is nothing to keep in: %s', async (text) => expect(await factsOf(text)).toEqual([]));
  it('is the reader’s own measure when nobody else is there', async () => {
    const [fact] = (await read('Current dose: 15 mg', dm)).facts;
    expect([fact?.content, fact?.sensitivity, fact?.subjects]).toEqual([
      'Current dose: 15 mg',
      2,
      [{ kind: 'entity', entityId: 'ana' }],
    ]);
  });
});

describe('a task and whose it is', () => {
  it.each([
    ['ticket 88 assigned to Bo, due friday', ['bo: Assigned: ticket 88, due friday (2026-03-13)']],
    ['budget sheet → Cleo by Thu', ['cleo: Assigned: budget sheet by Thu (2026-03-12)']],
    ['Todo Mira: renew the hall contract', ['mira: Assigned: renew the hall contract']],
    [
      'AIs from today: Bo - price list, Cleo - flyers',
      ['bo: Assigned: price list', 'cleo: Assigned: flyers'],
    ],
    ['night watch duty: mon Bo, wed Cleo', ['bo: Night watch duty: mon', 'cleo: Night watch duty: wed']],
    ['referee: Bo until june', ['bo: Role: referee until june (2026-06)']],
  ])('%s', async (text, facts) => expect(await factsOf(text)).toEqual(facts));
  it.each(['click File → Export', 'Bo: hi, Cleo: hey', 'thanks → np', 'is the ticket assigned to Bo?'])(
    'is not told by: %s',
    async (text) => expect(await factsOf(text)).toEqual([]),
  );
});

describe('being away', () => {
  it.each([
    ['ooo 3-9 may', 'ana: Ooo 3-9 may (2026-05-03 to 2026-05-09)'],
    ['Bo out until the 14th', 'bo: Out until the 14th (2026-03-14)'],
    ['fridays off', 'ana: Fridays off'],
  ])('%s', async (text, fact) => expect(await factsOf(text)).toEqual([fact]));
  it.each(['back in 5', 'off to bed', 'away 10 min', 'out of milk'])('is not told by: %s', async (text) =>
    expect(await factsOf(text)).toEqual([]),
  );
});

describe('what is held, and when', () => {
  it.each([
    ['no choir on the 24th, hall is taken', ': No choir on the 24th, hall is taken (2026-03-24)'],
    ['book club tue + thu 19:00', ': Book club tue + thu 19:00'],
  ])('%s', async (text, fact) => expect(await factsOf(text)).toEqual([fact]));
  it.each([
    'no class i have ever liked starts at 8',
    'run version 9.10 on a laptop',
    'great choir on sunday',
  ])('is not told by: %s', async (text) => expect(await factsOf(text)).toEqual([]));
});

describe('a standing request to the agent', () => {
  it.each([
    ['always answer in Finnish pls', 'ana: Wants: always answer in Finnish'],
    ['text only please', 'ana: Wants: text only'],
    ['please keep your answers short', 'ana: Wants: keep your answers short'],
    ['talk to me in plain English', 'ana: Wants: talk to self in plain English'],
    ['remind me on Fridays', 'ana: Wants: remind self on Fridays'],
    ['no emojis please', 'ana: Wants: no emojis'],
  ])('%s', async (text, fact) => expect(await factsOf(text, dm)).toEqual([fact]));
  it('of a person in a group says for whom', async () => {
    expect(await factsOf('pls no calls for me before 9')).toEqual(['ana: Wants: no calls for self before 9']);
  });
  it.each([
    'explain this to me in German',
    'talk to me',
    'remind me on friday',
    'answer the second question please',
    'no worries, thanks',
    'not that one please',
  ])('is not made by: %s', async (text) => expect(await factsOf(text, dm)).toEqual([]));
  it('is none when people tell it to each other', async () => {
    expect(await factsOf('always use the left door please')).toEqual([]);
  });
});

describe('a list about oneself', () => {
  it('is read piece by piece under its head', async () => {
    expect(await factsOf('About me: Welder at Kranz. Live alone with 2 hens. Early riser.')).toEqual([
      'ana: Is a Welder at Kranz',
      'ana: Lives alone with 2 hens',
      'ana: Early riser',
    ]);
  });
  it('is read when it was asked for', async () => {
    const before = [
      message('Tell me your travel preferences', {
        authorId: 'agent',
        authorKind: 'agent',
        sentAt: new Date('2026-03-11T09:59:00Z'),
      }),
    ];
    const text = '- tea: green\n- no pork\n- aisle seat';
    expect(await factsOf(text, { ...dm, before })).toHaveLength(3);
    expect(await factsOf(text, dm)).toEqual([]);
    expect(await factsOf('- eggs\n- bread\n- soap', dm)).toEqual([]);
  });
  it.each([
    ['coeliac here, so a separate pan please', ['ana: Coeliac']],
    ['beekeeper here', ['ana: Is a beekeeper']],
    ['same here', []],
    ['nothing new here', []],
  ])('%s', async (text, facts) => expect(await factsOf(text)).toEqual(facts));
});
