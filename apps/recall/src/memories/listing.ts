import {
  answered,
  failed,
  type Answer,
  type Caller,
  type ListMemories,
  type MemoryView,
  type NamedEntity,
  type Page,
  type StatsView,
  type ViewerParams,
  isOperator,
} from '#contracts';
import { allOf, anyOf, isAbout, isIn, not, type Plan } from '#policy';
import { clusterOf, clustersOf, countsOf, memoriesByStatus, ofItsAgent, peopleById } from '#read-models';
import { formerMember } from '#retrieval';
import {
  askByParams,
  askOfOne,
  isViewerMissing,
  viewerRequired,
  type AnsweringOptions,
} from '../permitted/asking.js';
import { conflictsAllowed } from '../permitted/conflicts.js';
import {
  auditInspection,
  decideOne,
  decideRows,
  findPermitted,
  isAllowed,
  readable,
  type Decided,
} from '../permitted/permitted.js';
import { loadNames, memoryView } from '../render/views.js';

export const notFound = failed('not-found', 'no such memory');

/** Where a page ended: an instant, and which rows of that instant were given. */
interface Cursor {
  readonly at: Date;
  readonly ids: readonly string[];
}

const writeCursor = ({ at, ids }: Cursor): string =>
  Buffer.from(JSON.stringify([at.getTime(), ids])).toString('base64url');

const readCursor = (text: string): Cursor | null => {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(parsed) || typeof parsed[0] !== 'number' || !Array.isArray(parsed[1])) return null;
    const at = new Date(parsed[0]);
    const ids: unknown[] = parsed[1];
    const isId = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f-]{36}$/u.test(id);
    return Number.isNaN(at.getTime()) || !ids.every(isId) ? null : { at, ids };
  } catch {
    return null;
  }
};

const afterCursor = (cursor: Cursor | null): Plan => {
  if (!cursor) return 'everything';
  const next = new Date(cursor.at.getTime() + 1);
  return allOf(
    { kind: 'instant', field: 'observed_at', is: 'before', at: next },
    not(isIn('memory_id', cursor.ids)),
  );
};

/** Several people at once, each with all that links join to them, and whose own is left out. */
const ofPeople = async (
  { database }: Pick<AnsweringOptions, 'database'>,
  query: ListMemories,
): Promise<Plan> => {
  const { subject_ids: subjects, exclude_owner_id: owner, portable } = query;
  const about = subjects === undefined ? null : (await clustersOf(database, subjects)).flat();
  const own = owner === undefined ? [] : await clusterOf(database, owner);
  return allOf(
    about === null ? 'everything' : isAbout(about),
    own.length === 0 ? 'everything' : not(isIn('owner_entity_id', own)),
    portable === undefined ? 'everything' : isIn('portable', [portable === 'true']),
  );
};

const filterOf = (query: ListMemories): Plan => {
  const only = (
    field: 'memory_type' | 'source_id' | 'visibility_scope' | 'trust' | 'speaker_entity_id',
    value: string | undefined,
  ): Plan => (value === undefined ? 'everything' : isIn(field, [value]));
  const user = query.user_id;
  return allOf(
    isIn('kind', ['fact']),
    user === undefined
      ? 'everything'
      : anyOf(isAbout([user]), isIn('speaker_entity_id', [user]), isIn('owner_entity_id', [user])),
    query.subject_id === undefined ? 'everything' : isAbout([query.subject_id]),
    only('speaker_entity_id', query.speaker_id),
    only('memory_type', query.memory_type),
    only('source_id', query.source_id),
    only('visibility_scope', query.visibility_scope),
    only('trust', query.trust),
  );
};

const newestFirst = (a: Decided, b: Decided): number =>
  b.row.facts.observedAt.getTime() - a.row.facts.observedAt.getTime() ||
  (a.row.facts.memoryId < b.row.facts.memoryId ? -1 : 1);

