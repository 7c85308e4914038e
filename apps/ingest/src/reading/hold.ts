import type { Sql } from '#database';
import {
  event as build,
  type CapturedMemory,
  type FactOutcome,
  type IdKey,
  type Knobs,
  type Setting,
} from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { isSameSetting, memories, type MemoryRow } from '#read-models';
import { saidAgain } from './again.js';
import { captureFact, rejected, type Statement } from './capture.js';
import type { ReadMessage, ToHold } from './contexts.js';
import { withoutOriginals } from './copies.js';
import { applyDirectives } from './directives.js';
import { standingDecisions, type Held } from './held.js';
import { isDecided, keptFromMore, onMemory, type Known } from './standing.js';
import { kinNamedIn } from './kin-held.js';
import type { Touched } from './settling.js';
import { applyStandingOrders } from './standing-orders.js';

export interface CaptureSettings {
  readonly tenantId: string;
  readonly knobs: Knobs;
  readonly confidenceThreshold: number;
  readonly now: Date;
}

interface Captured {
  readonly read: readonly ReadMessage[];
  readonly touched: readonly Touched[];
}

const statementsOf = (item: ToHold, settings: CaptureSettings, idKey: IdKey): readonly Statement[] => {
  const { row, place } = item.unread;
  const where = { tenantId: settings.tenantId, place, knobs: settings.knobs, idKey };
  const statements = item.reading.facts
    .filter((fact) => fact.confidence >= settings.confidenceThreshold)
    .map((fact) => captureFact(where, row, fact));
  return [...new Map(statements.map((statement) => [statement.captured.memoryId, statement])).values()];
};

/** The earliest statement gives a memory its form; which of them arrived first does not matter. */
const givesForm = (captured: CapturedMemory, known: Known): boolean => {
  const row = known.get(captured.memoryId);
  if (!row) return true;
  if (row.corrected || captured.evidence.observedAt > row.first_observed_at) return false;
  if (captured.evidence.observedAt < row.first_observed_at) return true;
  return (
    row.content !== captured.content ||
    row.topic !== captured.topic ||
    row.memory_type !== captured.memoryType
  );
};

const forgottenOutcome: FactOutcome = { memoryId: null, outcome: 'NOOP', reason: 'forgotten-by-a-person' };

/** What is held of a message as it was said: what is known otherwise by now of its place is held anew. */
const heldAsSaid = (
  settings: ReadonlyMap<string, Setting | null> | undefined,
  now: Setting | null,
): ReadonlySet<string> =>
  new Set([...(settings ?? [])].flatMap(([id, before]) => (isSameSetting(before, now) ? [id] : [])));

interface Held1 {
  readonly events: readonly StreamAppend[];
  readonly outcome: FactOutcome;
}

const holdStatement = (
  statement: Statement,
  known: Known,
  before: ReadonlySet<string>,
  past: readonly FactOutcome[],
): Held1 => {
  const { captured } = statement;
  const { memoryId } = captured;
  const row = known.get(memoryId);
  if (row?.status === 'forgotten') return { events: [], outcome: forgottenOutcome };
  const at = captured.evidence.observedAt;
  const earlier = past.find((outcome) => outcome.memoryId === memoryId);
  const shapes = givesForm(captured, known);
  const events = [
    ...(shapes ? [onMemory(build('MemoryCaptured', captured, at), memoryId)] : []),
    ...(!shapes && !before.has(memoryId)
      ? [onMemory(build('MemoryEvidenced', { memoryId, evidence: captured.evidence }, at), memoryId)]
      : []),
  ];
  known.set(memoryId, {
    status: row?.status ?? captured.status,
    first_observed_at: row && row.first_observed_at < at ? row.first_observed_at : at,
    corrected: row?.corrected ?? false,
    agent_id: captured.agentId,
    topic: captured.topic,
    content: captured.content,
    memory_type: captured.memoryType,
    withheld_from_ids: row?.withheld_from_ids ?? captured.withheldFromIds,
    speaker_entity_id: captured.speakerId,
  });
  if (row) return { events, outcome: earlier ?? { memoryId, outcome: 'NOOP', reason: 'duplicate' } };
  const outcome: FactOutcome =
    captured.status === 'pending'
      ? { memoryId, outcome: 'PENDING', reason: 'ambiguous-subject' }
      : { memoryId, outcome: 'ADD' };
  return { events, outcome };
};

const withdrawals = (
  item: ToHold,
  kept: ReadonlySet<string>,
  before: ReadonlySet<string>,
  at: Date,
): readonly StreamAppend[] => {
  const { row } = item.unread;
  const reason = row.deleted_at !== null ? 'deleted' : row.edited_at !== null ? 'edited' : 'read-again';
  return [...before]
    .filter((memoryId) => !kept.has(memoryId))
    .map((memoryId) =>
      onMemory(build('MemoryEvidenceWithdrawn', { memoryId, recordId: row.record_id, reason }, at), memoryId),
    );
};

const withdrawnBy = (appends: readonly StreamAppend[]): readonly string[] =>
  appends.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'MemoryEvidenceWithdrawn' ? [event.data.memoryId] : [])),
  );

