import { bothOf, type Found } from './found.js';
import { displayFormsOf, handlesOf, type BorneHandle } from './forms.js';
import { likenessOf } from './likeness.js';
import { areNicknames } from './nicknames.js';
import type { AccountProfile } from './profile.js';

/** What a name given up long ago still says. */
const ofEarlier = 0.85;

/** Each more that bears the same name takes as much from what it says. */
const perNamesake = 0.03;
const rarity = (namesakes: number): number => 1 / (1 + perNamesake * Math.max(0, namesakes));

// INVARIANT: a handle is one account's at a time, so the same one of another account of that platform was freed and taken.
const wasFreed = (a: AccountProfile, b: AccountProfile, one: BorneHandle, other: BorneHandle): boolean =>
  a.platform === b.platform && one.forms.written === other.forms.written;

export const handleEvidence = (a: AccountProfile, b: AccountProfile, namesakes: number): readonly Found[] =>
  handlesOf(a).flatMap((one) =>
    handlesOf(b).flatMap((other): readonly Found[] => {
      if (wasFreed(a, b, one, other)) return [];
      const kind = likenessOf(one.forms, other.forms);
      if (kind === null) return [];
      const age = one.isPresent && other.isPresent ? 1 : ofEarlier;
      return [{ kind, share: age * rarity(namesakes), detail: bothOf(one.text, other.text) }];
    }),
  );

const sameButForNickname = (one: string, other: string): boolean => {
  const [a, b] = [one.split(' '), other.split(' ')];
  return (
    a.length > 1 && areNicknames(a[0] ?? '', b[0] ?? '') && a.slice(1).join(' ') === b.slice(1).join(' ')
  );
};

export const displayNameEvidence = (
  a: AccountProfile,
  b: AccountProfile,
  namesakes: number,
): readonly Found[] => {
  const [one, other] = [displayFormsOf(a), displayFormsOf(b)];
  if (one === null || other === null || one.undecorated === '') return [];
  const share = rarity(namesakes);
  const detail = bothOf(a.displayName ?? '', b.displayName ?? '');
  if (one.undecorated === other.undecorated) return [{ kind: 'same-display-name', share, detail }];
  return sameButForNickname(one.written, other.written)
    ? [{ kind: 'display-name-nickname', share, detail }]
    : [];
};
