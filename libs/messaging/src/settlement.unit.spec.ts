import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Outcome } from './message-bus.js';
import {
  causeOf,
  isAway,
  outcomeOfThrow,
  retryDelay,
  retryDelays,
  settleBatch,
  settlementOf,
  settleThrow,
  type Settlement,
  type SettlementRules,
} from './settlement.js';

const rules = (over: Partial<SettlementRules> = {}): SettlementRules => ({
  maxAttempts: 3,
  delays: retryDelays,
  chance: 0,
  ...over,
});
const done: Outcome = { kind: 'done' };
const retry = (after = 500): Outcome => ({ kind: 'retry', after, cause: 'not yet' });
const park: Outcome = { kind: 'park', cause: 'broken' };
const delivery = (key: string, attempt = 1, tenantId = 'default') => ({ tenantId, key, attempt });

describe('settlement of one outcome', () => {
  const first = { done: 'handled', retry: 'delay', park: 'park' } as const;
  const last = { done: 'handled', retry: 'park', park: 'park' } as const;
  const table = { 1: first, 2: first, 3: last, 4: last } satisfies Record<
    number,
    Record<Outcome['kind'], Settlement['kind']>
  >;
  for (const [attempt, row] of Object.entries(table)) {
    for (const outcome of [done, retry(), park]) {
      it(`${outcome.kind} on attempt ${attempt} of 3 is ${row[outcome.kind]}`, () => {
        expect(settlementOf(outcome, Number(attempt), rules()).kind).toBe(row[outcome.kind]);
      });
    }
  }

  it('keeps the reason of a retry and of parking', () => {
    expect(settlementOf(retry(), 1, rules())).toEqual({ kind: 'delay', forMs: 500, cause: 'not yet' });
    expect(settlementOf(retry(), 3, rules())).toEqual({ kind: 'park', cause: 'not yet' });
    expect(settlementOf(park, 1, rules())).toEqual({ kind: 'park', cause: 'broken' });
  });

  it('adds at most a fifth of jitter and never comes early', () => {
    const delayOf = (chance: number) => settlementOf(retry(1_000), 1, rules({ chance }));
    expect([delayOf(0), delayOf(0.5), delayOf(1)]).toMatchObject([
      { forMs: 1_000 },
      { forMs: 1_100 },
      { forMs: 1_200 },
    ]);
  });

  it('never retries without a delay', () => {
    for (const after of [0, -1, NaN, -Infinity, Infinity]) {
      expect(settlementOf(retry(after), 2, rules())).toMatchObject({ kind: 'delay', forMs: 10_000 });
    }
  });
});

describe('retry delays', () => {
  it('grow from two seconds to five minutes and stay there', () => {
    expect([1, 2, 3, 4, 5, 100].map((attempt) => retryDelay(attempt))).toEqual([
      2_000, 10_000, 60_000, 300_000, 300_000, 300_000,
    ]);
  });
  it('of an attempt before the first is that of the first', () => {
    expect(retryDelay(0)).toBe(2_000);
  });
});

describe('settlement of a batch', () => {
  const kinds = (settlements: readonly Settlement[]) => settlements.map(({ kind }) => kind);

  it('puts what comes after one that is to be tried again behind it, whatever its outcome', () => {
    const batch = [delivery('a'), delivery('a'), delivery('b'), delivery('a'), delivery('b')];
    expect(kinds(settleBatch(batch, [done, retry(), done, done, park], rules()))).toEqual([
      'handled',
      'delay',
      'handled',
      'behind',
      'park',
    ]);
  });

  it('parks one alone: what comes after it of its key is as its own outcome says', () => {
    const batch = [delivery('a'), delivery('a', 3), delivery('a'), delivery('a'), delivery('a')];
    expect(kinds(settleBatch(batch, [park, retry(), done, retry(), done], rules()))).toEqual([
      'park',
      'park',
      'handled',
      'delay',
      'behind',
    ]);
  });

  it('tells keys of two tenants apart', () => {
    const batch = [delivery('a', 1, 't-1'), delivery('a', 1, 't-2')];
    expect(kinds(settleBatch(batch, [retry(), done], rules()))).toEqual(['delay', 'handled']);
  });

  it('delays at most one of a key, and handles nothing behind it', () => {
    const outcome = fc.constantFrom(done, retry(), park);
    const entry = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      attempt: fc.integer({ min: 1, max: 5 }),
      outcome,
    });
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const batch = entries.map(({ key, attempt }) => delivery(key, attempt));
        const settlements = settleBatch(
          batch,
          entries.map((each) => each.outcome),
          rules(),
        );
        for (const key of ['a', 'b', 'c']) {
          const ofKey = settlements.filter((_, index) => batch[index]?.key === key).map(({ kind }) => kind);
          const delayed = ofKey.indexOf('delay');
          expect(ofKey.slice(0, delayed < 0 ? ofKey.length : delayed)).not.toContain('behind');
          if (delayed < 0) continue;
          const after = ofKey.slice(delayed + 1);
          expect(after).toEqual(after.map(() => 'behind'));
        }
      }),
    );
  });
});