const loadKnown = async (sql: Sql, memoryIds: readonly string[]): Promise<Known> => {
  const rows = await sql.query<MemoryRow>(
    `select ${Object.keys(memories.columns).join(', ')} from memories where memory_id = any($1::uuid[])`,
    [[...new Set(memoryIds)]],
  );
  return new Map(rows.map((row) => [row.memory_id, row]));
};

const unknownPeople = async (
  sql: Sql,
  statements: readonly Statement[],
): Promise<readonly StreamAppend[]> => {
  const named = new Map(
    statements.flatMap((statement) => statement.named).map((event) => [event.data.entityId, event]),
  );
  const rows = await sql.query<{ entity_id: string }>(
    'select entity_id from entities where entity_id = any($1::uuid[])',
    [[...named.keys()]],
  );
  for (const row of rows) named.delete(row.entity_id);
  return [...named.values()].map((event): StreamAppend => ({
    stream: `entity-${event.data.entityId}`,
    expectedVersion: 'any',
    events: [event],
  }));
};

/** What each of these messages states. */
const statementsNow = async (
  { sql, idKey }: LogWriter,
  items: readonly ToHold[],
  settings: CaptureSettings,
): Promise<readonly (readonly Statement[])[]> => {
  const offered = items.map((item) => statementsOf(item, settings, idKey));
  const all = await saidAgain(sql, idKey, offered.flat());
  let from = 0;
  return offered.map((own) => all.slice(from, (from += own.length)));
};

/** Holds what these messages say now, and lets go of what they no longer say. */
export const capture = async (
  writer: LogWriter,
  settings: CaptureSettings,
  items: readonly ToHold[],
  held: Held,
): Promise<Captured> => {
  const statements = await statementsNow(writer, items, settings);
  const heldIds = items.flatMap((item) => [...(held.memoryIdsOf.get(item.unread.row.record_id) ?? [])]);
  const known = await loadKnown(writer.sql, [
    ...statements.flat().map(({ captured }) => captured.memoryId),
    ...heldIds,
  ]);
  const touched: Touched[] = [];
  const touch = (memoryId: string): void => {
    const row = known.get(memoryId);
    if (row?.topic) touched.push({ agentId: row.agent_id, topic: row.topic });
  };
  const appends: StreamAppend[] = [...(await unknownPeople(writer.sql, statements.flat()))];
  const read: ReadMessage[] = [];
  for (const [index, item] of items.entries()) {
    const own = statements[index] ?? [];
    const before = held.memoryIdsOf.get(item.unread.row.record_id) ?? new Set<string>();
    const past = held.outcomesOf.get(item.unread.row.record_id) ?? [];
    for (const memoryId of before) touch(memoryId);
    const decisions = standingDecisions(item.unread.row, held);
    const open = own.filter((statement) => !isDecided(statement, known, decisions));
    const asSaid = heldAsSaid(held.settingsOf.get(item.unread.row.record_id), item.unread.place.setting);
    const results = open.map((statement) => holdStatement(statement, known, asSaid, past));
    for (const { captured } of open) touch(captured.memoryId);
    const kept = new Set([
      ...open.map(({ captured }) => captured.memoryId),
      ...decisions.map((decision) => decision.memory_id),
    ]);
    const decided = own.filter((statement) => !open.includes(statement));
    appends.push(
      ...results.flatMap((result) => result.events),
      ...kinNamedIn(item, open, known, held),
      ...decided.flatMap((statement) => keptFromMore(statement, known, decisions, settings.now)),
      ...withdrawals(item, kept, before, settings.now),
    );
    const refused = item.reading.refusals.map((refusal) => rejected(refusal.reason));
    const doubtful = item.reading.facts
      .filter((fact) => fact.confidence < settings.confidenceThreshold)
      .map(() => rejected('low-confidence'));
    const outcomes = [...results.map((result) => result.outcome), ...refused, ...doubtful];
    read.push({ ...item, outcomes, past, forgot: null });
  }
  await writer.append(appends, { actor: 'ingest' });
  const withdrawn = withdrawnBy(appends).map((memory_id) => ({
    memory_id,
    speaker_entity_id: known.get(memory_id)?.speaker_entity_id ?? null,
  }));
  await writer.append(await withoutOriginals(writer, settings.tenantId, withdrawn, settings.now), {
    actor: 'ingest',
  });
  const directed = await applyDirectives(writer, items, held, settings);
  touched.push(...directed.touched);
  const late = await applyStandingOrders(writer, settings.tenantId, items, settings.now);
  touched.push(...late.touched);
  const told = (outcome: FactOutcome): FactOutcome =>
    outcome.memoryId !== null && late.memoryIds.has(outcome.memoryId) ? forgottenOutcome : outcome;
  const finished = read.map((item) => ({
    ...item,
    outcomes: [...item.outcomes.map(told), ...(directed.undone.get(item.unread.row.record_id) ?? [])],
    forgot: directed.forgot.get(item.unread.row.record_id) ?? null,
  }));
  return { read: finished, touched };
};
