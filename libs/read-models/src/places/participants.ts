import type { Sql } from '#database';
import type { ParticipantRole } from '#domain';
import type { Projection, RecordedEvent } from '#event-log';
import { markOutside } from './guests.js';

/** One person in one source. */
export interface Pair {
  readonly sourceId: string;
  readonly entityId: string;
}

interface Interval {
  readonly source_id: string;
  readonly entity_id: string;
  readonly tenant_id: string;
  readonly role: ParticipantRole;
  readonly active_from: Date;
  readonly active_to: Date | null;
}

const pairKey = (pair: Pair): string => `${pair.sourceId}|${pair.entityId}`;

const uniquePairs = (pairs: readonly Pair[]): readonly Pair[] => [
  ...new Map(pairs.map((pair) => [pairKey(pair), pair])).values(),
];

interface Scope {
  readonly source_id: string;
  readonly tenant_id: string;
  /** Where a sign of presence counts for this source: itself and, for a workspace, its open sources. */
  readonly starts: readonly string[];
  /** Where a leave ends presence here: itself and all above it. */
  readonly ends: readonly string[];
}

const scopesOf = async (sql: Sql, sourceIds: readonly string[]): Promise<ReadonlyMap<string, Scope>> => {
  const rows = await sql.query<Scope>(
    `with recursive up(source_id, ancestor, depth) as (
       select source_id, source_id, 0 from sources where source_id = any($1::uuid[])
       union select up.source_id, s.parent_source_id, depth + 1 from up join sources s on s.source_id = up.ancestor
         where s.parent_source_id is not null and depth < 8)
     select s.source_id, s.tenant_id,
       array(select s.source_id union select below.source_id from sources below
             where s.source_type = 'workspace' and below.workspace_id = s.source_id and below.access = 'open') as starts,
       array(select ancestor from up where up.source_id = s.source_id) as ends
     from sources s where s.source_id = any($1::uuid[])`,
    [[...new Set(sourceIds)]],
  );
  return new Map(rows.map((row) => [row.source_id, row]));
};

interface Open {
  readonly pair: Pair;
  readonly scope: Scope;
  readonly after: Date | null;
}

/** First sign of presence after `after`: a join, a message of theirs, a roster that lists them. */
const nextStarts = async (sql: Sql, open: readonly Open[]): Promise<readonly (Date | null)[]> => {
  const rows = await sql.query<{ at: Date | null }>(
    `select least(
       (select min(at) from participant_marks m where m.source_id = any(p.starts) and m.entity_id = p.entity_id
          and m.kind = 'joined' and (p.after is null or m.at > p.after)),
       (select min(m.sent_at) from messages m where m.source_id = any(p.starts) and m.author_id = p.entity_id
          and (p.after is null or m.sent_at > p.after)),
       (select min(m.sent_at) from messages m where m.roster @> array[p.entity_id] and m.roster <> '{}' and m.source_id = any(p.starts)
          and (p.after is null or m.sent_at > p.after))) as at
     from jsonb_to_recordset($1::jsonb) as p(ordinal int, entity_id uuid, starts uuid[], after timestamptz) order by ordinal`,
    [
      JSON.stringify(
        open.map(({ pair, scope, after }, ordinal) => ({
          ordinal,
          entity_id: pair.entityId,
          starts: scope.starts,
          after,
        })),
      ),
    ],
  );
  return rows.map((row) => row.at);
};

interface Started extends Open {
  readonly from: Date;
}

/** First end at or after `from`: a leave here or above, or a complete roster without them. */
const nextEnds = async (
  sql: Sql,
  started: readonly Started[],
): Promise<readonly { at: Date | null; role: ParticipantRole | null }[]> =>
  sql.query<{ at: Date | null; role: ParticipantRole | null }>(
    `select least(
       (select min(at) from participant_marks m where m.source_id = any(p.ends) and m.entity_id = p.entity_id
          and m.kind = 'left' and m.at >= p.started),
       (select min(m.sent_at) from messages m where m.source_id = p.source_id and m.roster_complete and m.sent_at > p.started
          and m.author_id <> p.entity_id and not m.roster @> array[p.entity_id])) as at,
       (select m.role from participant_marks m where m.source_id = p.source_id and m.entity_id = p.entity_id
          and m.kind = 'joined' and m.at >= p.started order by m.at desc, m.role limit 1) as role
     from jsonb_to_recordset($1::jsonb) as p(ordinal int, source_id uuid, entity_id uuid, ends uuid[], started timestamptz)
     order by ordinal`,
    [
      JSON.stringify(
        started.map(({ pair, scope, from }, ordinal) => ({
          ordinal,
          source_id: pair.sourceId,
          entity_id: pair.entityId,
          ends: scope.ends,
          started: from,
        })),
      ),
    ],
  );

