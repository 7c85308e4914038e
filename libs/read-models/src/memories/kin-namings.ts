import type { Projection } from '#event-log';
import { saveRows, type Table } from '../rows.js';

/** Which message names whom, as somebody of its author's life. The words are the memory's; without it they are gone. */
interface KinNaming {
  readonly memory_id: string;
  readonly record_id: string;
  readonly tenant_id: string;
  readonly agent_id: string;
  readonly speaker_id: string;
  readonly entity_id: string;
  readonly at: Date;
}

const kinNamings: Table<KinNaming> = {
  name: 'kin_namings',
  key: ['memory_id', 'record_id'],
  columns: {
    memory_id: 'uuid',
    record_id: 'uuid',
    tenant_id: 'text',
    agent_id: 'uuid',
    speaker_id: 'uuid',
    entity_id: 'uuid',
    at: 'timestamptz',
  },
};

/** A row stays when its memory or its evidence goes: it tells whose readings rested on it. */
export const kinNamingsProjection: Projection = {
  name: 'kin-namings',
  version: 1,
  tables: ['kin_namings'],
  handles: ['KinNamed'],
  project: async (events, sql) => {
    const rows = new Map<string, KinNaming>();
    for (const event of events) {
      if (event.type !== 'KinNamed') continue;
      const { memoryId, recordId, agentId, speakerId, entityId, at } = event.data;
      rows.set(`${memoryId}|${recordId}`, {
        memory_id: memoryId,
        record_id: recordId,
        tenant_id: event.tenantId,
        agent_id: agentId,
        speaker_id: speakerId,
        entity_id: entityId,
        at,
      });
    }
    await saveRows(sql, kinNamings, rows.values());
  },
};
