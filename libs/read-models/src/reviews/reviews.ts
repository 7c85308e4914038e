import type { Sql } from '#database';
import { candidatesIn, statusAfter, type ReviewKind, type ReviewState, type ReviewStatus } from '#domain';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import { readActor, writtenActor } from '../links/actors.js';
import { loadRows, saveRows, type Table } from '../rows.js';

/** What waits for a person, or was decided by one. Its words are where they belong: in the link, and in the memories. */
export interface ReviewRow {
  readonly review_id: string;
  readonly tenant_id: string;
  readonly kind: ReviewKind;
  readonly status: ReviewStatus;
  readonly confidence: number;
  readonly memory_ids: readonly string[];
  readonly candidates: readonly string[];
  readonly choice: string | null;
  readonly claimant_id: string | null;
  /** Of whoever raised it. */
  readonly reason: string | null;
  readonly proposed_by: string;
  readonly decided_by: string | null;
  readonly note: string | null;
  readonly created_at: Date;
  readonly decided_at: Date | null;
  readonly position: bigint | string;
}

export const reviews: Table<ReviewRow> = {
  name: 'review_items',
  key: ['review_id'],
  columns: {
    review_id: 'uuid',
    tenant_id: 'text',
    kind: 'text',
    status: 'text',
    confidence: 'real',
    memory_ids: 'uuid[]',
    candidates: 'uuid[]',
    choice: 'uuid',
    claimant_id: 'uuid',
    reason: 'text',
    proposed_by: 'text',
    decided_by: 'text',
    note: 'text',
    created_at: 'timestamptz',
    decided_at: 'timestamptz',
    position: 'bigint',
  },
};

export const reviewStateOf = (row: ReviewRow): ReviewState | null =>
  row.kind === 'alias_link'
    ? null
    : {
        kind: row.kind,
        status: row.status,
        proposedBy: readActor(row.proposed_by),
        memoryIds: row.memory_ids,
        candidates: row.candidates,
      };

const handled = [
  'LinkProposed',
  'LinkApproved',
  'LinkRejected',
  'LinkReverted',
  'LinkReopened',
  'LinkContested',
  'MemoryCaptured',
  'ReviewRaised',
  'ReviewDecided',
] as const;
type Handled = RecordedEventOf<(typeof handled)[number]>;

const open = (
  event: RecordedEvent,
  own: Pick<ReviewRow, 'review_id' | 'kind' | 'confidence' | 'proposed_by'> & Partial<ReviewRow>,
): ReviewRow => ({
  tenant_id: event.tenantId,
  status: 'pending',
  memory_ids: [],
  candidates: [],
  choice: null,
  claimant_id: null,
  reason: null,
  decided_by: null,
  note: null,
  created_at: event.recordedAt,
  decided_at: null,
  position: event.at.position,
  ...own,
});

/** What is asked again while it waits keeps its turn. */
const linkAsked = (row: ReviewRow | undefined, event: RecordedEventOf<'LinkProposed'>): ReviewRow => {
  const { linkId, confidence, by } = event.data;
  const asked = open(event, {
    review_id: linkId,
    kind: 'alias_link',
    confidence,
    proposed_by: writtenActor(by),
  });
  return row?.status === 'pending' ? { ...asked, created_at: row.created_at, position: row.position } : asked;
};

/** Asked anew of what was decided: at the end of the queue. */
const linkContested = (
  row: ReviewRow | undefined,
  event: RecordedEventOf<'LinkContested'>,
): ReviewRow | undefined =>
  row === undefined || row.status === 'pending'
    ? row
    : {
        ...row,
        status: 'pending',
        decided_by: null,
        decided_at: null,
        note: null,
        created_at: event.recordedAt,
        position: event.at.position,
      };

/** Made for the first time; one that is captured again was decided about, or waits already. */
const pendingMemory = (row: ReviewRow | undefined, event: RecordedEventOf<'MemoryCaptured'>) => {
  const { memoryId, status, confidence, metadata } = event.data;
  if (status !== 'pending' || row !== undefined) return row;
  return open(event, {
    review_id: memoryId,
    kind: 'identity_disambiguation',
    confidence,
    memory_ids: [memoryId],
    candidates: candidatesIn(metadata),
    proposed_by: 'system extraction',
  });
};