/** Intervals of these pairs from all that is known of them, whatever came first. */
const foldIntervals = async (sql: Sql, pairs: readonly Pair[]): Promise<readonly Interval[]> => {
  const scopes = await scopesOf(
    sql,
    pairs.map((pair) => pair.sourceId),
  );
  let open = pairs.flatMap((pair): Open[] => {
    const scope = scopes.get(pair.sourceId);
    return scope ? [{ pair, scope, after: null }] : [];
  });
  const intervals: Interval[] = [];
  while (open.length > 0) {
    const starts = await nextStarts(sql, open);
    const started = open.flatMap((item, index): Started[] => {
      const from = starts[index];
      return from ? [{ ...item, from }] : [];
    });
    if (started.length === 0) break;
    const ends = await nextEnds(sql, started);
    open = started.flatMap((item, index): Open[] => {
      const end = ends[index];
      intervals.push({
        source_id: item.pair.sourceId,
        entity_id: item.pair.entityId,
        tenant_id: item.scope.tenant_id,
        role: end?.role ?? 'member',
        active_from: item.from,
        active_to: end?.at ?? null,
      });
      return end?.at ? [{ ...item, after: end.at }] : [];
    });
  }
  return intervals;
};

const replaceIntervals = async (sql: Sql, pairs: readonly Pair[]): Promise<void> => {
  if (pairs.length === 0) return;
  const intervals = await foldIntervals(sql, pairs);
  await sql.query(
    `delete from source_participants using unnest($1::uuid[], $2::uuid[]) as gone(source_id, entity_id)
     where source_participants.source_id = gone.source_id and source_participants.entity_id = gone.entity_id`,
    [pairs.map((pair) => pair.sourceId), pairs.map((pair) => pair.entityId)],
  );
  await sql.query(
    `insert into source_participants (source_id, entity_id, tenant_id, role, active_from, active_to)
     select source_id, entity_id, tenant_id, role, active_from, active_to from jsonb_to_recordset($1::jsonb)
       as fresh(source_id uuid, entity_id uuid, tenant_id text, role text, active_from timestamptz, active_to timestamptz)`,
    [JSON.stringify(intervals)],
  );
};

interface Seen extends Pair {
  readonly at: Date;
}

/** Signs of presence that no known interval covers yet. Presence in an open source is presence in its workspace. */
const uncovered = async (sql: Sql, seen: readonly Seen[]): Promise<readonly Pair[]> => {
  if (seen.length === 0) return [];
  const rows = await sql.query<{ source_id: string; entity_id: string }>(
    `with told as (select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as told(source_id, entity_id, at)),
     seen as (
       select source_id, entity_id, at from told
       union all select s.workspace_id, told.entity_id, told.at from told join sources s using (source_id)
         where s.access = 'open' and s.workspace_id is not null and s.workspace_id <> s.source_id)
     select distinct seen.source_id, seen.entity_id from seen
     where not exists (select 1 from source_participants p where p.source_id = seen.source_id and p.entity_id = seen.entity_id
       and p.active_from <= seen.at and (p.active_to is null or p.active_to > seen.at))`,
    [seen.map(({ sourceId }) => sourceId), seen.map(({ entityId }) => entityId), seen.map(({ at }) => at)],
  );
  return rows.map((row) => ({ sourceId: row.source_id, entityId: row.entity_id }));
};

const signsOf = (event: RecordedEvent): readonly Seen[] => {
  if (event.type === 'ParticipantJoined')
    return [{ sourceId: event.data.sourceId, entityId: event.data.entityId, at: event.data.at }];
  if (event.type !== 'MessageRecorded') return [];
  const { sourceId, authorId, roster, sentAt } = event.data;
  return [authorId, ...roster.map((person) => person.entityId)].map((entityId) => ({
    sourceId,
    entityId,
    at: sentAt,
  }));
};

