import type { Sql } from '#database';
import type { KnownPerson, WindowMessage } from '#extraction';
import {
  isKnownSince,
  knownIn,
  namedIn,
  namesOf,
  heardBy,
  toBorneName,
  type MessageRow,
  type Naming,
  type PlaceView,
} from '#read-models';

/** By which of their names people are called where some messages were said. */
type IsCalled = (naming: Naming) => boolean;

const toPeople = (
  namings: readonly Naming[],
  since: ReadonlyMap<string, Date>,
  isCalled: IsCalled,
): readonly KnownPerson[] => {
  const byEntity = new Map<string, Naming[]>();
  for (const naming of namings)
    if (naming.kind !== 'heard' && isCalled(naming))
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
        names: names.map(toBorneName).sort((a, b) => (a.text < b.text ? -1 : 1)),
        knownSince,
      },
    ];
  });
};

/**
 * INVARIANT: what somebody said of themselves in one place tells in no other how they are called there, but to who was
 * there when it was said and speaks of it alone with the agent.
 */
const calledIn = async (
  sql: Sql,
  place: PlaceView,
  speakerIds: readonly string[],
  namings: readonly Naming[],
): Promise<IsCalled> => {
  const elsewhere = namings.filter(
    ({ saidIn }) => saidIn !== null && !place.readerSourceIds.includes(saidIn),
  );
  const heard = place.type === 'dm' ? await heardBy(sql, speakerIds, elsewhere) : new Set<Naming>();
  return (naming) =>
    (naming.platform === null || naming.platform === place.platform) &&
    (naming.saidIn === null || place.readerSourceIds.includes(naming.saidIn) || heard.has(naming));
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
    ...(await namedIn(sql, tenantId, texts, 'and-replaced')),
    ...(await namesOf(sql, [...speakerIds, ...mentioned])),
  ];
  const unique = [
    ...new Map(
      namings.map((naming) => [
        `${naming.entityId}|${naming.kind}|${naming.saidIn ?? ''}|${naming.platform ?? ''}|${naming.text}`,
        naming,
      ]),
    ).values(),
  ];
  const since = await knownIn(sql, place, speakerIds, [...new Set(unique.map((naming) => naming.entityId))]);
  const always = new Map(mentioned.map((entityId) => [entityId, new Date(0)]));
  const isCalled = await calledIn(sql, place, speakerIds, unique);
  return { people: toPeople(unique, since, isCalled), pointedAt: toPeople(unique, always, isCalled) };
};
