import { displayFormsOf, handlesOf, presentHandleOf } from './forms.js';
import type { WeighedEvidence } from './evidence.js';
import { handleFormsOf } from './handle.js';
import type { AccountProfile, PairContext } from './profile.js';

/** Why a reviewer should look twice at how two accounts are called. */
interface NameSuspicion {
  readonly kind: 'took-the-name' | 'look-alike-letters';
  readonly detail: string;
}

/** That somebody who bears a name now bore quite another one before: copying a name begins so. */
const tookTheName = (account: AccountProfile, other: AccountProfile): readonly NameSuspicion[] => {
  const [now, ...before] = handlesOf(account);
  if (now?.isPresent !== true || before.length === 0) return [];
  const theirs = new Set(handlesOf(other).map(({ forms }) => forms.respelled));
  if (!theirs.has(now.forms.respelled) || before.some(({ forms }) => theirs.has(forms.respelled))) return [];
  return [
    {
      kind: 'took-the-name',
      detail: `"${now.text}" bore another name before: "${before[0]?.text ?? ''}".`,
    },
  ];
};

const disguised = (account: AccountProfile): readonly NameSuspicion[] =>
  [
    [account.handle, presentHandleOf(account)] as const,
    [account.displayName, displayFormsOf(account)] as const,
  ].flatMap(([name, forms]): readonly NameSuspicion[] =>
    forms?.seemsLatin === true
      ? [
          {
            kind: 'look-alike-letters',
            detail: `"${name ?? ''}" is written with letters that look like those of another alphabet.`,
          },
        ]
      : [],
  );

/** The same whichever is named first. */
export const nameSuspicionsOf = (a: AccountProfile, b: AccountProfile): readonly NameSuspicion[] =>
  [...disguised(a), ...disguised(b), ...tookTheName(a, b), ...tookTheName(b, a)].sort((x, y) =>
    x.detail < y.detail ? -1 : 1,
  );

/** As the eye reads a name that somebody shows: two that are the same here are taken for one another. */
export const asItLooks = (name: string): string => handleFormsOf(name).respelled;

/** What a reviewer should look at twice. The same whichever is named first. */
export const suspicionsOf = (
  a: AccountProfile,
  b: AccountProfile,
  pair: PairContext,
  evidence: readonly WeighedEvidence[],
): readonly string[] => {
  const has = (kind: WeighedEvidence['kind']): boolean => evidence.some((one) => one.kind === kind);
  const isProved = has('same-verified-id') || has('code-confirmed');
  const found = [
    ...nameSuspicionsOf(a, b).map(({ detail }) => detail),
    ...(has('declared-by-one') ? ['Only one of them says so; anybody may say whose account is theirs.'] : []),
    ...(pair.namesakes > 0 && !isProved ? [`Others bear a name like these: ${String(pair.namesakes)}.`] : []),
    ...(pair.decidedDifferentOn === null ? [] : ['Somebody decided before that they are different people.']),
    ...(isProved && pair.spokeAtOnce ? ['Both were seen writing at the same time.'] : []),
  ];
  return [...new Set(found)].sort();
};
