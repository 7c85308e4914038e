import { clip, columnsOf, padTo, wrap } from './text.js';
import type { Terminal } from './terminal.js';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'right';
  /** Takes what the others leave, in several lines if need be; one column at most. */
  readonly grows?: true;
  readonly paint?: (text: string, row: Row) => string;
}

const gap = '  ';
/** Names and places of others must not leave too little for what is remembered. */
const widestFixed = 36;
/** A short id is never cut. */
const narrowestFixed = 8;
const wantedGrowing = 24;
const narrowestGrowing = 12;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The widest that a column may be for all of them to fit into `room`. */
const capFor = (naturals: readonly number[], room: number): number => {
  for (let cap = widestFixed; cap > narrowestFixed; cap -= 1)
    if (sum(naturals.map((own) => Math.min(own, cap))) <= room) return cap;
  return narrowestFixed;
};

const widthsOf = <Row>(
  columns: readonly Column<Row>[],
  cells: readonly (readonly string[])[],
  width: number,
): readonly number[] => {
  const natural = columns.map((column, index) =>
    Math.max(columnsOf(column.title), ...cells.map((row) => columnsOf(row[index] ?? ''))),
  );
  const fixed = natural.filter((_, index) => !columns[index]?.grows);
  const growing = sum(natural) - sum(fixed);
  const room = width - gap.length * (columns.length - 1);
  const cap = capFor(fixed, room - Math.min(growing, wantedGrowing));
  const left = room - sum(fixed.map((own) => Math.min(own, cap)));
  return natural.map((own, index) =>
    Math.min(own, columns[index]?.grows ? Math.max(narrowestGrowing, left) : cap),
  );
};

const placed = (text: string, width: number, align: 'right' | undefined): string => {
  const cut = clip(text, width);
  return align === 'right' ? ' '.repeat(width - columnsOf(cut)) + cut : padTo(cut, width);
};

/** A row takes as many lines as the text of its growing column needs. */
const rowLines = <Row>(
  columns: readonly Column<Row>[],
  widths: readonly number[],
  cells: readonly string[],
  row: Row,
): readonly string[] => {
  const parts = columns.map((column, index) =>
    column.grows ? wrap(cells[index] ?? '', widths[index] ?? 0) : [cells[index] ?? ''],
  );
  const height = Math.max(...parts.map((lines) => lines.length));
  return Array.from({ length: height }, (_, at) =>
    columns
      .map((column, index) => {
        const text = placed(parts[index]?.[at] ?? '', widths[index] ?? 0, column.align);
        return column.paint && text.trim() !== '' ? column.paint(text, row) : text;
      })
      .join(gap)
      .trimEnd(),
  );
};

/** Aligned columns for people; one tab between uncut cells, without colours, for programs. */
export const table = <Row>(
  terminal: Terminal,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string => {
  const cells = rows.map((row) => columns.map((column) => column.cell(row)));
  if (!terminal.isTty)
    return [columns.map(({ title }) => title), ...cells].map((row) => row.join('\t')).join('\n');
  const widths = widthsOf(columns, cells, terminal.width);
  const heading = columns
    .map(({ title, align }, index) => placed(title, widths[index] ?? 0, align))
    .join(gap);
  const lines = rows.flatMap((row, at) => rowLines(columns, widths, cells[at] ?? [], row));
  return [terminal.paint.dim(heading.trimEnd()), ...lines].join('\n');
};
