import type { Explanation, MemoryView, NamedEntity } from '#contracts';
import { isoDay, relativeDate } from './dates.js';
import { table, type Column } from './table.js';
import type { Terminal } from './terminal.js';
import { oneLine, shortId } from './text.js';

const idFor = (terminal: Terminal, id: string): string => (terminal.isTty ? shortId(id) : id);
export const dateFor = (terminal: Terminal, iso: string): string =>
  terminal.isTty ? relativeDate(iso, terminal.now()) : isoDay(iso);

const nameOf = (entity: NamedEntity | null): string => (entity ? oneLine(entity.name) : '');
export const aboutOf = (memory: MemoryView): string =>
  memory.subjects.map((subject) => oneLine(subject.name)).join(', ') || '—';
export const placeOf = ({ source }: MemoryView): string =>
  source ? oneLine(source.name ?? (source.type === 'dm' ? 'direct message' : source.type)) : 'everywhere';

/** Only what differs from an ordinary active fact. */
const marksOf = (memory: MemoryView): string =>
  [
    memory.kind === 'message' ? 'message' : memory.memory_type === 'knowledge' ? null : memory.memory_type,
    memory.status === 'active' ? null : memory.status,
    memory.trust === 'fact' ? null : memory.trust,
    memory.sensitivity === 'public' ? null : memory.sensitivity,
    memory.portable ? null : 'stays here',
    memory.conflicts_with.length > 0 ? 'disputed' : null,
  ]
    .filter(Boolean)
    .join(' ');

/** `said by Kim · #general · 3d ago · 0.83 · 1a2b3c4d` */
export const provenanceOf = (terminal: Terminal, memory: MemoryView): string =>
  [
    memory.speaker ? `said by ${nameOf(memory.speaker)}` : null,
    placeOf(memory),
    dateFor(terminal, memory.observed_at),
    marksOf(memory),
    memory.score.toFixed(2),
    idFor(terminal, memory.id),
  ]
    .filter(Boolean)
    .join(' · ');

export const memoryTable = (
  terminal: Terminal,
  memories: readonly MemoryView[],
  withScore: boolean,
): string => {
  const { paint } = terminal;
  const columns: readonly Column<MemoryView>[] = [
    { title: 'id', cell: ({ id }) => idFor(terminal, id), paint: paint.dim },
    ...(withScore
      ? [{ title: 'score', cell: ({ score }: MemoryView) => score.toFixed(2), align: 'right' as const }]
      : []),
    { title: 'about', cell: aboutOf, paint: paint.cyan },
    { title: 'memory', cell: ({ memory }) => oneLine(memory), grows: true },
    { title: 'said by', cell: ({ speaker }) => nameOf(speaker) || '—' },
    { title: 'where', cell: placeOf },
    { title: 'when', cell: ({ observed_at }) => dateFor(terminal, observed_at), align: 'right' },
    { title: 'kind', cell: (memory) => marksOf(memory) || 'fact', paint: paint.dim },
  ];
  return table(terminal, columns, memories);
};

type Candidate = Explanation['candidates'][number];

export const explanationText = (terminal: Terminal, explanation: Explanation): string => {
  const { paint } = terminal;
  const columns: readonly Column<Candidate>[] = [
    { title: 'id', cell: ({ id }) => idFor(terminal, id), paint: paint.dim },
    { title: 'lane', cell: ({ lane }) => lane ?? '—' },
    {
      title: 'decision',
      cell: ({ decision }) => decision,
      paint: (text, { decision }) => (decision === 'allow' ? paint.green : paint.red)(text),
    },
    { title: 'rule', cell: ({ rule }) => rule },
    { title: 'reason', cell: ({ reason }) => oneLine(reason), grows: true },
  ];
  const lanes = explanation.lanes
    .map(({ lane, candidates, allowed }) => `${lane} ${allowed} of ${candidates}`)
    .join(' · ');
  const head = `policy ${explanation.policy_version} · ${lanes}`;
  return explanation.candidates.length === 0
    ? head
    : `${head}\n${table(terminal, columns, explanation.candidates)}`;
};
