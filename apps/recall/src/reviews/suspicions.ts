import type { LinkConflict, LinkEvidence } from '#domain';
import { asItLooks, declaredByOne, nameSuspicionsOf, type AccountProfile } from '#identity';
import type { PersonOfReview } from '#read-models';

/** Why somebody who decides should look twice. */
export interface Suspicion {
  readonly kind: string;
  readonly detail: string;
}

export interface LinkLookedAt {
  readonly from: PersonOfReview;
  readonly to: PersonOfReview;
  readonly evidence: readonly Pick<LinkEvidence, 'kind' | 'isStrong'>[];
  readonly conflict: LinkConflict | null;
  readonly opensPrivateTalk: boolean;
  /** How the two are called, and were. */
  readonly profiles: ReadonlyMap<string, AccountProfile>;
  /** How many other items of whether one of them is somebody else wait. */
  readonly alsoAsked: number;
}

const conflicts = {
  'same-platform': 'Both are accounts of one platform: people rarely have two there.',
  'conflicting-verified-ids': 'They were verified as two different people.',
} as const satisfies Record<LinkConflict, string>;

/** What they show and what they showed, as it looks. */
const namesOf = ({ accounts, entityId }: PersonOfReview, { profiles }: LinkLookedAt): ReadonlySet<string> => {
  const shown = accounts.flatMap(({ handle, display_name }) => [handle, display_name]);
  const before = profiles.get(entityId)?.earlierNames.map(({ text }) => text) ?? [];
  return new Set([...shown, ...before].flatMap((name) => (name ? [asItLooks(name)] : [])).filter(Boolean));
};

const firstSeen = ({ accounts }: PersonOfReview): number =>
  Math.min(...accounts.map(({ created_at }) => created_at.getTime()));

/** Fewer may be asked of anybody with a common name. */
const mostOfOne = 3;

/** The one came after the other, and shows its name. */
const copiesName = (link: LinkLookedAt): boolean => {
  const { from, to } = link;
  const [older, newer] = firstSeen(from) <= firstSeen(to) ? [from, to] : [to, from];
  const [names, copies] = [namesOf(older, link), namesOf(newer, link)];
  return firstSeen(older) < firstSeen(newer) && [...copies].some((name) => names.has(name));
};

const isAll = (evidence: LinkLookedAt['evidence'], ...kinds: readonly string[]): boolean =>
  evidence.length > 0 && evidence.every(({ kind }) => kinds.includes(kind));

const findings: readonly (readonly [kind: string, detail: string, holds: (link: LinkLookedAt) => boolean])[] =
  [
    [
      'display-name-only',
      'Nothing speaks for it but a shown name, and anybody may show any name.',
      ({ evidence }) => isAll(evidence, 'same-display-name'),
    ],
    [
      'one-side-alone',
      'Only the one who would gain by it says so; the other never did.',
      ({ evidence }) =>
        evidence.some(({ kind }) => kind === declaredByOne) &&
        isAll(evidence, declaredByOne, 'same-display-name'),
    ],
    [
      'copied-name',
      'The newer account shows the name of the older one, or did: an impostor would too.',
      (link) => !link.evidence.some(({ isStrong }) => isStrong) && copiesName(link),
    ],
    [
      'asked-of-many',
      'One of them waits in several other items too: whoever copies names, or is copied, does. What is more is held back until these are decided.',
      ({ alsoAsked }) => alsoAsked >= mostOfOne,
    ],
    [
      'verified-and-guest',
      'The one is verified and the other is not: linked, the guest reads what only a verified person was told.',
      ({ from, to }) => from.isVerified !== to.isVerified,
    ],
    [
      'nothing-shared',
      'They were never in one place.',
      ({ from, to }) => !from.placeIds.some((placeId) => to.placeIds.includes(placeId)),
    ],
    [
      'unheard-of',
      'Of one of them nothing was ever heard.',
      ({ from, to }) => from.accounts.length === 0 || to.accounts.length === 0,
    ],
    [
      'opens-private-talk',
      'It would open what was said in private.',
      ({ opensPrivateTalk }) => opensPrivateTalk,
    ],
  ];

const aboutNames = ({ from, to, profiles }: LinkLookedAt): readonly Suspicion[] => {
  const [a, b] = [profiles.get(from.entityId), profiles.get(to.entityId)];
  return a && b ? nameSuspicionsOf(a, b) : [];
};

export const linkSuspicions = (link: LinkLookedAt): readonly Suspicion[] => [
  ...(link.conflict === null ? [] : [{ kind: link.conflict, detail: conflicts[link.conflict] }]),
  ...(link.evidence.some(({ isStrong }) => isStrong) ? [] : aboutNames(link)),
  ...findings.flatMap(([kind, detail, holds]) => (holds(link) ? [{ kind, detail }] : [])),
];
