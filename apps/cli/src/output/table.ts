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
const narrowestGrowing = 24;

const widthsOf = <Row>(
  columns: readonly Column<Row>[],
  cells: readonly (readonly string[])[],
  width: number,
): readonly number[] => {
  const natural = columns.map((column, index) =>
    Math.max(columnsOf(column.title), ...cells.map((row) => columnsOf(row[index] ?? ''))),
  );
  const fixed = natural.map((own, index) => (columns[index]?.grows ? 0 : Math.min(own, widestFixed)));
  const left = width - fixed.reduce((sum, own) => sum + own, 0) - gap.length * (columns.length - 1);
  return natural.map((own, index) =>
    columns[index]?.grows ? Math.min(own, Math.max(narrowestGrowing, left)) : (fixed[index] ?? own),
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
