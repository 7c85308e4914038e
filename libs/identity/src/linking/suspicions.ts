import { displayFormsOf, handlesOf, presentHandleOf } from './forms.js';
import type { Evidence } from './evidence.js';
import type { AccountProfile, PairContext } from './profile.js';

/** That somebody who bears a name now bore quite another one before: copying a name begins so. */
const tookTheName = (account: AccountProfile, other: AccountProfile): readonly string[] => {
  const [now, ...before] = handlesOf(account);
  if (now?.isPresent !== true || before.length === 0) return [];
  const theirs = new Set(handlesOf(other).map(({ forms }) => forms.respelled));
  if (!theirs.has(now.forms.respelled) || before.some(({ forms }) => theirs.has(forms.respelled))) return [];
  return [`"${now.text}" bore another name before: "${before[0]?.text ?? ''}".`];
};

const disguised = (account: AccountProfile): readonly string[] =>
  [
    [account.handle, presentHandleOf(account)] as const,
    [account.displayName, displayFormsOf(account)] as const,
  ].flatMap(([name, forms]) =>
    forms?.seemsLatin === true
      ? [`"${name ?? ''}" is written with letters that look like those of another alphabet.`]
      : [],
  );

/** What a reviewer should look at twice. The same whichever is named first. */
export const suspicionsOf = (
  a: AccountProfile,
  b: AccountProfile,
  pair: PairContext,
  evidence: readonly Evidence[],
): readonly string[] => {
  const has = (kind: Evidence['kind']): boolean => evidence.some((one) => one.kind === kind);
  const isProved = has('same-verified-id') || has('code-confirmed');
  const found = [
    ...disguised(a),
    ...disguised(b),
    ...tookTheName(a, b),
    ...tookTheName(b, a),
    ...(has('declared-by-one') ? ['Only one of them says so; anybody may say whose account is theirs.'] : []),
    ...(pair.namesakes > 0 && !isProved ? [`Others bear a name like these: ${String(pair.namesakes)}.`] : []),
    ...(pair.decidedDifferentOn === null ? [] : ['Somebody decided before that they are different people.']),
    ...(isProved && pair.spokeAtOnce ? ['Both were seen writing at the same time.'] : []),
  ];
  return [...new Set(found)].sort();
};
