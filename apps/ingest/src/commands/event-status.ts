import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database';
import { answered, failed, type Answer, type Caller, type EventStatusView } from '#contracts';
import { agentEntityId, eventKeyWithin, type EventScope, type FactOutcome, type Knobs } from '#domain';
import type { MemoryIndex } from '#memory-index';
import type { Anchor, EventLog } from '#event-log';
import type { MessageBus, ParkedMessage } from '#messaging';
import {
  followersOf,
  outcomeOfPosted,
  outcomesOfRevised,
  publishedFor,
  witnessesOf,
  touchedNow,
  type ReadingOutcome,
} from '#read-models';
import { chatCommandOf, type ChatResult } from '../verification/chat-results.js';
import { replyTo } from '../verification/replies.js';
import { parkedSubject } from '../parked/subject.js';
import { heldWithin } from '../record-message/event-keys.js';
import { commandIdOf, type RecordedResult, type Revision } from '../recorded-result.js';

export interface EventStatusOptions {
  readonly database: Database;
  readonly log: EventLog;
  readonly bus: MessageBus;
  readonly index: MemoryIndex;
  readonly consumer: string;
  readonly knobs: Knobs;
  readonly now: () => Date;
  /** Resolves when this process handled something that the bus gave it, or when the time is up. */
  readonly handledSome: (withinMs: number) => Promise<void>;
}

