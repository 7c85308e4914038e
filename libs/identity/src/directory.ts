import { firstNameOf, foldName, withoutBrackets } from './names.js';

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
  /** People whose name this is; full names before first names. */
  readonly find: (name: string) => readonly NamedPerson[];
  readonly byId: (entityId: string) => NamedPerson | undefined;
}

const add = (index: Map<string, NamedPerson[]>, key: string, person: NamedPerson): void => {
  const held = index.get(key);
  if (!held) index.set(key, [person]);
  else if (!held.includes(person)) held.push(person);
};

const indexed = (people: readonly NamedPerson[]): Directory => {
  const whole = new Map<string, NamedPerson[]>();
  const given = new Map<string, NamedPerson[]>();
  const ids = new Map<string, NamedPerson>();
  for (const person of people) {
    ids.set(person.entityId, person);
    for (const name of person.names) {
      add(whole, foldName(name.text), person);
      add(whole, foldName(withoutBrackets(name.text)), person);
      const first = name.kind === 'handle' ? null : firstNameOf(name.text);
      if (first !== null) add(given, first, person);
    }
  }
  return {
    // "Sam" the handle and "Sam Lee" are both Sam: whoever answers to the word is a candidate.
    find: (name) => {
      const key = foldName(name);
      if (key === '') return [];
      const held = [...(whole.get(key) ?? []), ...(given.get(key) ?? [])];
      return held.filter((person, index) => held.indexOf(person) === index);
    },
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

/** Those known by then are preferred to those who came later, so that a newcomer never takes over an old mention. */
export const resolveName = (directory: Directory, name: string, sentAt: Date): Resolution => {
  const found = directory.find(name);
  const then = found.filter((person) => person.knownSince.getTime() <= sentAt.getTime());
  const candidates = then.length > 0 ? then : found;
  const only = candidates[0];
  if (only === undefined) return { kind: 'nobody' };
  if (candidates.length > 1)
    return { kind: 'several', candidates: candidates.map((person) => person.entityId).sort() };
  return { kind: 'one', entityId: only.entityId, knownLater: then.length === 0 };
};
