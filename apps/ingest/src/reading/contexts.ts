import type { Sql } from '#database';
import type { KnownPerson, Reading, ReadingContext, WindowMessage } from '#extraction';
import {
  contextWindowMs,
  namedIn,
  namesOf,
  placesAt,
  placesById,
  type MessageRow,
  type Naming,
  type PlaceView,
} from '#read-models';

/** A message to read, with where it stands. */
export interface Unread {
  readonly row: MessageRow;
  readonly place: PlaceView;
  readonly context: ReadingContext;
}

/** A message with what reading it gave. */
export interface ToHold {
  readonly unread: Unread;
  readonly reading: Reading;
}

const windowSize = 12;
const lowestId = '00000000-0000-0000-0000-000000000000';

const toWindow = (row: MessageRow): WindowMessage => ({
  recordId: row.record_id,
  messageId: row.message_id,
  authorId: row.author_id,
  authorKind: row.author_type as KnownPerson['kind'],
  text: row.text ?? '',
  sentAt: row.sent_at,
  replyTo: row.reply_to,
  mentionIds: row.mention_ids,
});

type WindowRow = MessageRow & { readonly of_record: string };

const windowColumns =
  'record_id, message_id, author_id, author_type, text, sent_at, reply_to, mention_ids, source_id';

const isBefore = (a: MessageRow, b: MessageRow): number =>
  a.sent_at.getTime() - b.sent_at.getTime() || (a.record_id < b.record_id ? -1 : 1);

/** Each with the one before it of the same source among these, if any. */
const withPrevious = (rows: readonly MessageRow[]) => {
  const last = new Map<string, MessageRow>();
  return [...rows].sort(isBefore).map((row) => {
    const previous = last.get(row.source_id) ?? null;
    last.set(row.source_id, row);
    return { row, previous };
  });
};

/**
 * Up to twelve messages before each of these, within the window, in the same source. Asks only for what lies between a
 * message and the one before it in the batch: the rest is the window of that one. In a conversation that is one row each.
 */
