/** What a pronoun tells about who is meant. `they` fits everybody. */
export type Gender = 'female' | 'male' | 'any';

export const pronounGender = (word: string): Gender | null => {
  switch (word.toLowerCase()) {
    case 'she':
    case 'her':
    case 'hers':
    case 'herself':
      return 'female';
    case 'he':
    case 'him':
    case 'his':
    case 'himself':
      return 'male';
    case 'they':
    case 'them':
    case 'their':
    case 'theirs':
      return 'any';
    default:
      return null;
  }
};

export interface SpokenPerson<T> {
  readonly who: T;
  /** What the name tells; `any` when it tells nothing. */
  readonly gender: Gender;
  /** Named to say whose somebody is: "Bram's wife". */
  readonly isOwner?: boolean;
}

export type Antecedent<T> =
  | { readonly kind: 'one'; readonly who: T }
  | { readonly kind: 'several'; readonly who: readonly T[] }
  | { readonly kind: 'nobody' };

/**
 * The person whom a pronoun means, among those named before it, nearest group last (a group: one message or one
 * sentence). The nearest group with somebody fitting decides; two who fit are never a guess. Who is named only to say
 * whose another is, is meant by a pronoun that does not fit the other.
 */
export const antecedentOf = <T>(
  gender: Gender,
  groups: readonly (readonly SpokenPerson<T>[])[],
  same: (a: T, b: T) => boolean,
): Antecedent<T> => {
  for (const group of [...groups].reverse()) {
    const fitting = group.filter(
      (spoken) => gender === 'any' || spoken.gender === 'any' || spoken.gender === gender,
    );
    const heads = fitting.filter((spoken) => spoken.isOwner !== true);
    const who = (heads.length > 0 ? heads : fitting).map((spoken) => spoken.who);
    const distinct = who.filter((one, index) => who.findIndex((other) => same(one, other)) === index);
    const only = distinct[0];
    if (only === undefined) continue;
    return distinct.length === 1 ? { kind: 'one', who: only } : { kind: 'several', who: distinct };
  }
  return { kind: 'nobody' };
};
