import type { HistoryEntry, MemoryView, StatsView } from '#contracts';
import { isoDay } from './dates.js';
import { fieldLines, type Field } from './fields.js';
import { aboutOf, dateFor, placeOf } from './memory.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';
import { grouped, oneLine } from './text.js';

const dateOf = (terminal: Terminal, iso: string | null): string => {
  if (iso === null) return '';
  return terminal.isTty ? `${isoDay(iso)} (${dateFor(terminal, iso)})` : iso;
};

export const memoryText = (terminal: Terminal, memory: MemoryView): string =>
  fieldLines(terminal, [
    ['memory', oneLine(memory.memory)],
    ['id', memory.id],
    ['about', aboutOf(memory)],
    ['said by', memory.speaker ? oneLine(memory.speaker.name) : ''],
    ['owner', memory.owner ? oneLine(memory.owner.name) : ''],
    ['where', placeOf(memory)],
    ['observed', dateOf(terminal, memory.observed_at)],
    ['recorded', dateOf(terminal, memory.created_at)],
    ['changed', memory.updated_at === memory.created_at ? '' : dateOf(terminal, memory.updated_at)],
    ['expires', dateOf(terminal, memory.expires_at)],
    ['kind', memory.memory_type ?? memory.kind],
    ['status', memory.status],
    ['trust', memory.trust],
    ['scope', memory.visibility_scope],
    ['sensitivity', memory.sensitivity],
    ['disclosure', memory.disclosure],
    ['portable', memory.portable ? 'yes' : 'no, stays in its place'],
    ['kept from', (memory.withheld_from ?? []).map(({ name }) => oneLine(name)).join(', ')],
    ['disputed by', memory.conflicts_with.join(', ')],
    [
      'evidence',
      memory.evidence
        .map(({ message_id, event_id }) => message_id ?? event_id ?? '')
        .filter(Boolean)
        .join(', '),
    ],
  ]);

/** `MemoryCaptured` is told as `memory captured`. */
const spoken = (type: string): string => type.replace(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();

const scalar = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return oneLine(value);
  return JSON.stringify(value);
};

export const historyText = (terminal: Terminal, entries: readonly HistoryEntry[]): string =>
  table(
    terminal,
    [
      {
        title: 'when',
        cell: ({ at }) => (terminal.isTty ? dateFor(terminal, at) : at),
        paint: terminal.paint.dim,
      },
      { title: 'what', cell: ({ type }) => spoken(type), paint: terminal.paint.bold },
      {
        title: 'with',
        grows: true,
        cell: ({ data }) =>
          Object.entries(data)
            .map(([name, value]) => [name, scalar(value)] as const)
            .filter(([, value]) => value !== '' && value !== '[]' && value !== '{}')
            .map(([name, value]) => `${name}=${value}`)
            .join(' '),
      },
    ],
    entries,
  );

export const statsText = (terminal: Terminal, stats: StatsView): string => {
  const number = (count: number): string => (terminal.isTty ? grouped(count) : String(count));
  return fieldLines(terminal, [
    ['messages', number(stats.messages)],
    ['people and agents', number(stats.entities)],
    ['places', number(stats.sources)],
    ['events', number(stats.events)],
    ...Object.entries(stats.memories).map(([name, count]): Field => [`memories ${name}`, number(count)]),
  ]);
};
