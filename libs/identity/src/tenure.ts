import { foldName } from './names.js';

/** A name that somebody bears or bore. */
export interface BorneName {
  readonly text: string;
  readonly kind: 'handle' | 'display_name' | 'alias';
  /** From when on accounts of a platform bore it; absent where nobody knows, and of names that any number may bear. */
  readonly tenures?: readonly Tenure[];
  /** A name that somebody gave means them from then on. */
  readonly givenAt?: Date;
  /** When it was first seen; absent of what was always known. */
  readonly since?: Date;
  /** When another took its place; absent while it is borne. */
  readonly until?: Date;
  /** Borne and said by nobody for long before: it means them no more from then on. */
  readonly closedAt?: Date;
}

/** An account came to bear a handle. */
export interface Tenure {
  readonly platform: string;
  readonly from: Date;
}

/** Whether somebody with these names was called so at a moment: by a name they bore then, or by one word of it. */
export const isCalledAt = (names: readonly BorneName[], name: BorneName, at: Date): boolean => {
  const isBorne = ({ since, until }: BorneName): boolean =>
    (since === undefined || since <= at) && (until === undefined || at < until);
  const words = foldName(name.text);
  return names.some((one) => isBorne(one) && ` ${foldName(one.text)} `.includes(` ${words} `));
};

interface Holding {
  readonly holder: string;
  readonly name: BorneName;
}

const earliest = new Date(-8_640_000_000_000_000);
const latest = new Date(8_640_000_000_000_000);

/** From when on somebody bore it who bore it last by a moment; later than that moment where they came to it after it. */
const heldFrom = (tenures: readonly Tenure[], platform: string, at: Date): Date => {
  const starts = tenures.flatMap((tenure) => (tenure.platform === platform ? [tenure.from.getTime()] : []));
  const by = starts.filter((start) => start <= at.getTime());
  return new Date(by.length > 0 ? Math.max(...by) : Math.min(...starts));
};

/** Whether the one came to a name before the other, as it looks from a moment: the last who had it by then holds it. */
const holdsBefore = (one: Date, other: Date, at: Date): boolean => {
  const [isOneBy, isOtherBy] = [one <= at, other <= at];
  if (isOneBy !== isOtherBy) return isOneBy;
  return isOneBy ? one > other : one < other;
};

/**
 * INVARIANT: a handle is one account's at a time: whoever took it when it was freed is another person. Of several who bore
 * the same one on a platform, names of those who did not hold it at that moment are left out; who bore it last holds it
 * while nobody does.
 */
export const asHeldAt = <Held extends Holding>(names: readonly Held[], at: Date): readonly Held[] => {
  const holders = new Map<string, { readonly holder: string; readonly from: Date }>();
  const keysOf = ({ name }: Held): readonly string[] =>
    [...new Set((name.tenures ?? []).map(({ platform }) => platform))].map(
      (platform) => `${platform}\n${name.text.toLowerCase()}`,
    );
  for (const held of names)
    for (const key of keysOf(held)) {
      const from = heldFrom(held.name.tenures ?? [], key.slice(0, key.indexOf('\n')), at);
      const before = holders.get(key);
      if (!before || holdsBefore(from, before.from, at)) holders.set(key, { holder: held.holder, from });
    }
  return names.filter((held) => {
    if ((held.name.givenAt ?? earliest) > at || (held.name.closedAt ?? latest) <= at) return false;
    const keys = keysOf(held);
    return keys.length === 0 || keys.some((key) => holders.get(key)?.holder === held.holder);
  });
};
