import { event as build, forgottenByAPerson, type FactOutcome, type ProposedFact } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import type { FactExtractor, Extraction } from '#extraction';
import { decidedOf, withheldAmong, type PeopleDecisions } from '#read-models';
import { captureFacts, type CaptureSettings } from '../capture-facts/capture-facts.js';
import { isAsItCame, loadEarlierCapture } from '../capture-facts/earlier-capture.js';
import { withKinSettled } from '../capture-facts/kin-named.js';
import { withNamesSettled } from '../capture-facts/names-told.js';
import { decidedWith, undecided, visibilityOf } from '../capture-facts/message-visibility.js';
import { carryOutDirectives } from '../directives/carry-out.js';
import { withForgottenCounts } from '../directives/forget/count-forgotten.js';
import { coveredLater } from '../directives/forget/spoken-of.js';
import { carryOutStandingOrders, ordersStandingFor } from '../directives/forget/standing-orders.js';
import { keepWithheld } from '../directives/withhold/keep-withheld.js';
import { redact, toRedact } from '../directives/redact/redact.js';
import { settleTopics } from '../settle-topics/settle-topics.js';
import type {
  CapturedMessage,
  ExtractedMessage,
  MessageInContext,
} from '../message-context/message-context.js';
import { nameKeysOf, withoutStale } from './staleness-check.js';
import { messageStream } from '../message-stream.js';

/** Messages of one tenant with all that they are read with, as it was known when the log ended at `head`. */
export interface LoadedBatch {
  readonly tenantId: string;
  readonly messages: readonly MessageInContext[];
  /** What was proposed of each, by its record; of a message that nobody was asked about there is nothing. */
  readonly proposed: ReadonlyMap<string, readonly ProposedFact[]>;
  readonly head: bigint;
}

/** Messages that were read, and of which nothing is persisted yet. */
export interface ExtractedBatch extends LoadedBatch {
  readonly readings: readonly Extraction[];
}

/** What came of reading one message, by ids. */
export interface MessageOutcome {
  readonly recordId: string;
  readonly eventKey: string;
  readonly outcomes: readonly FactOutcome[];
}

export interface PersistSettings extends CaptureSettings {
  readonly extractor: FactExtractor;
}

/** Of a message that is not read: nothing is found in it. */
export const unreadable: Extraction = {
  facts: [],
  refusals: [],
  directives: [],
  namesLookedUp: [],
  usedContext: false,
  usedKin: false,
};

const readEvent = (
  item: CapturedMessage,
  replacing: ReadonlyMap<string, readonly string[]>,
  decided: PeopleDecisions,
  settings: PersistSettings,
): StreamAppend => {
  const { row, place } = item.message;
  const outcomes = item.outcomes.map((outcome) =>
    outcome.outcome === 'ADD' && outcome.memoryId !== null && replacing.has(outcome.memoryId)
      ? { ...outcome, outcome: 'SUPERSEDE' as const }
      : outcome,
  );
  const { sensitivity: rank, ...visibility } = visibilityOf(row, place, item.reading, settings, decided);
  const read = {
    recordId: row.record_id,
    extractor: settings.extractor.version,
    outcomes: [...outcomes],
    nameKeys: nameKeysOf(settings.tenantId, row, item.reading),
    usedContext: item.reading.usedContext,
    ...visibility,
    rank,
    corrects: [...(item.reading.corrects ?? [])],
  };
  return {
    stream: messageStream(row.source_id, row.record_id),
    events: [build('MessageRead', read, settings.now)],
  };
};

/** Of small talk that was never read before nothing is held. */
const mayHoldFacts = ({ message: { row }, reading }: ExtractedMessage): boolean =>
  !isAsItCame(row) || reading.facts.length > 0 || reading.directives.length > 0;

/** Captures what these messages say now, and carries out what they order, and what was ordered before they came. */
const captureAndCarryOut = async (
  writer: LogWriter,
  items: readonly ExtractedMessage[],
  settings: PersistSettings,
) => {
  const { tenantId, now } = settings;
  const earlier = await loadEarlierCapture(
    writer.sql,
    items.map(({ message }) => message.row),
  );
  const current = withKinSettled(items, earlier);
  const captured = await captureFacts(writer, settings, current, earlier);
  const ordered = await carryOutDirectives(writer, current, earlier, settings);
  // Orders of this batch are given by now, and nothing below gives one.
  const rows = current.map(({ message }) => message.row);
  const asked = await withheldAmong(
    writer.sql,
    rows.map((row) => row.record_id),
  );
  const standing = await ordersStandingFor(writer.sql, tenantId, rows);
  const kept = await keepWithheld(writer, asked, now);
  const late = await carryOutStandingOrders(writer, standing, current, now);
  const isForgotten = ({ memoryId }: FactOutcome): boolean =>
    memoryId !== null && late.memoryIds.has(memoryId);
  const read = captured.read.map((item): CapturedMessage => {
    const { record_id: recordId } = item.message.row;
    const outcomes = item.outcomes.map((outcome) => (isForgotten(outcome) ? forgottenByAPerson : outcome));
    return {
      ...item,
      outcomes: [...outcomes, ...(ordered.heard.get(recordId) ?? [])],
      forgot: ordered.forgot.get(recordId) ?? null,
    };
  });
  const touched = [...captured.touched, ...ordered.touched, ...kept, ...late.touched];
  const replacing = await settleTopics(writer, settings, touched, now);
  return { read, replacing, emptied: ordered.emptied, asked, standing };
};

/**
 * Persists what a batch of messages gave, in one unit of work: their facts, the orders in them, what stands on the topics
 * they touch, and who may read the messages themselves. What has changed since the batch was loaded is left on the list.
 */
export const persist = async (
  writer: LogWriter,
  { tenantId, messages, readings, head }: ExtractedBatch,
  settings: PersistSettings,
): Promise<readonly MessageOutcome[]> => {
  const { sql } = writer;
  const items = messages.map((message, index): ExtractedMessage => ({
    message,
    reading: readings[index] ?? unreadable,
  }));
  const fresh = withNamesSettled(await withoutStale(writer, tenantId, items, head));
  const { read, replacing, emptied, asked, standing } = await captureAndCarryOut(writer, fresh, settings);
  const nowRead = read.map((item) => item.message);
  const covered = coveredLater(standing, nowRead);
  const holding = read.filter(mayHoldFacts).map(({ message }) => message.row.record_id);
  const decided = decidedWith(await decidedOf(sql, holding, asked), covered);
  const redacting = await toRedact(sql, read, standing);
  const counted = await withForgottenCounts(sql, settings, read, redacting.goneBy);
  // INVARIANT: what lost its words to an order of this batch was read with words that are gone: it stays on the list.
  const done = counted.filter(({ message }) => !emptied.has(message.row.record_id));
  const readEvents = done.map((item) =>
    readEvent(item, replacing, decided.get(item.message.row.record_id) ?? undecided, settings),
  );
  const redacted = await redact(writer, tenantId, read, redacting, settings.now);
  // The readings first: what is taken out of a message that was read just now has to be read again.
  await writer.append([...readEvents, ...redacted.appends], { actor: 'ingest' });
  await settleTopics(writer, settings, redacted.touched, settings.now);
  return done.map(({ message: { row }, outcomes }) => ({
    recordId: row.record_id,
    eventKey: row.event_key,
    outcomes,
  }));
};
