import { asItLooks, directoryOf, foldName, type NamedPerson, type SubjectRef } from '#identity';
import type { Mentions } from './mentions.js';

/** Whether a name is written as an account is: "@tom". */
export const isMarked = (text: string): boolean => /^<?@/u.test(text);

const spacedOut = /^(?:[\p{L}\p{N}] ){2,}[\p{L}\p{N}]$/u;
const hasOtherLetters = /[^\p{sc=Latn}\p{sc=Zyyy}\p{sc=Zinh}]/u;
/** As the eye reads a name that looks like another: letters of other alphabets, letters that stand apart. */
const seen = (name: string): string => {
  const shown = name.replaceAll(/\p{Cf}+/gu, '').trim();
  if (spacedOut.test(shown)) return asItLooks(shown);
  return hasOtherLetters.test(shown) ? shown.split(/\s+/u).map(asItLooks).join(' ') : shown;
};

const disguises = new WeakMap<readonly NamedPerson[], readonly NamedPerson[]>();
/** Those with a name that looks like another one, under the name that it looks like. */
const disguisedAmong = (people: readonly NamedPerson[]): readonly NamedPerson[] => {
  const before = disguises.get(people);
  if (before) return before;
  const found = people.flatMap((person) => {
    const names = person.names.flatMap((name) => {
      const text = seen(name.text);
      return text === '' || foldName(text) === foldName(name.text) ? [] : [{ ...name, text }];
    });
    return names.length === 0 ? [] : [{ ...person, names }];
  });
  disguises.set(people, found);
  return found;
};

/**
 * Everybody who bears a name here, whenever they came to it, or one that looks like it, and also beside somebody of the
 * speaker's life: it is kept from all of them. An account that is written as such is that one, where one was called so by then.
 */
export const bearers = (who: Mentions, name: string): SubjectRef => {
  const ref = who.resolve(name, isMarked(name));
  if (isMarked(name) && ref.kind !== 'kin' && ref.kind !== 'named') return ref;
  const meant = ref.kind === 'entity' ? [ref.entityId] : ref.kind === 'ambiguous' ? ref.candidates : [];
  const { people } = who.context;
  const called = [people, disguisedAmong(people)]
    .flatMap((some) => [name, seen(name)].flatMap((one) => directoryOf(some).find(one)))
    .map(({ entityId }) => entityId);
  const candidates = [...new Set([...meant, ...called])].sort();
  const [only] = candidates;
  if (only === undefined) return ref.kind === 'kin' ? { kind: 'named', name, handle: false } : ref;
  return candidates.length === 1
    ? { kind: 'entity', entityId: only }
    : { kind: 'ambiguous', name, candidates, named: ref.kind === 'ambiguous' ? ref.named : [] };
};
