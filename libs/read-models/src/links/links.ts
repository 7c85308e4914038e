import type { Sql } from '#database';
import {
  evolveLink,
  linkEventTypes,
  type AskedLink,
  type LinkConflict,
  type LinkEvent,
  type LinkEvidence,
  type LinkState,
  type LinkStatus,
} from '#domain';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import { loadRows, saveRows, type Table } from '../rows.js';
import { readActor, writtenActor } from './actors.js';
import { regroup } from './clusters.js';

export interface LinkRow {
  readonly link_id: string;
  readonly tenant_id: string;
  readonly from_entity: string;
  readonly to_entity: string;
  readonly status: LinkStatus;
  readonly evidence: readonly LinkEvidence[];
  readonly confidence: number;
  readonly is_strong: boolean;
  readonly conflict: LinkConflict | null;
  readonly proposed_by: string;
  readonly decided_by: string | null;
  readonly note: string | null;
  readonly is_contested: boolean;
  readonly created_at: Date;
  readonly decided_at: Date | null;
  /** Of the proposal that is asked, or was decided about. */
  readonly position: bigint | string;
}

export const links: Table<LinkRow> = {
  name: 'identity_links',
  key: ['link_id'],
  columns: {
    link_id: 'uuid',
    tenant_id: 'text',
    from_entity: 'uuid',
    to_entity: 'uuid',
    status: 'text',
    evidence: 'jsonb',
    confidence: 'real',
    is_strong: 'boolean',
    conflict: 'text',
    proposed_by: 'text',
    decided_by: 'text',
    note: 'text',
    is_contested: 'boolean',
    created_at: 'timestamptz',
    decided_at: 'timestamptz',
    position: 'bigint',
  },
};

export const linkStateOf = (row: LinkRow): LinkState => ({
  status: row.status,
  proposedBy: readActor(row.proposed_by),
  confidence: row.confidence,
  isStrong: row.is_strong,
  conflict: row.conflict,
  evidence: row.evidence,
  decidedBy: row.decided_by === null ? null : readActor(row.decided_by),
  isContested: row.is_contested,
});

export const askedLinkOf = (row: LinkRow): AskedLink => ({
  fromId: row.from_entity,
  toId: row.to_entity,
  status: row.status,
  confidence: row.confidence,
  proposedBy: readActor(row.proposed_by),
});

type RecordedLinkEvent = RecordedEventOf<LinkEvent['type']>;
const isOfLinks = (event: RecordedEvent): event is RecordedLinkEvent =>
  (linkEventTypes as readonly string[]).includes(event.type);

const proposed = (row: LinkRow | undefined, event: RecordedEventOf<'LinkProposed'>): LinkRow => ({
  link_id: event.data.linkId,
  tenant_id: event.tenantId,
  from_entity: event.data.fromId,
  to_entity: event.data.toId,
  status: 'pending',
  evidence: event.data.evidence ?? [],
  confidence: event.data.confidence,
  is_strong: event.data.isStrong,
  conflict: event.data.conflict,
  proposed_by: writtenActor(event.data.by),
  decided_by: null,
  note: null,
  is_contested: false,
  created_at: row?.status === 'pending' ? row.created_at : event.recordedAt,
  decided_at: null,
  position: row?.status === 'pending' ? row.position : event.at.position,
});

/** What is asked anew begins its turn; what waited keeps it. */
const contested = (row: LinkRow, status: LinkStatus, event: RecordedEventOf<'LinkContested'>): LinkRow => {
  const { conflict, isFollowed } = event.data;
  const marked = { ...row, conflict, is_contested: isFollowed };
  if (isFollowed || row.status === 'pending') return marked;
  const turn = { created_at: event.recordedAt, position: event.at.position };
  return { ...marked, ...turn, status, decided_by: null, decided_at: null, note: null };
};

const after = (row: LinkRow | undefined, event: RecordedLinkEvent): LinkRow | undefined => {
  if (event.type === 'LinkProposed') return proposed(row, event);
  if (row === undefined) return undefined;
  const next = evolveLink(linkStateOf(row), event);
  const status = next?.status ?? row.status;
  if (event.type === 'LinkContested') return contested(row, status, event);
  const isOpen = status === 'pending';
  return {
    ...row,
    status,
    is_contested: next?.isContested ?? false,
    decided_by: isOpen ? null : writtenActor(event.data.by),
    decided_at: isOpen ? null : event.recordedAt,
    note: isOpen ? null : event.data.note,
  };
};

/** What lay before whoever decided may quote names. Comes first: in a batch with this, what was before it reads as null. */
const eraseEvidence = async (sql: Sql, recorded: readonly RecordedEvent[]): Promise<void> => {
  const ids = recorded.flatMap((event) => (event.type === 'NamesErased' ? event.data.linkIds : []));
  const rows = await loadRows(sql, links, ids);
  await saveRows(
    sql,
    links,
    rows.map((row) => ({ ...row, evidence: [], note: null })),
  );
};

const project = async (recorded: readonly RecordedEvent[], sql: Sql): Promise<void> => {
  await eraseEvidence(sql, recorded);
  const events = recorded.filter(isOfLinks);
  const before = await loadRows(
    sql,
    links,
    events.map(({ data }) => data.linkId),
  );
  const rows = new Map(before.map((row) => [row.link_id, row]));
  for (const event of events) {
    const row = after(rows.get(event.data.linkId), event);
    if (row) rows.set(row.link_id, row);
  }
  await saveRows(sql, links, rows.values());
  const wasActive = new Set(before.filter(({ status }) => status === 'active').map(({ link_id }) => link_id));
  const moved = [...rows.values()].filter((row) => (row.status === 'active') !== wasActive.has(row.link_id));
  await regroup(
    sql,
    moved.flatMap((row) => [row.from_entity, row.to_entity]),
  );
};

/** Who may be, is, and is not the same as whom; and which entities that makes one. */
export const linksProjection: Projection = {
  name: 'links',
  version: 2,
  tables: ['identity_links', 'identity_clusters'],
  handles: [...linkEventTypes, 'NamesErased'],
  project,
};

/**
 * Lets go of these rows, for them to be projected anew.
 * INVARIANT: whom an active one joined is parted with it: a row that the log does not know joins nobody.
 */
export const dropLinks = async (sql: Sql, linkIds: readonly string[]): Promise<void> => {
  const gone = await sql.query<Pick<LinkRow, 'from_entity' | 'to_entity'>>(
    'delete from identity_links where link_id = any($1::uuid[]) returning from_entity, to_entity',
    [linkIds],
  );
  await regroup(
    sql,
    gone.flatMap((row) => [row.from_entity, row.to_entity]),
  );
};