interface AskingOptions extends EventStatusOptions {
  readonly carriedOut: (commandIds: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
}

const idOf = (eventKey: string): string => eventKey.slice(eventKey.indexOf('|') + 1);

const factViews = (facts: readonly FactOutcome[]): EventStatusView['facts'] =>
  facts.map(({ memoryId, outcome, reason, count }) => ({
    memory_id: memoryId,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(count === undefined ? {} : { count }),
  }));

/** The units of work in which these messages were read. */
const readingsOf = (outcomes: readonly ReadingOutcome[]): Anchor => ({
  streams: outcomes.map(({ stream }) => stream),
  type: 'MessageRead',
});

/** What these messages said until they were read last: others that say it give it its form now. */
const withdrawnFrom = async (
  log: EventLog,
  tenantId: string,
  outcomes: readonly ReadingOutcome[],
): Promise<readonly string[]> => {
  const own = new Set(outcomes.map((outcome) => outcome.record_id));
  const withdrawn = await log.appendedWith(tenantId, readingsOf(outcomes), ['MemoryEvidenceWithdrawn']);
  return withdrawn.filter(({ data }) => own.has(data.recordId)).map(({ data }) => data.memoryId);
};

const memoryStream = 'memory-';

/** Memories that these readings touched: those read from a message, and those that settling moved with them. */
const touchedBy = async (
  log: EventLog,
  tenantId: string,
  outcomes: readonly ReadingOutcome[],
): Promise<readonly string[]> =>
  (await log.movedWith(tenantId, readingsOf(outcomes), memoryStream)).map((stream) =>
    stream.slice(memoryStream.length),
  );

/** Whether recall sees all that these readings did, at its newest. What has no words any more must be gone from the index. */
const isIndexed = async (
  { database, index, log }: EventStatusOptions,
  tenantId: string,
  outcomes: readonly ReadingOutcome[],
  revision: Revision | undefined,
): Promise<boolean> => {
  const own = outcomes.map((outcome) => outcome.record_id);
  const others = [
    // A message read for the first time withdraws nothing: only a revision moves what others say.
    ...(revision ? await followersOf(database, own, revision.position) : []),
    ...(revision ? await witnessesOf(database, await withdrawnFrom(log, tenantId, outcomes), own) : []),
  ];
  if (others.some((other) => other.is_unread)) return false;
  const touched = await touchedBy(log, tenantId, outcomes);
  const changed = await touchedNow(database, touched, [...own, ...others.map((other) => other.record_id)]);
  if (changed.some((row) => row.awaits_reading)) return false;
  const indexed = await index.positions([...changed.map((row) => row.memory_id), ...own]);
  const isDone = ({ record_id: recordId, has_text: hasText, position }: ReadingOutcome): boolean =>
    hasText ? (indexed.get(recordId) ?? -1n) >= BigInt(position) : !indexed.has(recordId);
  return (
    outcomes.every(isDone) &&
    changed.every((row) => (indexed.get(row.memory_id) ?? -1n) >= BigInt(row.position))
  );
};

/** What an agent should answer, where the message was a word for Kith itself. */
const withReply = async (
  { database, log, knobs, now, carriedOut }: AskingOptions,
  { tenantId, platform }: Caller,
  eventKey: string,
  status: EventStatusView,
  facts: readonly FactOutcome[],
): Promise<EventStatusView> => {
  const commandId = chatCommandOf(eventKey);
  const result = (await carriedOut([commandId])).get(commandId) as ChatResult | null | undefined;
  if (!result) return status;
  const options = { sql: database, idKey: await log.idKey(), knobs, tenantId, now: now(), platform };
  return { ...status, reply: await replyTo(options, result, facts) };
};

interface Told {
  readonly platform: string | null;
  readonly agentId: string | null;
}

const isFor = ({ tenantId, agent, platform }: Caller, told: Told): boolean =>
  (platform === undefined || told.platform === platform) &&
  (agent === undefined || told.agentId === agentEntityId(tenantId, agent));

/** INVARIANT: a key of one agent or platform is told of no other's message: a reply may hold what is for one person alone. */
const isOwn = async (
  { database }: EventStatusOptions,
  caller: Caller,
  { recordId, revision, by }: RecordedResult,
): Promise<boolean> => {
  const { tenantId, agent, platform } = caller;
  if (agent === undefined && platform === undefined) return true;
  const agentId = revision?.agentId ?? agentEntityId(tenantId, agent ?? '');
  if (revision) return isFor(caller, { platform: revision.platform, agentId });
  if (by)
    return isFor(caller, {
      platform: by.platform,
      agentId: by.agent === null ? null : agentEntityId(tenantId, by.agent),
    });
  const posted = recordId === null ? null : await publishedFor(database, recordId);
  return posted !== null && isFor(caller, posted);
};

/** Whose messages a revision is told of: those of the agent that it named, else of the key's, if it is for one. */
const agentAsked = ({ tenantId, agent }: Caller, { agentId }: Revision): string | null =>
  agentId ?? (agent === undefined ? null : agentEntityId(tenantId, agent));

/** Whose outcome is asked for. */
export interface StatusQuery {
  readonly eventKey: string;
  /** Of which platforms and agents it may be; none: whichever came first. */
  readonly among: readonly EventScope[];
}

/**
 * What was carried out stays so: it is asked for once. What came of a word for Kith is remembered no later than its event, so
 * it is asked for with it.
 */
const rememberingCarriedOut = (
  { log }: EventStatusOptions,
  { tenantId }: Caller,
  { eventKey, among }: StatusQuery,
): AskingOptions['carriedOut'] => {
  const words = [eventKey, ...among.map((scope) => eventKeyWithin(eventKey, scope))].map(chatCommandOf);
  const known = new Map<string, unknown>();
  const settled = new Set<string>();
  return async (commandIds) => {
    const asked = commandIds.filter((id) => !settled.has(id));
    if (asked.length === 0) return known;
    for (const [id, result] of await log.carriedOut(tenantId, [...asked, ...words])) known.set(id, result);
    if (asked.every((id) => known.has(id))) for (const id of [...asked, ...words]) settled.add(id);
    return known;
  };
};

const takenAs = async (
  { database, carriedOut }: AskingOptions,
  { tenantId }: Caller,
  { eventKey, among }: StatusQuery,
): Promise<RecordedResult | null> => {
  if (among.length === 0) {
    const id = commandIdOf(eventKey);
    return ((await carriedOut([id])).get(id) as RecordedResult | undefined) ?? null;
  }
  for (const scope of among) {
    const { result } = await heldWithin({ sql: database, tenantId, carriedOut }, eventKey, scope);
    if (result) return result;
  }
  return null;
};

/** Several may have been published under one source and id. */
const mostParked = 20;

const parkedAs = async (
  { consumer, bus }: EventStatusOptions,
  caller: Caller,
  { eventKey, among }: StatusQuery,
): Promise<ParkedMessage | null> => {
  const { tenantId } = caller;
  const parked = await bus.parked({ tenantId, consumer, id: eventKey, limit: mostParked });
  const platforms = among.map(({ platform }) => platform);
  const isAsked = (message: ParkedMessage): boolean => {
    const subject = parkedSubject(message);
    const { platform } = subject;
    return (
      isFor(caller, subject) && (platform === null || platforms.length === 0 || platforms.includes(platform))
    );
  };
  return parked.find(isAsked) ?? null;
};

const statusNow = async (
  options: AskingOptions,
  caller: Caller,
  asked: StatusQuery,
  mayBeParked: boolean,
): Promise<EventStatusView | null> => {
  const { eventKey } = asked;
  const id = idOf(eventKey);
  const result = await takenAs(options, caller, asked);
  if (!result) {
    const parked = mayBeParked ? await parkedAs(options, caller, asked) : null;
    return parked ? { id, status: 'failed', facts: [], error: parked.cause } : null;
  }
  const { recordId, revision, refused, discarded, by } = result;
  if (!(await isOwn(options, caller, result))) return null;
  if (discarded) return { id, status: 'failed', facts: [], error: `discarded: ${discarded}` };
  if (refused) {
    const error = `${refused.path}: ${refused.message}`;
    return { id, status: 'failed', facts: [], error, errors: [refused] };
  }
  if (recordId === null && !revision) return { id, status: 'indexed', facts: [] };
  const outcomes = revision
    ? await outcomesOfRevised(options.database, caller.tenantId, revision, agentAsked(caller, revision))
    : await outcomeOfPosted(options.database, recordId ?? '');
  // INVARIANT: what was posted is known to recall only once it has been read: without an outcome it has not.
  const isUnread = ({ is_unread: isWaiting, facts, error }: ReadingOutcome): boolean =>
    isWaiting || (!revision && facts === null && error === null);
  if (outcomes.some(isUnread) || (!revision && outcomes.length === 0))
    return { id, status: 'recorded', facts: [] };
  const error = outcomes.find((outcome) => outcome.error !== null)?.error;
  if (error) return { id, status: 'failed', facts: [], error };
  const facts = outcomes.flatMap((outcome) => outcome.facts ?? []);
  const done = await isIndexed(options, caller.tenantId, outcomes, revision);
  const status = { id, status: done ? 'indexed' : 'recorded', facts: factViews(facts) } as const;
  return withReply(options, caller, by ? eventKeyWithin(eventKey, by) : eventKey, status, facts);
};

const firstPauseMs = 10;
const longestPauseMs = 160;
/** Who waits longer has many beside it, and each asks a handful of statements: then the pause alone counts. */
const heedsHandled = 6;

/** What became of an event; waits up to `waitMs` for recall to see it. */
export const eventStatus = async (
  options: EventStatusOptions,
  caller: Caller,
  asked: StatusQuery,
  waitMs: number,
): Promise<Answer<EventStatusView>> => {
  const deadline = performance.now() + waitMs;
  // On the embedded engine everything is handled in this process, and who waits is told.
  const shortestMs = options.database.engine === 'embedded' ? longestPauseMs : firstPauseMs;
  const asking = { ...options, carriedOut: rememberingCarriedOut(options, caller, asked) };
  for (let round = 0; ; round += 1) {
    const pause = Math.min(longestPauseMs, shortestMs * 2 ** round);
    // Begins before the question: what is handled while it is asked counts.
    const next = round < heedsHandled ? options.handledSome(pause) : sleep(pause, undefined, { ref: false });
    // Who waits asks first when it was just published: it is parked later, if at all.
    const status = await statusNow(asking, caller, asked, round > 0 || waitMs === 0);
    const isSettled = status !== null && (status.status === 'indexed' || status.status === 'failed');
    if (isSettled || performance.now() >= deadline) {
      if (waitMs > 0 && !isSettled)
        return failed('timeout', 'the outcome is not known yet; the event is kept');
      return status ? answered(status) : failed('not-found', 'no such event');
    }
    await next;
  }
};
