import type { ErasureView } from '#contracts';
import type { ErasureRow } from '#read-models';
import { leftIn, type Kept, type UnsignedErasure } from './receipt.js';

/** As an operator is told; or whoever it is of, who hears of what they may know alone. */
export type ToldTo = 'operator' | 'own';

const storesIn = (counts: ErasureRow['counts']): ErasureView['stores'] => {
  const names = [
    ...new Set(Object.keys(counts).map((key) => key.replace(/\.(?:found|erased)$/u, ''))),
  ].sort();
  return names.map((store) => ({
    store,
    found: counts[`${store}.found`] ?? 0,
    erased: counts[`${store}.erased`] ?? 0,
  }));
};

const ownStores = ({ known, counts, phase }: ErasureRow): ErasureView['stores'] => {
  const isGone = phase !== 'ordered' && (counts['memories.erased'] ?? 0) >= (counts['memories.found'] ?? 0);
  return (['memories', 'messages'] as const).map((store) => ({
    store,
    found: known[store],
    erased: isGone ? known[store] : 0,
  }));
};

/** Of the tables alone: how many rows and files there are tells of others. */
const ownResidual = (residual: ErasureRow['residual']): ErasureView['residual'] =>
  residual === null
    ? null
    : { scanned: Number(residual['tables'] ?? 0), hits: Number(residual['hits'] ?? 0) };

const residualOf = (residual: ErasureRow['residual']): ErasureView['residual'] =>
  residual as ErasureView['residual'];

/** How it stands, without what signs it. */
export const unsignedView = (row: ErasureRow, reader: ToldTo, where: Kept): UnsignedErasure => ({
  id: row.erasure_id,
  status: row.status,
  kind: row.kind,
  entity_ids: [...row.entity_ids],
  source_ids: [...row.source_ids],
  ordered_at: row.ordered_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  stores: reader === 'operator' ? storesIn(row.counts) : ownStores(row),
  residual: reader === 'operator' ? residualOf(row.residual) : ownResidual(row.residual),
  left: leftIn(where),
});

/** The signed receipt once there is one. */
export const viewOf = (row: ErasureRow, reader: ToldTo, where: Kept): ErasureView => {
  const receipt = reader === 'operator' ? row.receipt : row.own_receipt;
  if (receipt !== null) return receipt as unknown as ErasureView;
  return { ...unsignedView(row, reader, where), signed_by: null, signature: null };
};
