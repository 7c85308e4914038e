import type { Sql } from '#database';
import { derivedId, event as build } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { sentencesWith, withoutValues } from '#safety';
import {
  factsSaidIn,
  loadMemories,
  messagesHolding,
  type MessageRow,
  type RedactableMessage,
  type SaidFact,
  type StandingOrder,
} from '#read-models';
import type { ExtractedMessage } from '../../message-context/message-context.js';
import { withoutOriginals } from '../../capture-facts/withdraw-copies.js';
import { memoryAppends } from '../../settle-topics/memory-appends.js';
import { touchedBy, type Touched } from '../../settle-topics/settle-topics.js';
import { orderOf, valueOrdered, valuesHeld } from '../forget/standing-orders.js';
import { messageStream } from '../../message-stream.js';

/** What somebody asked to forget, from which moment and place. */
interface Request {
  readonly row: MessageRow;
  readonly asked: readonly string[];
  readonly told: readonly string[];
  readonly repeated: readonly string[];
}

const requestsIn = (items: readonly ExtractedMessage[]): readonly Request[] =>
  items.flatMap(({ message: { row }, reading }) =>
    reading.directives.flatMap((directive) =>
      directive.kind === 'forget-values' && row.text !== null ? [{ row, ...directive }] : [],
    ),
  );

const holds = (text: string, values: readonly string[]): boolean => withoutValues(text, values) !== text;

