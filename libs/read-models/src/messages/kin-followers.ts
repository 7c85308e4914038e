import type { Sql } from '#database';
import { kinKeyOf } from '#domain';
import type { RecordedEvent, RecordedEventOf } from '#event-log';
import { enqueue } from './enqueue.js';

type Changing = RecordedEventOf<
  'MemoryEvidenceWithdrawn' | 'MemoryForgotten' | 'MemoryCorrected' | 'MemoryReachChanged'
>;

/** From when on whatever a speaker said may mean somebody else. */
interface Mark {
  readonly tenantId: string;
  readonly agentId: string;
  readonly speakerId: string;
  readonly at: Date;
  readonly position: bigint;
}

interface NamingRow {
  readonly position: string;
  readonly tenant_id: string;
  readonly agent_id: string;
  readonly speaker_id: string;
  readonly at: Date;
}

const toMark = (row: NamingRow): Mark => ({
  tenantId: row.tenant_id,
  agentId: row.agent_id,
  speakerId: row.speaker_id,
  at: row.at,
  position: BigInt(row.position),
});

const isChanging = (event: RecordedEvent): event is Changing =>
  event.type === 'MemoryEvidenceWithdrawn' ||
  event.type === 'MemoryForgotten' ||
  event.type === 'MemoryCorrected' ||
  event.type === 'MemoryReachChanged';

const changedNamings = async (sql: Sql, events: readonly Changing[]): Promise<readonly Mark[]> => {
  if (events.length === 0) return [];
  const rows = await sql.query<NamingRow>(
    `select changed.position, k.tenant_id, k.agent_id, k.speaker_id, min(k.at) as at
     from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as changed(memory_id, record_id, position)
     join kin_namings k on k.memory_id = changed.memory_id and (changed.record_id is null or k.record_id = changed.record_id)
     group by 1, 2, 3, 4`,
    [
      events.map((event) => event.data.memoryId),
      events.map((event) => ('recordId' in event.data ? event.data.recordId : null)),
      events.map((event) => event.at.position.toString()),
    ],
  );
  return rows.map(toMark);
};

/** What was told in a place that turned out to hang elsewhere may be drawn on in other places than known. */
const movedNamings = async (sql: Sql, events: readonly RecordedEvent[]): Promise<readonly Mark[]> => {
  const positions = events.flatMap((event) => (event.type === 'SourceObserved' ? [event.at.position] : []));
  const [first, last] = [positions.at(0), positions.at(-1)];
  if (first === undefined || last === undefined) return [];
  const rows = await sql.query<NamingRow>(
    `select s.moved_position as position, k.tenant_id, k.agent_id, k.speaker_id, min(k.at) as at
     from sources s join messages told using (source_id) join kin_namings k using (record_id)
     where s.moved_position between $1::bigint and $2::bigint group by 1, 2, 3, 4`,
    [String(first), String(last)],
  );
  return rows.map(toMark);
};

/** "My wife Sarah", told late, taken back or corrected: what its speaker said of her since is read again. */
export const enqueueKinFollowers = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const named = events.flatMap((event): Mark[] =>
    event.type === 'KinNamed'
      ? [{ ...event.data, tenantId: event.tenantId, position: event.at.position }]
      : [],
  );
  const marks = [
    ...named,
    ...(await changedNamings(sql, events.filter(isChanging))),
    ...(await movedNamings(sql, events)),
  ];
  if (marks.length === 0) return;
  await sql.query(
    enqueue(`join unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::bigint[]) as told(key, agent_id, speaker_id, at, position)
       on m.name_keys @> array[told.key] and m.author_id = told.speaker_id and m.agent_id = told.agent_id and m.sent_at >= told.at
     where m.name_keys <> '{}' and m.read_position > 0 and m.read_position < told.position`),
    [
      marks.map((mark) => kinKeyOf(mark.tenantId, mark.speakerId)),
      marks.map((mark) => mark.agentId),
      marks.map((mark) => mark.speakerId),
      marks.map((mark) => mark.at),
      marks.map((mark) => mark.position.toString()),
    ],
  );
};
