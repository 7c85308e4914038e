import { describe, expect, it } from '@jest/globals';
import { messageEventSchema } from '#contracts';
import { botsBy } from './irc-bots.js';
import { channelIn, dateInName, ircEvents, type IrcFile } from './irc-events.js';
import { parseLine } from './irc-line.js';
import { spreadTimes, wallClock } from './irc-timeline.js';
import { addressedNicks, openNickBook } from './nick-book.js';

interface Account {
  readonly platform_user_id: string;
  readonly kind?: string;
}
interface Data {
  readonly text?: string;
  readonly author?: Account;
  readonly account?: Account;
  readonly mentions?: readonly Account[];
}

const place = {
  platform: 'irc',
  network: 'oftc',
  channel: '#garden',
  agentId: 'default',
  isBot: botsBy(['Oracle[x]']),
  toInstant: (ms: number) => ms,
};
const day = (date: string, ...lines: readonly string[]): IrcFile => ({
  name: `${date}.log`,
  date,
  text: `${lines.join('\n')}\n`,
});
const dataOf = (files: readonly IrcFile[]) =>
  ircEvents(files, place).events.map((event) => event['data'] as Data);
const clock = (text: string) => parseLine(`[${text}] <a> b`).clock;

describe('a line of a channel log', () => {
  it('is what somebody said', () =>
    expect(parseLine('[08:46] <moss> where is the <rake>?')).toEqual({
      kind: 'said',
      clock: { hour: 8, minute: 46, second: null },
      nick: 'moss',
      text: 'where is the <rake>?',
    }));

  it('loses colours, byte order marks and control bytes, and no words', () =>
    expect(parseLine('[08:46] <moss> \ufeff\u000304red\u0003 \u0002bold\u000f leaf')).toMatchObject({
      text: 'red bold leaf',
    }));

  it('is spoken by the nick without its channel mode', () =>
    expect(parseLine('[01:02] <@fern> hi')).toMatchObject({ nick: 'fern' }));

  it('may be a notice to the channel, which its sender typed', () =>
    expect(parseLine('[01:02] -fern:#garden- all hands')).toMatchObject({
      kind: 'said',
      nick: 'fern',
      text: 'all hands',
    }));

  it.each([
    ['=== moss  has joined #garden', 'joined', 'moss'],
    ['=== moss [~host.example] has joined #garden', 'joined', 'moss'],
    ['[10:00] -!- moss [~m@host] has joined #garden', 'joined', 'moss'],
    ['=== moss  has left #garden ["So long"]', 'left', 'moss'],
    ['=== moss [host] has quit [Ping timeout]', 'left', 'moss'],
    ['=== moss was kicked off #garden by fern (noise)', 'left', 'moss'],
  ])('%s moves somebody', (line, kind, nick) => expect(parseLine(line)).toMatchObject({ kind, nick }));

  it('renames', () =>
    expect(parseLine('=== moss is now known as moss|away')).toMatchObject({
      kind: 'renamed',
      nick: 'moss',
      to: 'moss|away',
    }));

  it('is an action in the present and in the old notation', () => {
    expect(parseLine('[07:43]  * moss waters the fern')).toMatchObject({
      kind: 'did',
      nick: 'moss',
      text: 'waters the fern',
      unsure: false,
    });
    expect(parseLine('=== moss waters the fern')).toMatchObject({
      kind: 'did',
      text: 'waters the fern',
      unsure: true,
    });
  });

  it.each([
    '=== mode/#garden [+o moss]  by ChanServ',
    '=== moss changed the topic of #garden to: roses',
    '=== Topic for #garden: roses',
  ])('%s tells nothing to remember', (line) => expect(parseLine(line).kind).toBe('notice'));

  it('without words is blank', () => expect(parseLine('[11:30] <moss> ').kind).toBe('blank'));
  it('that nobody understands is odd', () => expect(parseLine('~~~ ??').kind).toBe('odd'));
});

