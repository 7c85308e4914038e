import type { Sql } from '#database';
import type { KnownPerson, WindowMessage } from '#extraction';
import {
  isKnownSince,
  knownIn,
  namedIn,
  namesOf,
  type MessageRow,
  type Naming,
  type PlaceView,
} from '#read-models';

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
  const since = await knownIn(sql, place, speakerIds, [...new Set(unique.map((naming) => naming.entityId))]);
  const always = new Map(mentioned.map((entityId) => [entityId, new Date(0)]));
  return { people: toPeople(unique, since), pointedAt: toPeople(unique, always) };
};