describe('settlement of a throw', () => {
  it('delays one of each key and parks nothing while several were in hand', () => {
    const batch = [delivery('a', 3), delivery('a', 1), delivery('b', 9)];
    expect(settleThrow(batch, new TypeError('x'), rules()).map(({ kind }) => kind)).toEqual([
      'delay',
      'behind',
      'delay',
    ]);
  });

  it('takes the delay of several from the curve, with jitter', () => {
    const batch = [delivery('a', 2), delivery('b', 3)];
    expect(settleThrow(batch, new Error('x'), rules({ chance: 1 }))).toMatchObject([
      { forMs: 12_000 },
      { forMs: 72_000 },
    ]);
  });

  it('parks one alone on its last attempt', () => {
    const error = new Error('x');
    expect(settleThrow([delivery('a', 2)], error, rules())[0]?.kind).toBe('delay');
    expect(settleThrow([delivery('a', 3)], error, rules())[0]?.kind).toBe('park');
  });

  it('parks nothing while what handlers need is away, whatever the attempt, and asks again soon', () => {
    const away = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    expect(settleThrow([delivery('a', 99)], away, rules({ chance: 0 }))).toMatchObject([
      { kind: 'delay', forMs: 2_000 },
    ]);
  });

  it('takes a connection of fetch that broke for an attempt, though it is called a TypeError', () => {
    const broken = Object.assign(new TypeError('fetch failed'), { cause: { code: 'UND_ERR_SOCKET' } });
    expect(settleThrow([delivery('a', 1)], broken, rules())[0]?.kind).toBe('delay');
    expect(settleThrow([delivery('a', 3)], broken, rules())[0]?.kind).toBe('park');
  });

  it('parks one alone at once when no later attempt can heal it', () => {
    const zodError = Object.assign(new Error('x'), { name: 'ZodError' });
    for (const error of [
      zodError,
      new TypeError('x'),
      new ReferenceError('x'),
      new RangeError('x'),
      new SyntaxError('x'),
      Object.assign(new Error('x'), { name: 'DatabaseError', code: '54000' }),
      Object.assign(new Error('x'), { code: '22P05' }),
      Object.assign(new Error('x'), { code: '23505' }),
    ]) {
      expect(outcomeOfThrow(error, 1).kind).toBe('park');
    }
    for (const code of ['08006', '40001', '53300', '57014', 'ECONNRESET', 22])
      expect(outcomeOfThrow(Object.assign(new Error('x'), { code }), 1).kind).toBe('retry');
    expect(outcomeOfThrow(new Error('x'), 1).kind).toBe('retry');
    expect(outcomeOfThrow(zodError, 2).kind).toBe('retry');
  });
});

describe('cause of an error', () => {
  const thrown = (stack: string, over: object = {}) => ({ name: 'Error', message: 'Rain', stack, ...over });

  it('is its name, code and place, and never its message', () => {
    expect(causeOf(Object.assign(new Error('Rain'), { code: '23505' }))).toMatch(
      /^Error 23505 at settlement\.unit\.spec\.ts:\d+$/u,
    );
  });

  const frames = {
    'at insert (/a/b/rows.ts:10:25)': 'rows.ts:10',
    'at /a/b/rows.ts:10:25': 'rows.ts:10',
    'at async file:///a/b/rows.js:123:4': 'rows.js:123',
    'at async Promise.all (index 0)\n    at run (node:internal/task:5:6)': 'task:5',
  };
  for (const [frame, place] of Object.entries(frames)) {
    it(`takes ${place} from "${frame.replace(/\n\s*/u, ' / ')}"`, () => {
      expect(causeOf(thrown(`Error: Rain\n    ${frame}\n    at other (/c/d.ts:1:1)`))).toBe(
        `Error at ${place}`,
      );
    });
  }

  it('takes no place from a message that looks like a stack', () => {
    const message = 'she said\n    at Rain.txt:1:2';
    expect(causeOf(thrown(`Error: ${message}\n    at run (/a/b.ts:3:4)`, { message }))).toBe(
      'Error at b.ts:3',
    );
    expect(causeOf(thrown(`Error: ${message}`, { message }))).toBe('Error');
    expect(causeOf(thrown('Error: Rain\n    at Rain.txt:1:2', { message: 'another' }))).toBe('Error');
  });

  it('leaves out a code that is a text', () => {
    expect(causeOf(thrown('', { code: 'Rain said' }))).toBe('Error');
    expect(causeOf(thrown('', { code: 'ECONN_1' }))).toBe('Error ECONN_1');
    expect(causeOf(thrown('', { code: 7 }))).toBe('Error');
  });

  it('needs neither message nor stack', () => {
    expect(causeOf({ name: 'Odd' })).toBe('Odd');
    expect(causeOf({ name: 'Odd', stack: 'Odd\n    at run (/a/b.ts:3:4)' })).toBe('Odd');
  });

  it('says so when what was thrown is no error', () => {
    for (const odd of ['Rain', null, undefined, 7, {}, { name: 7 }]) {
      expect(causeOf(odd)).toBe('something that is no Error was thrown');
    }
  });
});

describe('what a handler needs', () => {
  const failed = (more: object) => Object.assign(new Error('failed'), more);

  it.each([
    ['a store that takes no connection', failed({ code: 'ECONNREFUSED' })],
    ['a name that nobody answers for', failed({ code: 'EAI_AGAIN' })],
    ['a store that is starting', failed({ code: '57P03' })],
    ['a store that has no connection left', failed({ code: '53300' })],
    ['a full disk', failed({ code: '53100' })],
    ['a service behind fetch', failed({ cause: { code: 'ECONNREFUSED' } })],
  ])('is away: %s', (_, error) => expect(isAway(error)).toBe(true));

  it.each([
    ['a connection that broke in the middle', failed({ code: 'ECONNRESET' })],
    ['a server that ended the session', failed({ code: '57P01' })],
    ['a statement that took too long', failed({ code: '57014' })],
    ['a row that does not fit', failed({ code: '22001' })],
    ['a plain error', failed({})],
    ['no error at all', 'ECONNREFUSED'],
  ])('is there, or may be broken by the message: %s', (_, error) => expect(isAway(error)).toBe(false));
});