describe('the times of a log', () => {
  it('increase within a minute, evenly', () =>
    expect(spreadTimes([clock('00:01'), clock('00:01'), null, clock('00:02')])).toEqual([
      60_000, 80_000, 100_000, 120_000,
    ]));

  it('go on after midnight', () => {
    const [before = 0, after = 0] = spreadTimes([clock('23:59'), clock('00:00')]);
    expect(after - before).toBe(60_000);
  });

  it('go on after noon when the clock has twelve hours', () => {
    const [before = 0, after = 0] = spreadTimes([clock('11:59'), clock('00:00')]);
    expect(after - before).toBe(60_000);
    expect(after).toBe(12 * 3_600_000);
  });

  it('stand still, but in order, while a clock is set right', () =>
    expect(spreadTimes([clock('10:05'), clock('10:03')])).toEqual([36_300_000, 36_330_000]));

  it('keep the seconds that a log shows', () =>
    expect(spreadTimes([clock('00:00:07'), clock('00:00:07'), clock('00:00:08')])).toEqual([
      7000, 7500, 8000,
    ]));

  it('are read in the zone of the logger, in summer and in winter', () => {
    expect(wallClock('+02:00')?.(7_200_000)).toBe(0);
    expect(wallClock('Europe/Berlin')?.(Date.UTC(2020, 0, 1, 12))).toBe(Date.UTC(2020, 0, 1, 11));
    expect(wallClock('Europe/Berlin')?.(Date.UTC(2020, 6, 1, 12))).toBe(Date.UTC(2020, 6, 1, 10));
    expect(wallClock('Atlantis/Capital')).toBeNull();
  });
});

describe('nicks', () => {
  const knows =
    (...nicks: readonly string[]) =>
    (nick: string) =>
      nicks.includes(nick);

  it('address people at the start of a line', () => {
    expect(addressedNicks('moss: look', knows('moss'))).toEqual(['moss']);
    expect(addressedNicks('moss, fern: look', knows('moss', 'fern'))).toEqual(['moss', 'fern']);
    expect(addressedNicks('look moss: there', knows('moss'))).toEqual([]);
  });

  it('that nobody has address nobody', () =>
    expect(addressedNicks('note: water it', knows('moss'))).toEqual([]));

  it('that are usual first words address with a colon only', () => {
    expect(addressedNicks('well, it rained', knows('well'))).toEqual([]);
    expect(addressedNicks('well: it rained', knows('well'))).toEqual(['well']);
  });

  it('in another case are the same', () => {
    const book = openNickBook();
    book.meet('Moss[1]');
    expect(book.accountOf('moss{1}')).toBe('Moss[1]');
  });

  it('of a chain belong to the account of the first', () => {
    const book = openNickBook();
    book.rename('moss', 'moss_');
    book.rename('moss_', 'moss|away');
    expect(book.accountOf('moss|away')).toBe('moss');
    expect(book.people()).toBe(1);
  });

  it('of somebody known are never taken over', () => {
    const book = openNickBook();
    book.meet('fern');
    expect(book.rename('moss', 'fern')).toBe('onto-known');
    expect(book.accountOf('fern')).toBe('fern');
    expect(book.accountOf('moss')).toBe('moss');
  });
});

