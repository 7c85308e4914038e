import type { ErasureView } from '#contracts';
import { fieldLines } from './fields.js';
import { dateFor } from './memory.js';
import { table } from './table.js';
import type { Terminal } from './terminal.js';
import { grouped } from './text.js';

export const storesTable = (terminal: Terminal, stores: ErasureView['stores']): string =>
  table(
    terminal,
    [
      { title: 'store', cell: ({ store }) => store, paint: terminal.paint.cyan },
      { title: 'found', cell: ({ found }) => grouped(found), align: 'right' },
      { title: 'erased', cell: ({ erased }) => grouped(erased), align: 'right' },
    ],
    stores,
  );

const residualOf = ({ residual }: ErasureView): string => {
  if (residual === null) return 'not looked for yet';
  const { scanned, hits } = residual;
  return `${grouped(hits)} left, of what was looked for in ${grouped(scanned)} tables and files`;
};

/** Where something is left; of operators' receipts alone. */
const hitsIn = ({ residual }: ErasureView): string => {
  const places = residual?.['hits_in'];
  return typeof places === 'object' && places !== null ? Object.keys(places).join(', ') : '';
};

export const erasureText = (terminal: Terminal, view: ErasureView): string =>
  [
    fieldLines(terminal, [
      ['id', view.id],
      ['what', view.kind],
      ['of', view.entity_ids.join(', ')],
      ['in', view.source_ids.join(', ')],
      ['status', view.status],
      ['ordered', dateFor(terminal, view.ordered_at)],
      ['finished', view.finished_at === null ? '' : dateFor(terminal, view.finished_at)],
      ['residual', residualOf(view)],
      ['found in', hitsIn(view)],
      ...view.left.map((one) => ['kept', one] as const),
    ]),
    storesTable(terminal, view.stores),
  ].join('\n\n');
