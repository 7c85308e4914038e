import type { Sql } from '#database';
import {
  event as build,
  isDecidedAlready,
  withheldFromMore,
  type FactOutcome,
  type IdKey,
  type Knobs,
  type MemoryEvent,
  type Setting,
} from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { isSameSetting, loadMemories, peopleById } from '#read-models';
import { resolvedFactOf, rejected, type ResolvedFact } from './resolved-fact.js';
import type { CapturedMessage, ExtractedMessage } from '../message-context/message-context.js';
import { withoutOriginals } from './withdraw-copies.js';
import { standingDecisions, type EarlierCapture } from './earlier-capture.js';
import { kinNamedIn } from './kin-named.js';
import { memoryAppends } from '../settle-topics/memory-appends.js';
import { withRestatements } from './restatements.js';
import { touchedBy, type Touched } from '../settle-topics/settle-topics.js';
import { captureInto, type MemoryStates } from './memory-states.js';

export interface CaptureSettings {
  readonly tenantId: string;
  readonly knobs: Knobs;
  readonly confidenceThreshold: number;
  readonly now: Date;
}

interface Captured {
  readonly read: readonly CapturedMessage[];
  readonly touched: readonly Touched[];
}

const statementsOf = (
  item: ExtractedMessage,
  settings: CaptureSettings,
  idKey: IdKey,
): readonly ResolvedFact[] => {
  const { row, place } = item.message;
  const where = { tenantId: settings.tenantId, place, knobs: settings.knobs, idKey };
  const statements = item.reading.facts
    .filter((fact) => fact.confidence >= settings.confidenceThreshold)
    .map((fact) => resolvedFactOf(where, row, fact));
  return [...new Map(statements.map((statement) => [statement.captured.memoryId, statement])).values()];
};

/** What is held of a message as it was said: what is known otherwise by now of its place is held anew. */
const heldAsSaid = (
  settings: ReadonlyMap<string, Setting | null> | undefined,
  now: Setting | null,
): ReadonlySet<string> =>
  new Set([...(settings ?? [])].flatMap(([id, before]) => (isSameSetting(before, now) ? [id] : [])));

interface CapturedOf {
  readonly events: readonly MemoryEvent[];
  readonly outcome: FactOutcome;
}

/** What became of it when the message was read before is told again. */
const captureAgain = (
  states: MemoryStates,
  { captured }: ResolvedFact,
  asSaid: ReadonlySet<string>,
  past: readonly FactOutcome[],
  now: Date,
): CapturedOf => {
  const { memoryId } = captured;
  const isKnown = states.has(memoryId);
  const made = { captured, isHeldAsSaid: asSaid.has(memoryId) };
  const { events, outcome } = captureInto(states, made, now);
  const earlier = past.find((one) => one.memoryId === memoryId);
  return { events, outcome: isKnown && outcome.memoryId !== null && earlier ? earlier : outcome };
};

const withdrawals = (
  item: ExtractedMessage,
  kept: ReadonlySet<string>,
  before: ReadonlySet<string>,
  at: Date,
): readonly MemoryEvent[] => {
  const { row } = item.message;
  const reason = row.deleted_at !== null ? 'deleted' : row.edited_at !== null ? 'edited' : 'read-again';
  return [...before]
    .filter((memoryId) => !kept.has(memoryId))
    .map((memoryId) => build('MemoryEvidenceWithdrawn', { memoryId, recordId: row.record_id, reason }, at));
};

const unknownPeople = async (
  sql: Sql,
  statements: readonly ResolvedFact[],
): Promise<readonly StreamAppend[]> => {
  const named = new Map(
    statements.flatMap((statement) => statement.named).map((event) => [event.data.entityId, event]),
  );
  for (const entityId of (await peopleById(sql, [...named.keys()])).keys()) named.delete(entityId);
  return [...named.values()].map((event): StreamAppend => ({
    stream: `entity-${event.data.entityId}`,
    events: [event],
  }));
};