describe('the events of channel logs', () => {
  it('keep one account through a rename, over days', () => {
    const data = dataOf([
      day('2020-05-02', '[10:00] <rosa> back'),
      day('2020-05-01', '[09:00] <ros> hi', '=== ros is now known as rosa'),
    ]);
    expect(data.map(({ author, account }) => (author ?? account)?.platform_user_id)).toEqual([
      'ros',
      'ros',
      'ros',
    ]);
    expect(data.at(-1)).toMatchObject({ author: { handle: 'rosa', display_name: 'rosa' } });
  });

  it('change no profile when the new nick is somebody else', () =>
    expect(
      dataOf([day('2020-05-01', '[09:00] <fern> hi', '[09:00] <moss> hi', '=== moss is now known as fern')]),
    ).toHaveLength(2));

  it('mention people under the account they have, even before they speak', () =>
    expect(
      dataOf([
        day('2020-05-01', '[09:00] <moss> rosa: hi', '[09:01] <ros> yes', '=== ros is now known as rosa'),
      ])[0]?.mentions,
    ).toEqual([{ platform_user_id: 'ros', handle: 'rosa', display_name: 'rosa' }]));

  it('write an action as it was typed', () =>
    expect(dataOf([day('2020-05-01', '[09:00]  * moss digs')])[0]?.text).toBe('/me digs'));

  it('take an old-style action only from somebody known', () => {
    const { events, odd } = ircEvents(
      [day('2020-05-01', '[09:00] <moss> hi', '=== moss digs', '=== Netsplit over there')],
      place,
    );
    expect(events).toHaveLength(2);
    expect(odd).toEqual([{ file: '2020-05-01.log', line: 3, text: '=== Netsplit over there' }]);
  });

  it('are the same each time, with ids of day and line', () => {
    const files = [day('2020-05-01', '[09:00] <moss> hi', '=== fern has joined #garden')];
    expect(ircEvents(files, place)).toEqual(ircEvents(files, place));
    expect(ircEvents(files, place).events.map(({ id }) => id)).toEqual(['2020-05-01:1', '2020-05-01:2']);
  });

  it('have strictly increasing times, over days too', () => {
    const { events } = ircEvents(
      [
        day('2020-05-01', '[23:59] <a> 1', '[00:00] <a> 2', '[00:00] <a> 3'),
        day('2020-05-02', '[00:00] <a> 4'),
      ],
      place,
    );
    const times = events.map((event) => Date.parse(String(event['time'])));
    expect([...new Set(times)].sort((a, b) => a - b)).toEqual(times);
  });

  it('fit the contract', () => {
    const { events } = ircEvents(
      [
        day(
          '2020-05-01',
          '[09:00] <a> b: x',
          '=== b  has joined #garden',
          '=== b  has left #garden []',
          '=== a is now known as c',
        ),
      ],
      place,
    );
    const schema = messageEventSchema(() => new Date('2026-01-01T00:00:00Z'));
    expect(events.map((event) => schema.safeParse(event).error)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('count what they hold', () =>
    expect(
      ircEvents(
        [
          day(
            '2020-05-01',
            '[09:00] <a> x',
            '=== b  has joined #garden',
            '=== b  has left #garden []',
            '=== a is now known as c',
            '=== mode/#garden [+o a] by b',
          ),
        ],
        place,
      ).counts,
    ).toEqual({ lines: 5, messages: 1, people: 2, renames: 1, joins: 1, leaves: 1, skipped: 1 }));

  it('belong to the channel that most join lines name', () => {
    expect(
      channelIn([day('2020-05-01', '=== a  has joined #b', '=== a  has joined #c', '=== d  has joined #c')]),
    ).toBe('#c');
    expect(channelIn([day('2020-05-01', '[09:00] <a> x')])).toBeNull();
  });

  it.each([
    ['logs/2008-06-03.log', '2008-06-03'],
    ['20080603.txt', '2008-06-03'],
    ['/archive/2008/06/03/garden.txt', '2008-06-03'],
    ['garden.log', null],
    ['2008-13-03.log', null],
  ])('%s is of the day %s', (path, date) => expect(dateInName(path)).toBe(date));
});

describe('a program in the channel', () => {
  it('is an agent, by its usual name or because whoever imports says so, wherever it is named', () => {
    const data = dataOf([
      day(
        '2011-05-01',
        '[08:00] <ubottu> moss: Rakes are in the shed',
        '[08:01] <ChanServ> welcome',
        '[08:02] <oracle{X}> rain at noon',
        '[08:03] <moss> ubottu: thanks',
        '[08:04] <talbot> I grow beans',
      ),
    ]);
    expect(data.map(({ author }) => author?.kind ?? null)).toEqual(['agent', 'agent', 'agent', null, null]);
    expect(data[3]?.mentions?.map(({ kind }) => kind)).toEqual(['agent']);
  });
});
