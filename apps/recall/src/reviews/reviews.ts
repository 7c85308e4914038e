import {
  answered,
  failed,
  isOperator,
  type Answer,
  type Caller,
  type ListReviews,
  type OneReview,
  type Page,
  type ReviewView,
} from '#contracts';
import type { Store } from '#database';
import type { MemoryStatus } from '#domain';
import {
  accountProfiles,
  findLink,
  findReview,
  linksAround,
  peopleById,
  peopleOfReview,
  reviewsWanted,
  type FreshRow,
  type LinkRow,
  type ReviewRow,
} from '#read-models';
import { formerMember } from '#retrieval';
import { ask, type AnsweringOptions } from '../permitted/asking.js';
import { auditInspection, decideRows, isAllowed } from '../permitted/permitted.js';
import { openedByLink, openedBySubject, type Opening } from './widening.js';
import { type ReviewParts, type NameOf, shown } from './review-view.js';

const forbidden = failed('forbidden', 'reviews need the operator role');

/** In which status a memory may be that somebody is asked about. */
const inspected: readonly MemoryStatus[] = ['active', 'pending', 'archived', 'superseded'];

const memoriesById = async (
  options: AnsweringOptions,
  caller: Caller,
  memoryIds: readonly string[],
): Promise<readonly FreshRow[]> => {
  const found = new Map<string, FreshRow>();
  for (const requestedStatus of inspected) {
    const left = memoryIds.filter((id) => !found.has(id));
    if (left.length === 0) break;
    const { request } = await ask(options.database, options, {
      caller,
      agent: undefined,
      operation: 'inspect',
      viewer: null,
      place: null,
      audience: [],
      asOf: null,
      requestedStatus,
    });
    for (const [id, decided] of await decideRows(options.database, request, left, () => undefined))
      if (isAllowed(decided)) found.set(id, decided.row);
  }
  return memoryIds.flatMap((id) => found.get(id) ?? []);
};

/** Only what waits is thought through: of what was decided it is known. */
const openedBy = async (
  options: AnsweringOptions,
  row: ReviewRow,
  link: LinkRow | null,
  memories: readonly FreshRow[],
): Promise<Opening | null> => {
  if (row.status !== 'pending') return null;
  if (link !== null) return openedByLink(options, row.tenant_id, link.from_entity, link.to_entity);
  const [memory] = memories;
  return row.kind === 'identity_disambiguation' && memory
    ? openedBySubject(options, row.tenant_id, memory, row.candidates)
    : { found: [], isCut: false };
};

/** Of the one of the two of which most wait. */
const otherItems = async (store: Store, link: LinkRow): Promise<number> => {
  const around = await linksAround(store, link.tenant_id, [link.from_entity, link.to_entity]);
  const waiting = around.filter(({ status, link_id }) => status === 'pending' && link_id !== link.link_id);
  const of = (id: string): number =>
    waiting.filter(({ from_entity, to_entity }) => from_entity === id || to_entity === id).length;
  return Math.max(of(link.from_entity), of(link.to_entity));
};

const lookAt = async (options: AnsweringOptions, caller: Caller, row: ReviewRow): Promise<ReviewParts> => {
  const { database } = options;
  const link = row.kind === 'alias_link' ? await findLink(database, row.tenant_id, row.review_id) : null;
  const sideIds = link ? [link.from_entity, link.to_entity] : [];
  const people = await peopleOfReview(database, sideIds);
  const memories = await memoriesById(options, caller, row.memory_ids);
  return {
    row,
    link,
    sides: sideIds.flatMap((id) => people.get(id) ?? []),
    profiles: await accountProfiles(database, sideIds),
    alsoAsked: link ? await otherItems(database, link) : 0,
    memories,
    opened: await openedBy(options, row, link, memories),
  };
};

const idsIn = ({ row, sides, memories, opened }: ReviewParts): readonly string[] => [
  ...row.candidates,
  ...(row.claimant_id === null ? [] : [row.claimant_id]),
  ...sides.map(({ entityId }) => entityId),
  ...memories.flatMap(({ facts }) => (facts.speakerId === null ? [] : [facts.speakerId])),
  ...(opened?.found ?? []).flatMap(({ readerIds }) => readerIds),
];

/** Items as operators see them; what they read by that of memories is audited. */
const viewsOf = async (
  options: AnsweringOptions,
  caller: Caller,
  rows: readonly ReviewRow[],
): Promise<readonly ReviewView[]> => {
  const looked: ReviewParts[] = [];
  for (const row of rows) looked.push(await lookAt(options, caller, row));
  const people = await peopleById(options.database, looked.flatMap(idsIn));
  const nameOf: NameOf = (entityId) => people.get(entityId)?.name ?? formerMember;
  const read = looked.flatMap(({ memories, opened }) => [
    ...memories,
    ...(opened?.found ?? []).map(({ row }) => row),
  ]);
  if (read.length > 0)
    await auditInspection(
      options.log,
      caller,
      'review',
      [...new Set(read.map(({ facts }) => facts.memoryId))],
      options.now(),
    );
  return looked.map((one) => shown(one, nameOf));
};

/** What waits for somebody to decide, and what was decided, oldest first. */
export const listReviews = async (
  options: AnsweringOptions,
  caller: Caller,
  { entity_id, least_confidence, ...query }: ListReviews,
): Promise<Answer<Page<ReviewView>>> => {
  if (!isOperator(caller)) return forbidden;
  const wanted = { ...query, entityId: entity_id, leastConfidence: least_confidence };
  const rows = await reviewsWanted(options.database, caller.tenantId, wanted, options.now());
  const page = rows.slice(0, query.limit);
  const results = await viewsOf(options, caller, page);
  return answered({
    results,
    next_cursor: rows.length > query.limit ? (page.at(-1)?.review_id ?? null) : null,
  });
};

/** One item, with everything that was proposed and decided about it. */
export const getReview = async (
  options: AnsweringOptions,
  caller: Caller,
  reviewId: string,
): Promise<Answer<OneReview>> => {
  if (!isOperator(caller)) return forbidden;
  const row = await findReview(options.database, caller.tenantId, reviewId);
  if (row === null) return failed('not-found', 'no such review');
  const [view] = await viewsOf(options, caller, [row]);
  if (view === undefined) return failed('not-found', 'no such review');
  const stream = `${row.kind === 'alias_link' ? 'link' : 'review'}-${reviewId}`;
  const events = await options.log.readStream(caller.tenantId, stream);
  const history = events.map(({ type, data, recordedAt, metadata }) => ({
    what: 'verdict' in data ? `${type}: ${data.verdict}` : type,
    at: recordedAt.toISOString(),
    by: metadata.actor,
    note: 'note' in data ? data.note : null,
  }));
  return answered({ ...view, history });
};
