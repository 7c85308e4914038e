import { distance } from 'fastest-levenshtein';
import type { EvidenceKind } from './evidence.js';
import { handleFormsOf } from './handle.js';
import type { AccountProfile } from './profile.js';

export interface Alike {
  readonly kind: EvidenceKind;
  readonly detail: string;
}

const handlesOf = ({ handle, earlierNames }: AccountProfile): readonly string[] => [
  ...new Set([...(handle === null ? [] : [handle]), ...earlierNames.map(({ text }) => text)]),
];

const quoted = (a: string, b: string): string =>
  [a, b]
    .sort()
    .map((name) => `"${name}"`)
    .join(' and ');

/** How alike two handles are; null: not enough to speak of. */
const alikeBy = (one: string, other: string): EvidenceKind | null => {
  const [a, b] = [handleFormsOf(one), handleFormsOf(other)];
  if (a.written === '' || b.written === '') return null;
  if (a.written === b.written) return 'same-handle';
  if (a.undecorated !== '' && a.undecorated === b.undecorated) return 'same-handle-undecorated';
  if (a.respelled.length > 1 && a.respelled === b.respelled) return 'same-handle-respelled';
  const shorter = Math.min(a.respelled.length, b.respelled.length);
  const edits = distance(a.respelled, b.respelled);
  if (shorter >= 5 && edits <= (shorter >= 8 ? 2 : 1)) return 'similar-handle';
  return null;
};

export const handleEvidence = (a: AccountProfile, b: AccountProfile): readonly Alike[] =>
  handlesOf(a).flatMap((one) =>
    handlesOf(b).flatMap((other) => {
      const kind = alikeBy(one, other);
      return kind === null ? [] : [{ kind, detail: quoted(one, other) }];
    }),
  );

export const displayNameEvidence = (a: AccountProfile, b: AccountProfile): readonly Alike[] => {
  if (a.displayName === null || b.displayName === null) return [];
  const [one, other] = [handleFormsOf(a.displayName), handleFormsOf(b.displayName)];
  return one.written !== '' && one.undecorated === other.undecorated
    ? [{ kind: 'same-display-name', detail: quoted(a.displayName, b.displayName) }]
    : [];
};
