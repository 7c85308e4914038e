import { event as build, type Memory } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { copiesOf, memoriesAmong } from '#read-models';
import { memoryAppends } from '../settle-topics/memory-appends.js';

/**
 * Takes back what people were let know of these, as far as nothing says them any more. The message that shared it is read
 * again: it may mean what is said in their place.
 */
export const withoutOriginals = async (
  { sql, idKey }: LogWriter,
  tenantId: string,
  withdrawn: readonly Pick<Memory, 'memoryId' | 'speakerId'>[],
  at: Date,
): Promise<readonly StreamAppend[]> => {
  if (withdrawn.length === 0) return [];
  const left = await memoriesAmong(
    sql,
    withdrawn.map(({ memoryId }) => memoryId),
  );
  const gone = withdrawn.filter(({ memoryId }) => !left.has(memoryId));
  const copies = await copiesOf(sql, idKey, tenantId, gone);
  return memoryAppends(
    copies.flatMap(({ memory: { memoryId, status, sharedIn: recordId } }) =>
      status === 'forgotten' || recordId === null
        ? []
        : [build('MemoryEvidenceWithdrawn', { memoryId, recordId, reason: 'read-again' }, at)],
    ),
  );
};
