import type { StatsView } from '#contracts';
import { duration } from '../output/dates.js';
import type { Terminal } from '../output/terminal.js';
import { grouped, padTo, plural } from '../output/text.js';
import type { Delivered } from './deliver.js';
import type { IrcFile, IrcImport } from './irc-events.js';
import type { BadLine } from './jsonl.js';

export interface ImportResult {
  readonly delivered: Delivered;
  /** Null when the key may not count them. */
  readonly facts: number | null;
  readonly ms: number;
}

export interface Summary {
  readonly text: string;
  readonly json: unknown;
}

export const totalOf = ({ memories }: StatsView): number =>
  memories['total'] ?? Object.values(memories).reduce((sum, count) => sum + count, 0);

const perSecond = (count: number, ms: number): number => Math.round((count * 1000) / Math.max(1, ms));

type Row = readonly [name: string, value: number, note?: string];

const rowsText = (terminal: Terminal, rows: readonly Row[]): string =>
  rows
    .map(([name, value, note = '']) =>
      terminal.isTty
        ? `  ${padTo(name, 16)}${grouped(value).padStart(9)}  ${note === '' ? '' : terminal.paint.dim(note)}`.trimEnd()
        : `${name}\t${value}`,
    )
    .join('\n');

const deliveredRows = ({ delivered, facts }: ImportResult): readonly Row[] => [
  ...(delivered.duplicates > 0 ? [['known before', delivered.duplicates] as const] : []),
  ...(delivered.refused.length > 0 ? [['refused', delivered.refused.length] as const] : []),
  ...(facts === null ? [] : [['facts found', facts] as const]),
];

const closing = ({ delivered, ms }: ImportResult, messages: number): string =>
  delivered.accepted === 0 && delivered.duplicates > 0
    ? `Nothing new: all ${plural(delivered.duplicates, 'event')} were here already.`
    : `${duration(ms)}, ${grouped(perSecond(messages, ms))} messages/s, indexed and ready to recall.`;

const numbers = ({ delivered, facts, ms }: ImportResult) => ({
  accepted: delivered.accepted,
  duplicates: delivered.duplicates,
  rejected: delivered.refused.length,
  facts,
  ms: Math.round(ms),
});

export interface IrcReport {
  readonly files: readonly IrcFile[];
  readonly channel: string;
  readonly imported: IrcImport;
  readonly result: ImportResult;
}

export const ircSummary = (terminal: Terminal, { files, channel, imported, result }: IrcReport): Summary => {
  const { counts, odd } = imported;
  const days = files.map(({ date }) => date).sort();
  const span =
    days.length > 1
      ? `${plural(days.length, 'day')}, ${days[0] ?? ''} to ${days.at(-1) ?? ''}`
      : (days[0] ?? '');
  const rows: readonly Row[] = [
    ['lines', counts.lines],
    ['messages', counts.messages],
    ['people', counts.people],
    ['renames', counts.renames],
    ['joins', counts.joins],
    ['leaves', counts.leaves],
    ...(odd.length > 0 ? [['not understood', odd.length, '--verbose lists them'] as const] : []),
    ...deliveredRows(result),
  ];
  return {
    text: [
      `${terminal.paint.bold(channel)} · ${span}`,
      rowsText(terminal, rows),
      closing(result, counts.messages),
    ].join('\n'),
    json: {
      channel,
      files: files.map(({ name }) => name),
      ...counts,
      not_understood: odd.length,
      ...numbers(result),
      messages_per_second: perSecond(counts.messages, result.ms),
    },
  };
};

export interface JsonlReport {
  readonly bad: readonly BadLine[];
  readonly result: ImportResult;
}

export const jsonlSummary = (terminal: Terminal, { bad, result }: JsonlReport): Summary => {
  const { accepted, duplicates } = result.delivered;
  const total = accepted + duplicates + bad.length;
  const rows: readonly Row[] = [
    ['events', total],
    ['new', accepted],
    ...(duplicates > 0 ? [['known before', duplicates] as const] : []),
    ...(bad.length > 0 ? [['refused', bad.length] as const] : []),
    ...(result.facts === null ? [] : [['facts found', result.facts] as const]),
  ];
  return {
    text: [rowsText(terminal, rows), closing(result, accepted)].join('\n'),
    json: { events: total, ...numbers(result), rejected: bad.length, bad_lines: bad },
  };
};
