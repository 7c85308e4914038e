import type { Sql } from '#database';
import { isCopyOf, type IdKey, type Memory } from '#domain';
import { memoryColumns, memoryOf, type MemoryRow } from './memory-rows.js';

/** A memory that one person was let know, with the id of what it is a copy of. */
export interface Copy {
  readonly originalId: string;
  readonly memory: Memory;
}

/** What these messages said not to be so, or no longer. */
export const endedIn = async (sql: Sql, recordIds: readonly string[]): Promise<readonly Memory[]> => {
  if (recordIds.length === 0) return [];
  const rows = await sql.query<MemoryRow>(
    `select ${memoryColumns('m')} from memories m where m.ended_in = any($1::uuid[])`,
    [recordIds],
  );
  return rows.map(memoryOf);
};

/** All copies of these that were made by now, those that were taken back too. */
export const copiesOf = async (
  sql: Sql,
  idKey: IdKey,
  tenantId: string,
  originals: readonly Pick<Memory, 'memoryId' | 'speakerId'>[],
): Promise<readonly Copy[]> => {
  const speakerIds = [...new Set(originals.flatMap(({ speakerId }) => speakerId ?? []))];
  if (speakerIds.length === 0) return [];
  const rows = await sql.query<MemoryRow>(
    `select ${memoryColumns('c')} from memories c
     where c.tenant_id = $1 and c.speaker_entity_id = any($2::uuid[]) and c.shared_in is not null`,
    [tenantId, speakerIds],
  );
  return rows.map(memoryOf).flatMap((memory) => {
    const original = originals.find(({ memoryId }) => isCopyOf(idKey, memory, memoryId));
    return original ? [{ originalId: original.memoryId, memory }] : [];
  });
};