const firstPerson = /(?<![\p{L}\p{N}])(?:i|me|my|mine|im|ive|i['’]\p{L}+)(?![\p{L}\p{N}])/iu;

/**
 * What one said, or what the place said, may be taken back there. What another says of themselves, or of a third person,
 * is theirs: naming a value gives nobody a right over other people's memories.
 */
const mayTakeBack = (
  request: { readonly row: Pick<MessageRow, 'author_id'>; readonly asked: readonly string[] },
  message: RedactableMessage,
  facts: readonly SaidFact[],
): boolean => {
  if (message.author_id === request.row.author_id) return true;
  const isOfOthers = facts.some(
    (fact) =>
      fact.record_id === message.record_id &&
      holds(fact.content, request.asked) &&
      fact.subject_entity_ids.some((id) => id !== request.row.author_id),
  );
  const isOfAuthor =
    message.author_type !== 'agent' &&
    sentencesWith(message.text, request.asked).some((sentence) => firstPerson.test(sentence));
  return !isOfOthers && !isOfAuthor;
};

interface Late {
  readonly message: RedactableMessage;
  readonly order: StandingOrder;
  readonly values: readonly string[];
}

/** Values that were asked to be forgotten after these messages were sent, and before they came. */
const heldLate = async (
  sql: Sql,
  items: readonly ExtractedMessage[],
  standing: readonly StandingOrder[],
): Promise<readonly Late[]> => {
  const rows = items.map(({ message: { row } }) => row);
  const orders = standing.filter((order) => !order.is_everything);
  const late = orders.flatMap((order) =>
    rows.flatMap((row): Late[] => {
      const isBefore = row.sent_at <= order.at && row.record_id !== order.record_id;
      const isTheirs = row.author_id === order.author_id || row.source_id === order.source_id;
      const text = isBefore && isTheirs && row.agent_id === order.agent_id ? row.text : null;
      const values = text === null ? [] : valuesHeld(text, order);
      return text === null || values.length === 0 ? [] : [{ message: { ...row, text }, order, values }];
    }),
  );
  if (late.length === 0) return [];
  const facts = await factsSaidIn(
    sql,
    late.map(({ message }) => message.record_id),
  );
  return late.filter(({ message, order, values }) =>
    mayTakeBack({ row: order, asked: values }, message, facts),
  );
};

interface Redaction {
  readonly message: RedactableMessage;
  readonly values: readonly string[];
  readonly at: Date;
  /** Messages of this batch that asked for it. */
  readonly askedIn: readonly string[];
}

const redactionsFor = async (
  sql: Sql,
  items: readonly ExtractedMessage[],
  standing: readonly StandingOrder[],
): Promise<readonly Redaction[]> => {
  const requests = requestsIn(items);
  const found = new Map<string, Redaction>();
  const add = (message: RedactableMessage, values: readonly string[], at: Date, askedIn?: string): void => {
    const known = found.get(message.record_id);
    found.set(message.record_id, {
      message,
      values: [...(known?.values ?? []), ...values],
      at: known && known.at > at ? known.at : at,
      askedIn: [...(known?.askedIn ?? []), ...(askedIn === undefined ? [] : [askedIn])],
    });
  };
  for (const request of requests) {
    const { row, asked, told, repeated } = request;
    add({ ...row, text: row.text ?? '' }, [...asked, ...told, ...repeated], row.sent_at, row.record_id);
    const candidates = asked.length === 0 ? [] : await messagesHolding(sql, row, asked);
    const facts = await factsSaidIn(
      sql,
      candidates.map((message) => message.record_id),
    );
    for (const message of candidates)
      if (holds(message.text, asked) && mayTakeBack(request, message, facts))
        add(message, asked, row.sent_at, row.record_id);
  }
  for (const { message, order, values } of await heldLate(sql, items, standing))
    add(message, values, order.at);
  return [...found.values()];
};

/** An edit like any other, one moment after the last: of several the latest holds. */
const editOf = ({ message, values, at }: Redaction, now: Date): StreamAppend => {
  const after = message.edited_at === null ? 0 : message.edited_at.getTime() + 1;
  return {
    stream: messageStream(message.source_id, message.record_id),
    events: [
      build(
        'MessageEdited',
        {
          eventKey: `${message.event_key}|${derivedId('forgotten', message.record_id, at.toISOString())}`,
          platform: message.platform,
          messageId: message.message_id,
          sourceId: message.source_id,
          keyId: message.record_id,
          agentId: null,
          at: new Date(Math.max(at.getTime(), after)),
          text: withoutValues(
            message.text,
            [...values].sort((a, b) => b.length - a.length),
          ),
        },
        now,
      ),
    ],
  };
};

export interface Redacting {
  readonly redactions: readonly Redaction[];
  readonly gone: readonly SaidFact[];
  /** By the message that asks for it: memories that lose words of theirs. Nothing at all is asked by those left out. */
  readonly goneBy: ReadonlyMap<string, readonly string[]>;
}

/** What these messages ask to be taken out of what was said. */
export const toRedact = async (
  sql: Sql,
  items: readonly ExtractedMessage[],
  standing: readonly StandingOrder[],
): Promise<Redacting> => {
  const redactions = (await redactionsFor(sql, items, standing)).filter(({ message, values }) =>
    holds(message.text, values),
  );
  const facts =
    redactions.length === 0
      ? []
      : await factsSaidIn(
          sql,
          redactions.map(({ message }) => message.record_id),
        );
  const goneFrom = ({ message, values }: Redaction): readonly SaidFact[] =>
    facts.filter((fact) => fact.record_id === message.record_id && holds(fact.content, values));
  const goneBy = requestsIn(items).flatMap(({ row: { record_id: asking }, asked: values }) => {
    const asked = redactions.filter(({ askedIn }) => askedIn.includes(asking));
    const ids = asked.flatMap(goneFrom).map((fact) => fact.memory_id);
    // An order that only repeats what shall go, or tells of it, takes words out of itself alone.
    return values.length + ids.length === 0 ? [] : [[asking, ids] as const];
  });
  return { redactions, gone: redactions.flatMap(goneFrom), goneBy: new Map(goneBy) };
};

interface Redacted {
  readonly appends: readonly StreamAppend[];
  readonly touched: readonly Touched[];
}

/**
 * Takes the values that these messages ask to forget out of what was said before, and out of the asking itself. The rest
 * of each message stays; what was read from the words that went goes at once, and the message is read again.
 */
export const redact = async (
  writer: LogWriter,
  tenantId: string,
  items: readonly ExtractedMessage[],
  { redactions, gone }: Redacting,
  now: Date,
): Promise<Redacted> => {
  if (redactions.length === 0) return { appends: [], touched: [] };
  const orders = requestsIn(items).flatMap(({ row, asked, repeated }) =>
    asked.length + repeated.length === 0
      ? []
      : [
          orderOf(row, {
            authorIds: [row.author_id],
            isEverything: false,
            keepsOwn: false,
            // The order loses these words too, and says to what comes late no more what it meant.
            values: [...asked, ...repeated].map((value) => valueOrdered(row, value)),
            spokenOfIn: [],
          }),
        ],
  );
  const withdrawn = gone.map(({ memory_id: memoryId, record_id: recordId }) =>
    build('MemoryEvidenceWithdrawn', { memoryId, recordId, reason: 'edited' }, now),
  );
  const states = await loadMemories(
    writer.sql,
    gone.map((fact) => fact.memory_id),
  );
  const copies = await withoutOriginals(writer, tenantId, states, withdrawn, now);
  return {
    appends: [
      ...orders,
      ...redactions.map((redaction) => editOf(redaction, now)),
      ...memoryAppends([...withdrawn, ...copies]),
    ],
    touched: touchedBy(gone.map((fact) => ({ agentId: fact.agent_id, topic: fact.topic }))),
  };
};
