import { clip, columnsOf, padTo } from './text.js';
import type { Terminal } from './terminal.js';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'right';
  /** Takes what the others leave; one column at most. */
  readonly grows?: true;
  readonly paint?: (text: string, row: Row) => string;
}

const gap = 2;

const widthsOf = <Row>(
  columns: readonly Column<Row>[],
  cells: readonly (readonly string[])[],
  width: number,
): number[] => {
  const widths = columns.map((column, index) =>
    Math.max(columnsOf(column.title), ...cells.map((row) => columnsOf(row[index] ?? ''))),
  );
  const growing = columns.findIndex(({ grows }) => grows);
  if (growing < 0) return widths;
  const others = widths.reduce((sum, own, index) => sum + (index === growing ? 0 : own + gap), 0);
  return widths.map((own, index) => (index === growing ? Math.min(own, Math.max(12, width - others)) : own));
};

/** Aligned columns for people; one tab between uncut cells, no heading colours, for programs. */
export const table = <Row>(
  terminal: Terminal,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string => {
  const cells = rows.map((row) => columns.map((column) => column.cell(row)));
  if (!terminal.isTty)
    return [columns.map(({ title }) => title), ...cells].map((row) => row.join('\t')).join('\n');
  const widths = widthsOf(columns, cells, terminal.width);
  const place = (text: string, index: number): string => {
    const width = widths[index] ?? 0;
    const cut = clip(text, width);
    return columns[index]?.align === 'right' ? ' '.repeat(width - columnsOf(cut)) + cut : padTo(cut, width);
  };
  const heading = columns.map(({ title }, index) => place(title, index)).join(' '.repeat(gap));
  const lines = rows.map((row, at) =>
    columns
      .map((column, index) => {
        const text = place(cells[at]?.[index] ?? '', index);
        return column.paint ? column.paint(text, row) : text;
      })
      .join(' '.repeat(gap))
      .trimEnd(),
  );
  return [terminal.paint.dim(heading.trimEnd()), ...lines].join('\n');
};