const saveMarks = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const marks = events.flatMap((event) =>
    event.type === 'ParticipantJoined' || event.type === 'ParticipantLeft'
      ? [{ ...event.data, kind: event.type === 'ParticipantJoined' ? 'joined' : 'left' }]
      : [],
  );
  if (marks.length === 0) return;
  await sql.query(
    `insert into participant_marks (source_id, entity_id, at, kind, role)
     select source_id, entity_id, at, kind, min(role) from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[])
       as fresh(source_id, entity_id, at, kind, role) group by source_id, entity_id, at, kind
     on conflict (source_id, entity_id, at, kind) do update set role = least(participant_marks.role, excluded.role)`,
    [
      marks.map((mark) => mark.sourceId),
      marks.map((mark) => mark.entityId),
      marks.map((mark) => mark.at),
      marks.map((mark) => mark.kind),
      marks.map((mark) => mark.role),
    ],
  );
};

/** Everybody whose intervals a leave, or a complete roster without them, may end. */
const endedBy = async (sql: Sql, events: readonly RecordedEvent[]): Promise<readonly Pair[]> => {
  const left = events.filter((event) => event.type === 'ParticipantLeft');
  const complete = events
    .filter((event) => event.type === 'MessageRecorded')
    .filter((event) => event.data.rosterComplete);
  if (left.length + complete.length === 0) return [];
  const rows = await sql.query<{ source_id: string; entity_id: string }>(
    `with recursive below(source_id, entity_id, depth) as (
       select source_id, entity_id, 0 from unnest($1::uuid[], $2::uuid[]) as gone(source_id, entity_id)
       union select s.source_id, below.entity_id, depth + 1 from below join sources s on s.parent_source_id = below.source_id where depth < 8)
     select p.source_id, p.entity_id from below join source_participants p using (source_id, entity_id)
     union select p.source_id, p.entity_id from source_participants p where p.source_id = any($3::uuid[])`,
    [
      left.map((event) => event.data.sourceId),
      left.map((event) => event.data.entityId),
      complete.map((event) => event.data.sourceId),
    ],
  );
  return rows.map((row) => ({ sourceId: row.source_id, entityId: row.entity_id }));
};

const observedIn = (events: readonly RecordedEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'SourceObserved' ? [event.data.sourceId] : []));

/** Presence in a source that became (or ceased to be) an open part of a workspace counts there from then on. */
const movedWorkspaces = async (sql: Sql, events: readonly RecordedEvent[]): Promise<readonly Pair[]> => {
  const observed = observedIn(events);
  if (observed.length === 0) return [];
  const rows = await sql.query<{ source_id: string; entity_id: string }>(
    `select distinct w.workspace_id as source_id, p.entity_id from sources w join source_participants p on p.source_id = w.source_id
     where w.source_id = any($1::uuid[]) and w.workspace_id is not null
     union select p.source_id, p.entity_id from source_participants p where p.source_id = any($1::uuid[])`,
    [observed],
  );
  return rows.map((row) => ({ sourceId: row.source_id, entityId: row.entity_id }));
};

/**
 * Who was in which source when. Intervals are a function of every join, leave, message and roster known so far, and
 * are folded anew for whoever a new sign concerns: the order in which the signs arrived cannot matter.
 */
export const participantsProjection: Projection = {
  name: 'participants',
  version: 1,
  tables: ['participant_marks', 'source_participants'],
  handles: ['ParticipantJoined', 'ParticipantLeft', 'MessageRecorded', 'SourceObserved'],
  project: async (events, sql) => {
    await saveMarks(sql, events);
    const started = await uncovered(sql, events.flatMap(signsOf));
    const joinedAgain = events.flatMap((event) => (event.type === 'ParticipantJoined' ? signsOf(event) : []));
    const ended = await endedBy(sql, events);
    const moved = await movedWorkspaces(sql, events);
    const pairs = uniquePairs([...started, ...joinedAgain, ...ended, ...moved]);
    await replaceIntervals(sql, pairs);
    await markOutside(sql, [...new Set(pairs.map((pair) => pair.entityId))], observedIn(events));
  },
};
