import { nameIndexOf } from './name-index.js';

/** Somebody who may be spoken of, by every name they have or had. */
export interface NamedPerson {
  readonly entityId: string;
  readonly names: readonly { readonly text: string; readonly kind: 'handle' | 'display_name' | 'alias' }[];
  readonly knownSince: Date;
}

/** Who a name is. Two candidates are never a guess. */
export type Resolution =
  | { readonly kind: 'one'; readonly entityId: string; readonly knownLater: boolean }
  | { readonly kind: 'several'; readonly candidates: readonly string[] }
  | { readonly kind: 'nobody' };

export interface Directory {
  /** People whose name this is, as sure as anybody is called so. */
  readonly find: (name: string) => readonly NamedPerson[];
  /** The same, with those who are less surely called so after them. */
  readonly tiers: (name: string) => readonly (readonly NamedPerson[])[];
  readonly byId: (entityId: string) => NamedPerson | undefined;
}

/** Words that a directory keeps the answer for. */
const mostAsked = 1_000;

const indexed = (people: readonly NamedPerson[]): Directory => {
  const ids = new Map(people.map((person) => [person.entityId, person]));
  const index = nameIndexOf(
    people.map(({ entityId, names }) => ({ entityId, names: names.map(({ text }) => text) })),
  );
  // One message asks for the same words again and again.
  const asked = new Map<string, readonly (readonly NamedPerson[])[]>();
  const tiers = (name: string): readonly (readonly NamedPerson[])[] => {
    const before = asked.get(name);
    if (before !== undefined) return before;
    const found = index
      .find(name)
      .map((bearers) => bearers.flatMap(({ entityId }) => ids.get(entityId) ?? []))
      .filter((people) => people.length > 0);
    if (asked.size >= mostAsked) asked.clear();
    asked.set(name, found);
    return found;
  };
  return { find: (name) => tiers(name)[0] ?? [], tiers, byId: (entityId) => ids.get(entityId) };
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

/** Those known by then are preferred to those who came later, so that a newcomer never takes over an old mention. */
export const resolveName = (directory: Directory, name: string, sentAt: Date): Resolution => {
  const tiers = directory.tiers(name);
  const isKnownThen = (person: NamedPerson): boolean => person.knownSince.getTime() <= sentAt.getTime();
  const then = tiers.map((found) => found.filter(isKnownThen)).find((found) => found.length > 0) ?? [];
  const candidates = then.length > 0 ? then : (tiers[0] ?? []);
  const only = candidates[0];
  if (only === undefined) return { kind: 'nobody' };
  if (candidates.length > 1)
    return { kind: 'several', candidates: candidates.map((person) => person.entityId).sort() };
  return { kind: 'one', entityId: only.entityId, knownLater: then.length === 0 };
};
