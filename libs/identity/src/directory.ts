import { nameIndexOf } from './name-index.js';
import { asHeldAt, isCalledAt, type BorneName } from './tenure.js';

/** Somebody who may be spoken of, by every name they have or had. */
export interface NamedPerson {
  readonly entityId: string;
  readonly names: readonly BorneName[];
  readonly knownSince: Date;
}

/** Who a name is. Two candidates are never a guess. */
export type Resolution =
  | { readonly kind: 'one'; readonly entityId: string }
  | { readonly kind: 'several'; readonly candidates: readonly string[] }
  | { readonly kind: 'nobody' };

export interface Directory {
  /** People whose name this is, as sure as anybody is called so. */
  readonly find: (name: string) => readonly NamedPerson[];
  /** Of whomever may be meant, those who bore the name at a moment; those who are less surely called so after them. */
  readonly tiers: (
    name: string,
    at: Date,
    isMeant: (person: NamedPerson) => boolean,
  ) => readonly (readonly NamedPerson[])[];
  readonly byId: (entityId: string) => NamedPerson | undefined;
}

/** Words that a directory keeps the answer for. */
const mostAsked = 1_000;

type Bearing = { readonly holder: string; readonly person: NamedPerson; readonly name: BorneName };

const peopleOf = (bearings: readonly Bearing[]): readonly NamedPerson[] => [
  ...new Set(bearings.map(({ person }) => person)),
];

/**
 * Who wore a name once stands behind those who bear it.
 * INVARIANT: whoever comes to a name later is somebody else than who was meant by it before.
 */
const bearersAt = (bearings: readonly Bearing[], at: Date): readonly Bearing[] => {
  const then = bearings.filter(({ person, name }) => isCalledAt(person.names, name, at));
  return then.length > 0
    ? then
    : bearings.filter(({ name: { since } }) => since === undefined || since <= at);
};

const indexed = (people: readonly NamedPerson[]): Directory => {
  const ids = new Map(people.map((person) => [person.entityId, person]));
  // By name, not by person: what somebody bore once may be another's by now.
  const bearings = people.flatMap((person) =>
    person.names.map((name): Bearing => ({ holder: person.entityId, person, name })),
  );
  const index = nameIndexOf(bearings.map(({ name }, at) => ({ entityId: String(at), names: [name.text] })));
  // One message asks for the same words again and again.
  const asked = new Map<string, readonly (readonly Bearing[])[]>();
  const bearers = (name: string): readonly (readonly Bearing[])[] => {
    const before = asked.get(name);
    if (before !== undefined) return before;
    const found = index
      .find(name)
      .map((bearers) => bearers.flatMap(({ entityId }) => bearings[Number(entityId)] ?? []))
      .filter((bearers) => bearers.length > 0);
    if (asked.size >= mostAsked) asked.clear();
    asked.set(name, found);
    return found;
  };
  return {
    find: (name) => peopleOf(bearers(name)[0] ?? []),
    tiers: (name, at, isMeant) =>
      bearers(name).map((found) =>
        peopleOf(
          bearersAt(
            asHeldAt(
              found.filter(({ person }) => isMeant(person)),
              at,
            ),
            at,
          ),
        ),
      ),
    byId: (entityId) => ids.get(entityId),
  };
};

const directories = new WeakMap<readonly NamedPerson[], Directory>();

/** The same array gives the same directory: a place's people are indexed once, not once a message. */
export const directoryOf = (people: readonly NamedPerson[]): Directory => {
  const held = directories.get(people);
  if (held) return held;
  const made = indexed(people);
  directories.set(people, made);
  return made;
};

/**
 * Who is meant by a name at a moment: those who were known by then and bore it; a handle is whose it was then.
 * INVARIANT: whoever comes later, or takes the name later, is somebody else. A name that nobody bore then is nobody's.
 */
export const resolveName = (directory: Directory, name: string, sentAt: Date): Resolution => {
  const isKnownThen = (person: NamedPerson): boolean => person.knownSince.getTime() <= sentAt.getTime();
  const candidates = directory.tiers(name, sentAt, isKnownThen).find((found) => found.length > 0) ?? [];
  const only = candidates[0];
  if (only === undefined) return { kind: 'nobody' };
  return candidates.length > 1
    ? { kind: 'several', candidates: candidates.map((person) => person.entityId).sort() }
    : { kind: 'one', entityId: only.entityId };
};
