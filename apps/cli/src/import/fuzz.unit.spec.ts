import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { messageEventSchema } from '#contracts';
import { proofCases } from '#testing';
import { ircEvents } from './irc-events.js';
import { wallClock } from './irc-timeline.js';
import { readJsonLines } from './jsonl.js';

const schema = messageEventSchema(() => new Date('2026-05-04T12:00:00Z'));
const place = {
  platform: 'irc',
  network: 'net',
  channel: '#quay',
  agentId: 'default',
  isBot: () => false,
  toInstant: wallClock('Europe/Berlin') ?? ((ms: number) => ms),
};

const nick = fc.oneof(
  fc.constantFrom('moss', 'fern', '[x]', '__proto__', 'constructor', 'a|b', "'; drop table"),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'moss: hi',
    '<x> y',
    '* z',
    '\u0000',
    '\ud800',
    'x'.repeat(40_000),
    '',
    '[99:99]',
    '=== moss',
  ),
);
const clock = fc.oneof(
  fc.tuple(fc.nat(29), fc.nat(70)).map(([h, m]) => `[${String(h)}:${String(m).padStart(2, '0')}]`),
  fc.constantFrom('', '[1:2:3]', '[-1:00]', '[10:00:61]'),
);
const line = fc.oneof(
  fc.tuple(clock, nick, words).map(([at, who, said]) => `${at} <${who}> ${said}`),
  fc.tuple(clock, nick, words).map(([at, who, did]) => `${at}  * ${who} ${did}`),
  fc.tuple(nick, nick).map(([who, to]) => `=== ${who} is now known as ${to}`),
  fc.tuple(nick, words).map(([who, where]) => `=== ${who} [n=${who}@h] has joined ${where}`),
  fc.tuple(nick, words).map(([who, why]) => `=== ${who} [n=${who}@h] has left #quay [${why}]`),
  words,
);

describe('importers under nonsense', () => {
  it('of channel logs turn every line into one thing, in order of time, and the same one each time', () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 30 }),
        fc.constantFrom('2008-06-03', '2024-03-31'),
        (lines, date) => {
          const text = lines.join('\n');
          const read = () => ircEvents([{ name: `${date}.log`, date, text }], place);
          const { events, counts, odd } = read();
          expect(read()).toEqual({ events, counts, odd });
          expect(events.length + odd.length + counts.skipped).toBe(counts.lines);
          expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
          const times = events.map((event) => Date.parse(String(event['time'])));
          expect(times).toEqual([...times].sort((a, b) => a - b));
          for (const { id } of events) expect(id).toMatch(/^\d{4}-\d{2}-\d{2}:[1-9]\d*$/u);
        },
      ),
      { numRuns: proofCases(600, 200) },
    );
  });

  it('of channel logs give events of the contract, or such as the platform refuses by a field', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const { events } = ircEvents(
          [{ name: '2008-06-03.log', date: '2008-06-03', text: lines.join('\n') }],
          place,
        );
        for (const event of events) {
          const parsed = schema.safeParse(event);
          if (!parsed.success)
            for (const { path } of parsed.error.issues) expect(path.length).toBeGreaterThan(1);
        }
      }),
      { numRuns: proofCases(600, 200) },
    );
  });

  it('of JSON lines account for every line by its number', () => {
    const json = fc.oneof(
      fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value)),
      fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replace(/[\r\n]/gu, ' ')),
      fc
        .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 1, max: 3_000 }))
        .map(([open, times]) => open.repeat(times)),
      fc.integer({ min: 1, max: 3_000 }).map((times) => `{"a":${'['.repeat(times)}${']'.repeat(times)}}`),
      fc.constantFrom('', '  ', '\ufeff', '{}', '{"__proto__": 1}'),
    );
    fc.assert(
      fc.property(fc.array(json, { maxLength: 20 }), (lines) => {
        const { events, bad } = readJsonLines(lines.join('\n'));
        const told = [...events.map((each) => each.line), ...bad.map((each) => each.line)].sort(
          (a, b) => a - b,
        );
        const first = (text: string, at: number): string => (at === 0 ? text.replace(/^\ufeff/u, '') : text);
        expect(told).toEqual(lines.flatMap((text, at) => (first(text, at).trim() === '' ? [] : [at + 1])));
      }),
      { numRuns: proofCases(1_500, 500) },
    );
  });
});
