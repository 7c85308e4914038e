import { event as build, type IdKey } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { memories, type MemoryRow } from '#read-models';

/** A memory that one person was let know, with the id of what it is a copy of. */
export interface Copy {
  readonly originalId: string;
  readonly memory: MemoryRow;
  /** The message that lets them know. */
  readonly toldBy: string | null;
}

/** One for each message that lets them know: what was taken back may be told again by another. */
export const copyIdOf = (idKey: IdKey, originalId: string, hearerId: string, recordId: string): string =>
  idKey.derive('told-to', originalId, hearerId, recordId);

/** Copies of before had one id for all messages that tell of them. */
export const isCopyOf = (
  idKey: IdKey,
  copyId: string,
  originalId: string,
  hearerId: string,
  recordId: string,
): boolean =>
  copyId === copyIdOf(idKey, originalId, hearerId, recordId) ||
  copyId === idKey.derive('told-to', originalId, hearerId);

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
  { sql, idKey }: LogWriter,
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
    const original = originals.find(({ memory_id: id }) =>
      isCopyOf(idKey, memory.memory_id, id, hearerId, memory.told_by ?? ''),
    );
    return original ? [{ originalId: original.memory_id, memory, toldBy: memory.told_by }] : [];
  });
};

/**
 * Takes back what people were let know of these, as far as nothing says them any more. The message that told it is read
 * again: it may mean what is said in their place.
 */
export const withoutOriginals = async (
  writer: LogWriter,
  tenantId: string,
  withdrawn: readonly Pick<MemoryRow, 'memory_id' | 'speaker_entity_id'>[],
  at: Date,
): Promise<readonly StreamAppend[]> => {
  if (withdrawn.length === 0) return [];
  const left = await writer.sql.query<{ memory_id: string }>(
    'select memory_id from memories where memory_id = any($1::uuid[])',
    [withdrawn.map((memory) => memory.memory_id)],
  );
  const leftIds = new Set(left.map((row) => row.memory_id));
  const gone = withdrawn.filter((memory) => !leftIds.has(memory.memory_id));
  const copies = await copiesOf(writer, tenantId, gone);
  return copies.flatMap(({ memory: { memory_id: memoryId, status }, toldBy }): StreamAppend[] =>
    status === 'forgotten' || toldBy === null
      ? []
      : [
          {
            stream: `memory-${memoryId}`,
            expectedVersion: 'any',
            events: [
              build('MemoryEvidenceWithdrawn', { memoryId, recordId: toldBy, reason: 'read-again' }, at),
            ],
          },
        ],
  );
};
