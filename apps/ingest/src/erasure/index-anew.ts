import type { ChangeNotice, IndexNow } from '#contracts';
import type { MemoryIndex } from '#memory-index';
import type { EventLog } from '#event-log';
import type { ErasureRow } from '#read-models';

export type IndexAnew = (asked: IndexNow) => Promise<unknown>;

const together = 400;

const changesOf = async (log: EventLog, row: ErasureRow): Promise<readonly ChangeNotice[]> => {
  const position = (await log.head(row.tenant_id)).toString();
  const events = await log.readStream(row.tenant_id, `erasure-${row.erasure_id}`);
  const planned = events.flatMap((event) => (event.type === 'ErasurePlanned' ? [event.data] : []));
  const all = (what: ChangeNotice['what'], ids: readonly string[]): readonly ChangeNotice[] =>
    ids.map((id) => ({ what, id, position }));
  return planned.flatMap(({ memoryIds, recordIds, namesOf }) => [
    ...all('memory', memoryIds),
    ...all('message', recordIds),
    ...all('entity', namesOf),
  ]);
};

/** Whatever was planned is indexed as it is now: not at all, with its vectors; and whoever was named without the name. */
export const indexAnew = async (
  {
    log,
    index,
    indexFirst,
  }: { readonly log: EventLog; readonly index: MemoryIndex; readonly indexFirst: IndexAnew },
  row: ErasureRow,
): Promise<{ readonly found: number; readonly left: number }> => {
  const changes = await changesOf(log, row);
  let found = 0;
  let left = 0;
  for (let from = 0; from < changes.length; from += together) {
    const some = changes.slice(from, from + together);
    const ids = some.filter(({ what }) => what !== 'entity').map(({ id }) => id);
    found += (await index.positions(ids)).size;
    await indexFirst({ tenantId: row.tenant_id, changes: some });
    left += (await index.positions(ids)).size;
  }
  return { found, left };
};
