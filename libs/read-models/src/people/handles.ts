import type { Sql } from '#database';
import type { RecordedEvent } from '#event-log';
import { isProfile } from './profiles.js';
import { byKey, saveRows, type Table } from '../rows.js';

interface HandleRow {
  readonly entity_id: string;
  readonly at: Date;
  readonly handle: string;
  readonly platform: string;
}
/** Each time at which an account was seen to bear another handle than before, or one earlier than known. */
const handles: Table<HandleRow> = {
  name: 'account_handles',
  key: ['entity_id', 'at', 'handle'],
  columns: { entity_id: 'uuid', at: 'timestamptz', handle: 'text', platform: 'text' },
};

/** Rows stand by themselves, so that it makes no difference in which order they are heard of. */
export const saveHandles = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const seen = events
    .filter(isProfile)
    .flatMap(({ data }): HandleRow[] =>
      data.handle === null
        ? []
        : [{ entity_id: data.entityId, at: data.at, handle: data.handle, platform: data.platform }],
    );
  const rows = byKey(seen, (row) => `${row.entity_id} ${String(row.at.getTime())} ${row.handle}`);
  await saveRows(sql, handles, rows.values());
};
