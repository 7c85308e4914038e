import type { Terminal } from './terminal.js';
import { hanging, padTo } from './text.js';

export type Field = readonly [name: string, value: string];

/** A line a field; one that is empty is left out. */
export const fieldLines = (terminal: Terminal, rows: readonly Field[]): string => {
  const shown = rows.filter(([, value]) => value !== '');
  const widest = Math.max(...shown.map(([name]) => name.length));
  return shown
    .map(([name, value]) =>
      terminal.isTty
        ? hanging(`${terminal.paint.dim(padTo(name, widest))}  `, value, terminal.width)
        : `${name}\t${value}`,
    )
    .join('\n');
};
