import type { Sql } from '#database';
import type { KnownPerson, WindowMessage } from '#extraction';
import { isKnownSince, namedIn, namesOf, type MessageRow, type Naming, type PlaceView } from '#read-models';

/** Of these people, who is known where (and since when): participants of the place, its root and its workspace. */
const knownAt = async (
  sql: Sql,
  place: PlaceView,
  speakerIds: readonly string[],
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  const near = [place.sourceId, place.rootId, ...(place.workspaceId ? [place.workspaceId] : [])];
  // In a dm people speak of whom they know from elsewhere: those who share a place with one of the speakers. An agent
  // shares places with everybody, who by that do not know each other.
  const rows = await sql.query<{ entity_id: string; since: Date }>(
    `select p.entity_id, min(p.active_from) as since from source_participants p
     where p.entity_id = any($1::uuid[]) and (p.source_id = any($2::uuid[])
       or ($3 and p.source_id in (select mine.source_id from source_participants mine join entities e using (entity_id)
         where mine.entity_id = any($4::uuid[]) and e.entity_type not in ('agent', 'system'))))
     group by p.entity_id`,
    [entityIds, near, place.type === 'dm', speakerIds],
  );
  return new Map(rows.map((row) => [row.entity_id, row.since]));
};

const toPeople = (namings: readonly Naming[], since: ReadonlyMap<string, Date>): readonly KnownPerson[] => {
  const byEntity = new Map<string, Naming[]>();
  for (const naming of namings)
    // What somebody said of themselves in one place would tell in another how they are called there.
    if (naming.kind !== 'heard' && naming.saidIn === null)
      byEntity.set(naming.entityId, [...(byEntity.get(naming.entityId) ?? []), naming]);
  return [...byEntity].flatMap(([entityId, all]): KnownPerson[] => {
    const knownSince = since.get(entityId);
    if (!knownSince) return [];
    const names = all.filter((naming) => isKnownSince(naming, knownSince));
    const [first] = names;
    if (!first) return [];
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

/** Who may be meant in a place by the words of these messages. */
export const loadPeople = async (
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
  const always = new Map(mentioned.map((entityId) => [entityId, new Date(0)]));
  return { people: toPeople(unique, since), pointedAt: toPeople(unique, always) };
};