export const listMemories = async (
  options: AnsweringOptions,
  caller: Caller,
  query: ListMemories,
): Promise<Answer<Page<MemoryView>>> => {
  if (isViewerMissing(options, caller, query)) return viewerRequired;
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
  if (query.cursor !== undefined && cursor === null)
    return failed('invalid', 'the cursor cannot be read', [
      { path: 'cursor', message: 'is not one of ours' },
    ]);
  const asked = await askByParams(options.database, options, caller, 'list', query, query.status);
  const { request } = asked;
  const where = allOf(
    await readable(options, request),
    filterOf(query),
    await ofPeople(options, query),
    afterCursor(cursor),
  );
  // One more than the page: whether there is a next one must depend on permitted rows alone.
  const wanted = query.limit + 1;
  const lanes =
    where === 'nothing'
      ? []
      : [{ name: 'list', where, order: { by: 'recency' as const }, limit: wanted, offset: 0 }];
  const found = await findPermitted(options, request, lanes, wanted);
  const rows = [...found.allowed.values()].sort(newestFirst);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1)?.row.facts.observedAt;
  const sameInstant = page
    .filter((item) => item.row.facts.observedAt.getTime() === last?.getTime())
    .map((item) => item.row.facts.memoryId);
  const before = cursor && last?.getTime() === cursor.at.getTime() ? cursor.ids : [];
  if (request.operation === 'inspect')
    await auditInspection(
      options.log,
      caller,
      'list',
      page.map((item) => item.row.facts.memoryId),
      options.now(),
    );
  const results = await viewsAsTheyAre(options, asked, page);
  if (results === null) return failed('unavailable', 'what is listed changes all the time');
  return answered({
    results,
    next_cursor:
      rows.length > query.limit && last ? writeCursor({ at: last, ids: [...before, ...sameInstant] }) : null,
  });
};

/**
 * INVARIANT: for an inspection alone: to whoever reads it for somebody, that a thing is kept from a person says that there is
 * something to keep.
 */
const withheldFrom = async (
  { database }: Pick<AnsweringOptions, 'database'>,
  items: readonly Decided[],
): Promise<(item: Decided) => readonly NamedEntity[]> => {
  const people = await peopleById(
    database,
    items.flatMap(({ row }) => row.facts.withheldFromIds),
  );
  return ({ row }) =>
    row.facts.withheldFromIds.map((id) => ({
      entity_id: id,
      name: people.get(id)?.name ?? formerMember,
    }));
};

const viewsOf = async (
  options: AnsweringOptions,
  asked: Awaited<ReturnType<typeof askByParams>>,
  items: readonly Decided[],
): Promise<readonly MemoryView[]> => {
  const names = await loadNames(
    options.database,
    asked.request,
    items.map((item) => item.row),
    [],
    asked.place,
  );
  const conflicts = await conflictsAllowed(options, asked.request, items);
  const withheld = asked.request.operation === 'inspect' ? await withheldFrom(options, items) : null;
  return items.map((item) => ({
    ...memoryView(
      item,
      {
        score: 1,
        similarity: null,
        lane: null,
        conflictsWith: conflicts.ids.get(item.row.facts.memoryId) ?? [],
      },
      names,
    ),
    ...(withheld && { withheld_from: withheld(item) }),
  }));
};

/** So often a page is made anew while what is on it is changed. */
const mostTries = 5;

/**
 * INVARIANT: a long list is read row by row while others write: what was forgotten or erased since it was read is on no page
 * that is handed out after that.
 */
const viewsAsTheyAre = async (
  options: AnsweringOptions,
  asked: Awaited<ReturnType<typeof askByParams>>,
  items: readonly Decided[],
): Promise<readonly MemoryView[] | null> => {
  const { database, onDecided } = options;
  const ids = items.map(({ row }) => row.facts.memoryId);
  let read = items;
  for (let tried = 0; tried < mostTries; tried += 1) {
    const views = await viewsOf(options, asked, read);
    const now = await decideRows(database, asked.request, ids, onDecided);
    const fresh = ids.flatMap((id) => now.get(id) ?? []).filter(isAllowed);
    if (fresh.length === read.length && fresh.every(({ row }, at) => row.position === read[at]?.row.position))
      return views;
    read = fresh;
  }
  return null;
};

export const getMemory = async (
  options: AnsweringOptions,
  caller: Caller,
  memoryId: string,
  viewer: ViewerParams,
): Promise<Answer<MemoryView>> => {
  if (isViewerMissing(options, caller, viewer)) return viewerRequired;
  const asked = await askOfOne(options.database, options, caller, 'get', viewer);
  const decided = await decideOne(options.database, asked.request, memoryId, options.onDecided);
  if (!isAllowed(decided)) return notFound;
  const request = ofItsAgent(asked.request, decided.row.facts);
  if (asked.request.operation === 'inspect')
    await auditInspection(options.log, caller, 'get', [memoryId], options.now());
  const [view] = await viewsOf(options, { ...asked, request }, [decided]);
  return view ? answered(view) : notFound;
};

export const stats = async (options: AnsweringOptions, caller: Caller): Promise<Answer<StatsView>> => {
  if (!isOperator(caller)) return failed('forbidden', 'statistics need the operator role');
  const { database, log, now } = options;
  return answered({
    memories: await memoriesByStatus(database, caller.tenantId, now()),
    ...(await countsOf(database, caller.tenantId)),
    events: await log.count(caller.tenantId),
  });
};
