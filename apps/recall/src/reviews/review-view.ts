import type { NamedEntity, ReviewedMemory, ReviewSide, ReviewView } from '#contracts';
import type { AccountProfile } from '#identity';
import { readActor, type FreshRow, type LinkRow, type PersonOfReview, type ReviewRow } from '#read-models';
import { linkSuspicions } from './suspicions.js';
import { wideningOf, type Opening } from './widening.js';

/** All that an item is shown with. */
export interface ReviewParts {
  readonly row: ReviewRow;
  readonly link: LinkRow | null;
  readonly sides: readonly PersonOfReview[];
  readonly profiles: ReadonlyMap<string, AccountProfile>;
  readonly alsoAsked: number;
  readonly memories: readonly FreshRow[];
  readonly opened: Opening | null;
}

export type NameOf = (entityId: string) => string;

const shownSide = ({ entityId, isVerified, accounts }: PersonOfReview, nameOf: NameOf): ReviewSide => ({
  entity_id: entityId,
  name: accounts.length === 0 ? null : nameOf(entityId),
  verified: isVerified,
  accounts: accounts.map(({ platform, platform_user_id, handle, display_name, created_at }) => ({
    platform,
    platform_user_id,
    handle,
    display_name,
    created_at: created_at.toISOString(),
  })),
});

const shownMemory = ({ facts, content, sourceName }: FreshRow, nameOf: NameOf): ReviewedMemory => ({
  id: facts.memoryId,
  memory: content ?? '',
  status: facts.status,
  speaker: facts.speakerId === null ? null : { entity_id: facts.speakerId, name: nameOf(facts.speakerId) },
  observed_at: facts.observedAt.toISOString(),
  source_type: facts.source?.type ?? null,
  source_name: sourceName,
});

const evidenceOf = ({ row, link }: ReviewParts): ReviewView['evidence'] => {
  if (link) return link.evidence.map(({ kind, weight, detail }) => ({ kind, weight, detail }));
  return {
    identity_disambiguation: [{ kind: 'ambiguous-subject', weight: row.confidence, detail: null }],
    duplicate_merge: [{ kind: 'says-the-same', weight: row.confidence, detail: row.reason }],
    misattribution: [{ kind: 'denied', weight: row.confidence, detail: row.reason }],
    alias_link: [],
  }[row.kind];
};

const suspicionsAbout = ({
  link,
  sides: [from, to],
  opened,
  profiles,
  alsoAsked,
}: ReviewParts): ReviewView['suspicions'] => {
  if (!link || !from || !to) return [];
  return [
    ...linkSuspicions({
      from,
      to,
      evidence: link.evidence,
      conflict: link.conflict,
      profiles,
      alsoAsked,
      opensPrivateTalk: (opened?.found ?? []).some(({ row }) => row.facts.source?.type === 'dm'),
    }),
  ];
};

/** `key:3f…`, or the part of Kith that did it; and for whom. */
const shownActor = (written: string): string => {
  const { kind, id, viewerId } = readActor(written);
  return [kind === 'system' ? id : `key:${id}`, ...(viewerId === null ? [] : [`for ${viewerId}`])].join(' ');
};

export const shown = (looked: ReviewParts, nameOf: NameOf): ReviewView => {
  const { row, sides, memories, opened } = looked;
  const named = (entityId: string): NamedEntity => ({ entity_id: entityId, name: nameOf(entityId) });
  const asked = row.claimant_id === null ? row.candidates : [row.claimant_id];
  return {
    id: row.review_id,
    kind: row.kind,
    status: row.status,
    confidence: Math.round(row.confidence * 1e4) / 1e4,
    proposal: {
      sides: sides.map((side) => shownSide(side, nameOf)),
      memories: memories.map((memory) => shownMemory(memory, nameOf)),
      candidates: asked.map(named),
      choice: row.choice,
      reason: row.reason,
    },
    evidence: evidenceOf(looked),
    suspicions: suspicionsAbout(looked),
    widening: opened && wideningOf(opened, nameOf),
    proposed_by: shownActor(row.proposed_by),
    decided_by: row.decided_by === null ? null : shownActor(row.decided_by),
    note: row.note,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
};