const loadBefore = async (
  sql: Sql,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<string, readonly WindowMessage[]>> => {
  const asked = withPrevious(rows);
  const found = await sql.query<WindowRow>(
    `select b.record_id as of_record, earlier.*
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::uuid[]) as b(record_id, source_id, sent_at, from_at, from_id)
     cross join lateral (
       select ${windowColumns} from messages m
       where m.source_id = b.source_id and (m.sent_at, m.record_id) < (b.sent_at, b.record_id)
         and (m.sent_at, m.record_id) >= (b.from_at, b.from_id) and m.text is not null
       order by m.sent_at desc, m.record_id desc limit ${String(windowSize)}) as earlier`,
    [
      asked.map(({ row }) => row.record_id),
      asked.map(({ row }) => row.source_id),
      asked.map(({ row }) => row.sent_at),
      asked.map(
        ({ row, previous }) => previous?.sent_at ?? new Date(row.sent_at.getTime() - contextWindowMs),
      ),
      asked.map(({ previous }) => previous?.record_id ?? lowestId),
    ],
  );
  const between = new Map<string, WindowMessage[]>();
  for (const row of found) {
    const window = between.get(row.of_record) ?? [];
    window.unshift(toWindow(row));
    between.set(row.of_record, window);
  }
  const windows = new Map<string, readonly WindowMessage[]>();
  for (const { row, previous } of asked) {
    const since = row.sent_at.getTime() - contextWindowMs;
    const older = previous ? (windows.get(previous.record_id) ?? []) : [];
    const window = [...older, ...(between.get(row.record_id) ?? [])].slice(-windowSize);
    windows.set(
      row.record_id,
      window.filter((message) => message.sentAt.getTime() >= since),
    );
  }
  return windows;
};

const loadReplied = async (
  sql: Sql,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<string, WindowMessage>> => {
  const replies = rows.filter((row) => row.reply_to !== null);
  if (replies.length === 0) return new Map();
  const found = await sql.query<WindowRow>(
    `select r.record_id as of_record, ${windowColumns.replaceAll(/(\w+)/g, 'm.$1')}
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as r(record_id, source_id, reply_to)
     join messages m on m.source_id = r.source_id and m.message_id = r.reply_to and m.text is not null`,
    [
      replies.map((row) => row.record_id),
      replies.map((row) => row.source_id),
      replies.map((row) => row.reply_to ?? ''),
    ],
  );
  return new Map(found.map((row) => [row.of_record, toWindow(row)]));
};

/** Of these people, who is known where (and since when): participants of the place, its root and its workspace. */
const knownAt = async (
  sql: Sql,
  place: PlaceView,
  speakerIds: readonly string[],
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  const near = [place.sourceId, place.rootId, ...(place.workspaceId ? [place.workspaceId] : [])];
  // In a dm people speak of whom they know from elsewhere: those who share a place with one of the speakers.
  const rows = await sql.query<{ entity_id: string; since: Date }>(
    `select p.entity_id, min(p.active_from) as since from source_participants p
     where p.entity_id = any($1::uuid[]) and (p.source_id = any($2::uuid[])
       or ($3 and p.source_id in (select mine.source_id from source_participants mine where mine.entity_id = any($4::uuid[]))))
     group by p.entity_id`,
    [entityIds, near, place.type === 'dm', speakerIds],
  );
  return new Map(rows.map((row) => [row.entity_id, row.since]));
};

const toPeople = (namings: readonly Naming[], since: ReadonlyMap<string, Date>): readonly KnownPerson[] => {
  const byEntity = new Map<string, Naming[]>();
  for (const naming of namings)
    if (naming.kind !== 'heard')
      byEntity.set(naming.entityId, [...(byEntity.get(naming.entityId) ?? []), naming]);
  return [...byEntity].flatMap(([entityId, names]): KnownPerson[] => {
    const knownSince = since.get(entityId);
    const [first] = names;
    if (!knownSince || !first) return [];
    return [
      {
        entityId,
        kind: first.entityType as KnownPerson['kind'],
        names: names
          .map((name) => ({ text: name.text, kind: name.kind === 'heard' ? ('alias' as const) : name.kind }))
          .sort((a, b) => (a.text < b.text ? -1 : 1)),
        knownSince,
      },
    ];
  });
};

/** The account that holds a handle, by the handle; where several held it over time, the last to take it. */
const handlesOf = (namings: readonly Naming[]): ReadonlyMap<string, string> => {
  const holders = new Map<string, Naming>();
  for (const naming of namings) {
    if (naming.kind !== 'handle') continue;
    const key = naming.text.toLowerCase();
    const held = holders.get(key);
    if (!held || naming.firstAt > held.firstAt) holders.set(key, naming);
  }
  return new Map([...holders].map(([handle, naming]) => [handle, naming.entityId]));
};

const loadPlaceContext = async (
  sql: Sql,
  tenantId: string,
  place: PlaceView,
  rows: readonly MessageRow[],
  windows: readonly WindowMessage[],
) => {
  const texts = [...rows.map((row) => row.text ?? ''), ...windows.map((message) => message.text)];
  const speakerIds = [
    ...new Set([...rows.map((row) => row.author_id), ...windows.map((message) => message.authorId)]),
  ];
  const mentioned = [
    ...rows.flatMap((row) => row.mention_ids),
    ...windows.flatMap((message) => message.mentionIds),
  ];
  const namings = [
    ...(await namedIn(sql, tenantId, texts)),
    ...(await namesOf(sql, [...speakerIds, ...mentioned])),
  ];
  const unique = [
    ...new Map(
      namings.map((naming) => [`${naming.entityId}|${naming.kind}|${naming.text}`, naming]),
    ).values(),
  ];
  const since = await knownAt(sql, place, speakerIds, [...new Set(unique.map((naming) => naming.entityId))]);
  return { people: toPeople(unique, since), platformHandles: handlesOf(unique) };
};

/** Everything that these messages are read with, one round of queries a place. */
export const loadUnread = async (
  sql: Sql,
  tenantId: string,
  rows: readonly MessageRow[],
  now: Date,
): Promise<readonly Unread[]> => {
  const places = await placesById(
    sql,
    tenantId,
    rows.map((row) => row.source_id),
    now,
  );
  // Who may hear what was said then is a matter of the place as it was then: the only one in a dm, or one of many.
  const then = await placesAt(
    sql,
    tenantId,
    rows.map((row) => ({ sourceId: row.source_id, at: row.sent_at })),
  );
  const placeOf = new Map(rows.map((row, index) => [row.record_id, then[index]]));
  const before = await loadBefore(sql, rows);
  const replied = await loadReplied(sql, rows);
  const unread: Unread[] = [];
  for (const place of places.values()) {
    const here = rows.filter((row) => row.source_id === place.sourceId);
    const windows = here.flatMap((row) => {
      const message = replied.get(row.record_id);
      return [...(before.get(row.record_id) ?? []), ...(message ? [message] : [])];
    });
    const shared = await loadPlaceContext(sql, tenantId, place, here, windows);
    for (const row of here) {
      const placeThen = placeOf.get(row.record_id) ?? place;
      unread.push({
        row,
        place: placeThen,
        context: {
          tenantId,
          agentEntityId: row.agent_id,
          platform: row.platform,
          place: { sourceId: place.sourceId, type: placeThen.type },
          ...shared,
          before: before.get(row.record_id) ?? [],
          repliedTo: replied.get(row.record_id) ?? null,
        },
      });
    }
  }
  return unread;
};

export const windowMessageOf = toWindow;