/** What each of these messages states. */
const statementsNow = async (
  { sql, idKey }: LogWriter,
  items: readonly ExtractedMessage[],
  settings: CaptureSettings,
): Promise<readonly (readonly ResolvedFact[])[]> => {
  const offered = items.map((item) => statementsOf(item, settings, idKey));
  const all = await withRestatements(sql, idKey, offered.flat());
  let from = 0;
  return offered.map((own) => all.slice(from, (from += own.length)));
};

/** What one message says now, on what is held by then: `states` moves on with it. */
const captureOne = (
  item: ExtractedMessage,
  own: readonly ResolvedFact[],
  states: MemoryStates,
  held: EarlierCapture,
  { now, confidenceThreshold }: CaptureSettings,
) => {
  const { row, place } = item.message;
  const past = held.outcomesOf.get(row.record_id) ?? [];
  const standing = standingDecisions(row, held);
  const open = own.filter(
    ({ captured }) => !isDecidedAlready(captured, states.has(captured.memoryId), standing),
  );
  const asSaid = heldAsSaid(held.settingsOf.get(row.record_id), place.setting);
  const results = open.map((statement) => captureAgain(states, statement, asSaid, past, now));
  const openIds = open.map(({ captured }) => captured.memoryId);
  const kept = new Set([...openIds, ...standing.map(({ memoryId }) => memoryId)]);
  const withheld = own
    .filter((statement) => !open.includes(statement))
    .flatMap(({ captured }) =>
      standing.flatMap((words) => {
        const state = states.get(words.memoryId);
        return state ? withheldFromMore(captured, words, state, now) : [];
      }),
    );
  const refused = item.reading.refusals.map((refusal) => rejected(refusal.reason));
  const doubtful = item.reading.facts
    .filter((fact) => fact.confidence < confidenceThreshold)
    .map(() => rejected('low-confidence'));
  const before = held.memoryIdsOf.get(row.record_id) ?? new Set<string>();
  return {
    open,
    openIds,
    captured: results.flatMap((result) => result.events),
    ended: [...withheld, ...withdrawals(item, kept, before, now)],
    read: {
      ...item,
      outcomes: [...results.map((result) => result.outcome), ...refused, ...doubtful],
      past,
      forgot: null,
    },
  };
};

/** What these messages say now is captured, and what they no longer say is withdrawn. */
export const captureFacts = async (
  writer: LogWriter,
  settings: CaptureSettings,
  items: readonly ExtractedMessage[],
  held: EarlierCapture,
): Promise<Captured> => {
  const { now, tenantId } = settings;
  const statements = await statementsNow(writer, items, settings);
  const heldIds = items.flatMap((item) => [...(held.memoryIdsOf.get(item.message.row.record_id) ?? [])]);
  const states: MemoryStates = await loadMemories(writer.sql, [
    ...statements.flat().map(({ captured }) => captured.memoryId),
    ...heldIds,
  ]);
  const before = new Map(states);
  const touched: Touched[] = [];
  const touch = (memoryId: string): void => {
    const memory = states.get(memoryId)?.memory;
    if (memory) touched.push(...touchedBy([memory]));
  };
  const decided: MemoryEvent[] = [];
  const appends: StreamAppend[] = [...(await unknownPeople(writer.sql, statements.flat()))];
  const read: CapturedMessage[] = [];
  for (const [index, item] of items.entries()) {
    for (const memoryId of held.memoryIdsOf.get(item.message.row.record_id) ?? []) touch(memoryId);
    const one = captureOne(item, statements[index] ?? [], states, held, settings);
    for (const memoryId of one.openIds) touch(memoryId);
    decided.push(...one.captured, ...one.ended);
    appends.push(
      ...memoryAppends(one.captured),
      ...kinNamedIn(item, one.open, states, held),
      ...memoryAppends(one.ended),
    );
    read.push(one.read);
  }
  const copies = await withoutOriginals(writer, tenantId, before, decided, now);
  await writer.append([...appends, ...memoryAppends(copies)], { actor: 'ingest' });
  return { read, touched };
};
