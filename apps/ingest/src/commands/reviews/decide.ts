import {
  answered,
  failed,
  isOperator,
  type Answer,
  type Caller,
  type DecidedReview,
  type DecideReview,
  type ReviewVerdict,
} from '#contracts';
import {
  event as build,
  approveLink,
  approveReview,
  rejectLink,
  rejectReview,
  undoLink,
  undoReview,
  type Actor,
  type MemoryEvent,
  type MemoryState,
  type ReviewStatus,
} from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import {
  copiesOf,
  entityIdOfRef,
  findLink,
  findReview,
  linkStateOf,
  loadMemories,
  reviewStateOf,
  type ReviewRow,
} from '#read-models';
import { memoryAppends } from '../../settle-topics/memory-appends.js';
import { settleTopics, touchedBy } from '../../settle-topics/settle-topics.js';
import type { CommandOptions } from '../../command-options.js';
import { writtenBy } from '../../written-by.js';

const decidersOfLinks = { approve: approveLink, reject: rejectLink, undo: undoLink } as const;
const deciders = { approve: approveReview, reject: rejectReview, undo: undoReview } as const;
const statusAfterLink = { approve: 'approved', reject: 'rejected' } as const;

const choiceFault = (message: string) =>
  failed('invalid', 'it cannot be decided so', [{ path: 'choice', message }]);

/** Why it is not decided so, in the words of whoever asked. */
const refusals = {
  'decided-already': failed('conflict', 'it was decided already'),
  'not-decided': failed('conflict', 'nothing was decided that could be undone'),
  'own-proposal': failed('forbidden', 'whoever proposed it may not approve it: another operator has to'),
  'choice-needed': choiceFault('is required: say who of the candidates is meant'),
  'choice-unknown': choiceFault('is none of the candidates'),
  gone: failed('conflict', 'what it asks of is there no more'),
} as const;
const noSuchReview = failed('not-found', 'no such review');

interface Asked {
  readonly verdict: ReviewVerdict;
  readonly given: DecideReview;
  readonly by: Actor;
  readonly isDryRun: boolean;
}

interface Decided {
  readonly appends: readonly StreamAppend[];
  readonly status: ReviewStatus;
  readonly touched: readonly string[];
}

const decidedAboutLink = async (
  writer: LogWriter,
  options: CommandOptions,
  { review_id: linkId, tenant_id: tenantId }: ReviewRow,
  { verdict, given, by }: Asked,
): Promise<Answer<Decided>> => {
  const row = await findLink(writer.sql, tenantId, linkId);
  if (row === null) return noSuchReview;
  const asked = { linkId, by, note: given.note ?? null, at: options.now() };
  const decision = decidersOfLinks[verdict](asked, linkStateOf(row));
  if (decision.kind !== 'decided') return refusals[decision.kind];
  const undone = row.status === 'active' ? 'undone' : 'pending';
  return answered({
    appends: [{ stream: `link-${linkId}`, events: decision.events }],
    status: verdict === 'undo' ? undone : statusAfterLink[verdict],
    touched: [],
  });
};

/** What others were let know of what is set aside goes and comes with it. */
const withCopies = async (
  writer: LogWriter,
  tenantId: string,
  moved: readonly MemoryEvent[],
  held: ReadonlyMap<string, MemoryState>,
): Promise<readonly MemoryEvent[]> => {
  const setAside = moved.flatMap((event) =>
    event.type === 'MemorySetAside' || event.type === 'MemoryBroughtBack' ? [event] : [],
  );
  const originals = setAside.map(({ data: { memoryId } }) => ({
    memoryId,
    speakerId: held.get(memoryId)?.memory.speakerId ?? null,
  }));
  const copies = await copiesOf(writer.sql, writer.idKey, tenantId, originals);
  return copies.flatMap(({ originalId, memory }) =>
    setAside
      .filter(({ data }) => data.memoryId === originalId)
      .map(({ type, data, occurredAt }) => build(type, { ...data, memoryId: memory.memoryId }, occurredAt)),
  );
};

const decidedAboutMemories = async (
  writer: LogWriter,
  options: CommandOptions,
  row: ReviewRow,
  { verdict, given, by }: Asked,
): Promise<Answer<Decided>> => {
  const state = reviewStateOf(row);
  if (state === null) return noSuchReview;
  const { review_id: reviewId, tenant_id: tenantId } = row;
  const choice = given.choice ? entityIdOfRef(tenantId, given.choice) : null;
  const decision = deciders[verdict](
    { reviewId, choice, note: given.note ?? null, by, at: options.now() },
    state,
  );
  if (decision.kind !== 'decided') return refusals[decision.kind];
  const moved = decision.memories.map(({ data }) => data.memoryId);
  const held = await loadMemories(writer.sql, moved);
  if (moved.some((id) => (held.get(id)?.memory.status ?? 'forgotten') === 'forgotten')) return refusals.gone;
  const copies = await withCopies(writer, tenantId, decision.memories, held);
  return answered({
    appends: [
      { stream: `review-${reviewId}`, events: [decision.review] },
      ...memoryAppends([...decision.memories, ...copies]),
    ],
    status: verdict === 'undo' ? 'pending' : statusAfterLink[verdict],
    touched: moved,
  });
};

/** What stands on the topics of what moved: a statement of before may stand again. */
const settle = async (
  writer: LogWriter,
  { knobs, now }: Pick<CommandOptions, 'knobs' | 'now'>,
  { tenant_id: tenantId }: ReviewRow,
  memoryIds: readonly string[],
): Promise<void> => {
  const held = await loadMemories(writer.sql, memoryIds);
  const touched = touchedBy([...held.values()].map(({ memory }) => memory));
  await settleTopics(writer, { tenantId, knobs }, touched, now());
};

/** Decides about one item, in the unit of work of the caller. */
export const decideInto = async (
  writer: LogWriter,
  options: CommandOptions,
  tenantId: string,
  reviewId: string,
  asked: Asked,
): Promise<Answer<DecidedReview>> => {
  const row = await findReview(writer.sql, tenantId, reviewId);
  if (row === null) return noSuchReview;
  const decider = row.kind === 'alias_link' ? decidedAboutLink : decidedAboutMemories;
  const decided = await decider(writer, options, row, asked);
  if (!decided.ok) return decided;
  const { appends, status, touched } = decided.value;
  if (!asked.isDryRun) {
    await writer.append(appends, { actor: writtenBy(asked.by) });
    await settle(writer, options, row, touched);
  }
  return answered({ id: reviewId, status });
};

export const operatorOf = (caller: Caller): Actor => ({ kind: 'operator', id: caller.keyId, viewerId: null });
export const reviewsAreForOperators = failed('forbidden', 'reviews need the operator role');

/** Decides about one item, or takes the decision back. INVARIANT: of many who decide at once one does, and the others are told. */
export const decideReview = async (
  options: CommandOptions,
  caller: Caller,
  reviewId: string,
  verdict: ReviewVerdict,
  given: DecideReview,
): Promise<Answer<DecidedReview>> => {
  if (!isOperator(caller)) return reviewsAreForOperators;
  const asked = { verdict, given, by: operatorOf(caller), isDryRun: false };
  return options.log.write(caller.tenantId, (writer) =>
    decideInto(writer, options, caller.tenantId, reviewId, asked),
  );
};
