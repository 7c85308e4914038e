import type { Sql } from '#database';
import type { KnownPerson, WindowMessage } from '#extraction';
import {
  isKnownSince,
  knownInEach,
  namedInEach,
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

/** Messages of one place, with what was said around them. */
export interface SaidInPlace {
  readonly place: PlaceView;
  readonly rows: readonly MessageRow[];
  readonly windows: readonly WindowMessage[];
}

export interface PeopleOfPlace {
  readonly people: readonly KnownPerson[];
  readonly pointedAt: readonly KnownPerson[];
}

const textsOf = ({ rows, windows }: SaidInPlace): readonly string[] => [
  ...rows.map((row) => row.text ?? ''),
  ...windows.map((message) => message.text),
];

const speakersOf = ({ rows, windows }: SaidInPlace): readonly string[] => [
  ...new Set([...rows.map((row) => row.author_id), ...windows.map((message) => message.authorId)]),
];

const mentionedIn = ({ rows, windows }: SaidInPlace): readonly string[] => [
  ...rows.flatMap((row) => row.mention_ids),
  ...windows.flatMap((message) => message.mentionIds),
];

const eachOnce = (namings: readonly Naming[]): readonly Naming[] => [
  ...new Map(
    namings.map((naming) => [
      `${naming.entityId}|${naming.kind}|${naming.saidIn ?? ''}|${naming.platform ?? ''}|${naming.text}`,
      naming,
    ]),
  ).values(),
];

/** By place who may be meant there by the words of these messages; asked for once for all of them. */
export const loadPeople = async (
  sql: Sql,
  tenantId: string,
  all: readonly SaidInPlace[],
): Promise<readonly PeopleOfPlace[]> => {
  const named = await namedInEach(sql, tenantId, all.map(textsOf), 'and-replaced');
  const present = await namesOf(
    sql,
    all.flatMap((said) => [...speakersOf(said), ...mentionedIn(said)]),
  );
  const presentBy = new Map<string, Naming[]>();
  for (const naming of present)
    presentBy.set(naming.entityId, [...(presentBy.get(naming.entityId) ?? []), naming]);
  const namings = all.map((said, at) =>
    eachOnce([
      ...(named[at] ?? []),
      ...[...new Set([...speakersOf(said), ...mentionedIn(said)])].flatMap((id) => presentBy.get(id) ?? []),
    ]),
  );
  const since = await knownInEach(
    sql,
    all.map((said, at) => ({
      place: said.place,
      speakerIds: speakersOf(said),
      entityIds: [...new Set((namings[at] ?? []).map(({ entityId }) => entityId))],
    })),
  );
  const found: PeopleOfPlace[] = [];
  for (const [at, said] of all.entries()) {
    const own = namings[at] ?? [];
    const always = new Map(mentionedIn(said).map((entityId) => [entityId, new Date(0)]));
    const isCalled = await calledIn(sql, said.place, speakersOf(said), own);
    found.push({
      people: toPeople(own, since[at] ?? new Map(), isCalled),
      pointedAt: toPeople(own, always, isCalled),
    });
  }
  return found;
};
