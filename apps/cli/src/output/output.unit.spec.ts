import { describe, expect, it } from '@jest/globals';
import pc from 'picocolors';
import type { MemoryView } from '#contracts';
import { duration, relativeDate } from './dates.js';
import { memoryTable } from './memory.js';
import { paceOf, progressLine, remember, type Sample } from './progress.js';
import { table } from './table.js';
import { clip, columnsOf, hanging, oneLine, wrap } from './text.js';
import type { Terminal } from './terminal.js';

const terminal = (isTty: boolean, width = 40): Terminal => ({
  out: () => undefined,
  err: () => undefined,
  status: () => undefined,
  isTty,
  watchesErrors: isTty,
  width,
  paint: pc.createColors(false),
  now: () => new Date('2026-01-10T00:00:00Z'),
});

describe('text in a terminal', () => {
  it('is as wide as it looks', () => {
    expect(columnsOf('\u001b[31mred\u001b[39m')).toBe(3);
    expect(columnsOf('日本')).toBe(4);
    expect(columnsOf('é')).toBe(1);
  });

  it('breaks at spaces and cuts only what is too long', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrap('abcdefghijkl', 8)).toEqual(['abcdefgh', 'ijkl']);
    expect(wrap('', 8)).toEqual(['']);
  });

  it('hangs below its first line', () =>
    expect(hanging('- ', 'one two three', 10)).toBe('- one two\n  three'));
  it('is cut with a mark', () => expect(clip('gardening', 5)).toBe('gard…'));
  it('of other people drives no terminal', () => expect(oneLine('a\u001b[2Jb\nc\u0007')).toBe('a [2Jb c'));
});

describe('dates for people', () => {
  const now = new Date('2026-01-10T12:00:00Z');
  it.each([
    ['2026-01-10T11:59:30Z', 'now'],
    ['2026-01-10T11:55:00Z', '5m ago'],
    ['2026-01-07T12:00:00Z', '3d ago'],
    ['2025-09-10T12:00:00Z', '4mo ago'],
    ['2008-06-03T12:00:00Z', '17y ago'],
    ['2026-01-13T12:00:00Z', 'in 3d'],
  ])('%s is %s', (iso, words) => expect(relativeDate(iso, now)).toBe(words));

  it.each([
    [950, '950 ms'],
    [4200, '4.2 s'],
    [185_000, '3 min 05 s'],
    [7_800_000, '2 h 10 min'],
  ])('%s ms last %s', (ms, words) => expect(duration(ms)).toBe(words));
});

describe('progress', () => {
  const samples = (...points: readonly (readonly [at: number, done: number])[]): readonly Sample[] =>
    points.reduce<readonly Sample[]>((kept, [at, done]) => remember(kept, { at, done }), []);

  it('tells the rate and the time left', () =>
    expect(paceOf(samples([0, 0], [2000, 100]), 200)).toEqual({ perSecond: 50, leftMs: 2000 }));
  it('forgets how fast it once was', () =>
    expect(paceOf(samples([0, 0], [1000, 1000], [20_000, 1100], [30_000, 1200]), 2000).perSecond).toBe(10));
  it('survives a long pause', () =>
    expect(paceOf(samples([0, 0], [60_000, 60]), 120)).toEqual({ perSecond: 1, leftMs: 60_000 }));
  it('promises nothing before something is done', () => {
    expect(paceOf(samples([0, 0]), 10)).toEqual({ perSecond: 0, leftMs: null });
    expect(paceOf(samples([0, 0], [1000, 0]), 10)).toEqual({ perSecond: 0, leftMs: null });
  });
  it('is one line', () =>
    expect(progressLine('Importing', 50, 200, { perSecond: 25, leftMs: 6000 }, 'events')).toBe(
      'Importing █████░░░░░░░░░░░░░░░  25 % · 50 of 200 · 25 events/s · 6.0 s left',
    ));
  it('of nothing is complete', () =>
    expect(progressLine('x', 0, 0, { perSecond: 0, leftMs: null }, 'e')).toContain('100 %'));
});

describe('a table', () => {
  const columns = [
    { title: 'id', cell: (row: { id: string; text: string }) => row.id },
    { title: 'text', cell: (row: { id: string; text: string }) => row.text, grows: true as const },
    { title: 'n', cell: () => '1', align: 'right' as const },
  ];
  it('breaks its growing column to the width for people', () =>
    expect(table(terminal(true, 33), columns, [{ id: 'a', text: 'a long line that does not fit' }])).toBe(
      'id  text                        n\na   a long line that does not   1\n    fit',
    ));
  it('of memories fits eighty columns, however long the names of people and places are', () => {
    const long = (count: number) => 'Anastasia-Philomena '.repeat(count);
    const named = { entity_id: '00000000-0000-4000-8000-000000000001', name: long(3) };
    const memory = {
      id: '1a2b3c4d-0000-4000-8000-000000000002',
      kind: 'fact',
      memory: long(9),
      score: 0.5,
      subjects: [named, named],
      speaker: named,
      source: { source_id: 'x', type: 'group', name: long(4) },
      observed_at: '2025-01-10T00:00:00Z',
      memory_type: 'relationship',
      status: 'superseded',
      trust: 'hearsay',
      sensitivity: 'personal',
      portable: false,
      conflicts_with: ['x'],
    } as unknown as MemoryView;
    const lines = memoryTable(terminal(true, 80), [memory], true).split('\n');
    expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(80);
    expect(lines[1]).toMatch(/^1a2b3c4d /u);
  });
  it('is whole and separated by tabs for programs', () =>
    expect(table(terminal(false), columns, [{ id: 'a', text: 'a long line that does not fit' }])).toBe(
      'id\ttext\tn\na\ta long line that does not fit\t1',
    ));
});
