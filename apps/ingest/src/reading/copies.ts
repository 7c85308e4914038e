import type { Sql } from '#database';
import { derivedId } from '#domain';
import { memories, type MemoryRow } from '#read-models';

/** A memory that one person was let know, with the id of what it is a copy of. */
export interface Copy {
  readonly originalId: string;
  readonly memory: MemoryRow;
}

/** One for each message that lets them know: what was taken back may be told again by another. */
export const copyIdOf = (originalId: string, hearerId: string, recordId: string): string =>
  derivedId('told-to', originalId, hearerId, recordId);

export const isCopy = (memory: MemoryRow): boolean =>
  memory.visibility_scope === 'private_subject' &&
  memory.owner_entity_id !== null &&
  memory.speaker_entity_id !== null &&
  memory.owner_entity_id !== memory.speaker_entity_id;

const columns = Object.keys(memories.columns)
  .map((column) => `c.${column}`)
  .join(', ');

/** All copies of these that were made by now, those that were taken back too. */
export const copiesOf = async (
  sql: Sql,
  tenantId: string,
  originals: readonly Pick<MemoryRow, 'memory_id' | 'speaker_entity_id'>[],
): Promise<readonly Copy[]> => {
  const speakerIds = [...new Set(originals.flatMap((row) => row.speaker_entity_id ?? []))];
  if (speakerIds.length === 0) return [];
  const rows = await sql.query<MemoryRow & { readonly told_by: string | null }>(
    `select ${columns}, e.record_id as told_by from memories c join memory_evidence e using (memory_id)
     where c.tenant_id = $1 and c.speaker_entity_id = any($2::uuid[]) and c.owner_entity_id <> c.speaker_entity_id and e.pattern = 'told-to'`,
    [tenantId, speakerIds],
  );
  return rows.flatMap((memory) => {
    const hearerId = memory.owner_entity_id ?? '';
    const original = originals.find(
      ({ memory_id: id }) =>
        memory.memory_id === copyIdOf(id, hearerId, memory.told_by ?? '') ||
        memory.memory_id === derivedId('told-to', id, hearerId),
    );
    return original ? [{ originalId: original.memory_id, memory }] : [];
  });
};