const raised = (event: RecordedEventOf<'ReviewRaised'>): ReviewRow => {
  const { reviewId, kind, memoryIds, claimantId, confidence, note, by } = event.data;
  return open(event, {
    review_id: reviewId,
    kind,
    confidence,
    memory_ids: memoryIds,
    claimant_id: claimantId,
    reason: note,
    proposed_by: writtenActor(by),
  });
};

const verdictOf = {
  LinkApproved: 'approved',
  LinkRejected: 'rejected',
  LinkReverted: 'undone',
  LinkReopened: 'pending',
} as const satisfies Record<string, ReviewStatus>;

const decided = (
  row: ReviewRow | undefined,
  event: RecordedEventOf<keyof typeof verdictOf | 'ReviewDecided'>,
): ReviewRow | undefined => {
  if (row === undefined) return undefined;
  const status = event.type === 'ReviewDecided' ? statusAfter(event.data.verdict) : verdictOf[event.type];
  const isOpen = status === 'pending';
  return {
    ...row,
    status,
    choice: event.type === 'ReviewDecided' ? event.data.choice : null,
    decided_by: isOpen ? null : writtenActor(event.data.by),
    decided_at: isOpen ? null : event.recordedAt,
    note: isOpen ? null : event.data.note,
  };
};

const idOf = ({ data }: Handled): string =>
  'reviewId' in data ? data.reviewId : 'linkId' in data ? data.linkId : data.memoryId;

const after = (row: ReviewRow | undefined, event: Handled): ReviewRow | undefined => {
  switch (event.type) {
    case 'LinkProposed':
      return linkAsked(row, event);
    case 'LinkContested':
      return linkContested(row, event);
    case 'MemoryCaptured':
      return pendingMemory(row, event);
    case 'ReviewRaised':
      return raised(event);
    case 'LinkApproved':
    case 'LinkRejected':
    case 'LinkReverted':
    case 'LinkReopened':
    case 'ReviewDecided':
      return decided(row, event);
  }
};

const isHandled = (event: RecordedEvent): event is Handled =>
  (handled as readonly string[]).includes(event.type) &&
  // Of most memories it is clear whom they are about.
  (event.type !== 'MemoryCaptured' || event.data.status === 'pending');

/**
 * What people wrote to a review goes with the memories it asks of, or with the names of those it would link. Comes first: in a
 * batch with this, what was before it reads as null.
 */
const eraseWords = async (sql: Sql, recorded: readonly RecordedEvent[]): Promise<void> => {
  const linkIds = recorded.flatMap((event) => (event.type === 'NamesErased' ? event.data.linkIds : []));
  const memoryIds = recorded.flatMap((event) =>
    event.type === 'ErasureAdvanced' ? event.data.memoryIds : [],
  );
  if (linkIds.length + memoryIds.length === 0) return;
  await sql.query(
    `update review_items set reason = null, note = null
     where (review_id = any($1::uuid[]) or memory_ids && $2::uuid[]) and (reason is not null or note is not null)`,
    [linkIds, memoryIds],
  );
};

const project = async (recorded: readonly RecordedEvent[], sql: Sql): Promise<void> => {
  await eraseWords(sql, recorded);
  const events = recorded.filter(isHandled);
  if (events.length === 0) return;
  const rows = new Map((await loadRows(sql, reviews, events.map(idOf))).map((row) => [row.review_id, row]));
  for (const event of events) {
    const row = after(rows.get(idOf(event)), event);
    if (row) rows.set(row.review_id, row);
  }
  await saveRows(sql, reviews, rows.values());
};

export const reviewsProjection: Projection = {
  name: 'reviews',
  version: 3,
  tables: ['review_items'],
  handles: [...handled, 'ErasureAdvanced', 'NamesErased'],
  project,
};
