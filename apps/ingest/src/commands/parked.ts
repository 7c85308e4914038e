import {
  answered,
  failed,
  type Answer,
  type Caller,
  type ListParked,
  type Page,
  type ParkedView,
  isOperator,
} from '#contracts';
import { event as build } from '#domain';
import type { ParkedMessage, ParkedRef } from '#messaging';
import { discardOne, parkedIdOf, type Discarding } from '../parked/discarding.js';
import { parkedSubject } from '../parked/subject.js';

const forbidden = failed('forbidden', 'what is parked needs the operator role');
const notFound = failed('not-found', 'nothing of this id is parked');

const viewOf = (message: ParkedMessage): ParkedView => {
  const { type, platform, messageId } = parkedSubject(message);
  return {
    id: parkedIdOf(message),
    kind: message.kind,
    consumer: message.consumer,
    event_key: message.id,
    type,
    platform,
    message_id: messageId,
    attempts: message.attempts,
    cause: message.cause,
    bytes: message.body.byteLength,
    received_at: message.storedAt.toISOString(),
    parked_at: message.parkedAt.toISOString(),
  };
};

/** The oldest first. */
export const listParked = async (
  { bus }: Discarding,
  caller: Caller,
  { limit, cursor }: ListParked,
): Promise<Answer<Page<ParkedView>>> => {
  if (!isOperator(caller)) return forbidden;
  const after = cursor === undefined ? {} : { after: BigInt(cursor) };
  const parked = await bus.parked({ tenantId: caller.tenantId, ...after, limit: limit + 1 });
  const page = parked.slice(0, limit);
  const last = page.at(-1);
  return answered({
    results: page.map(viewOf),
    next_cursor: parked.length > limit && last ? String(last.sequence) : null,
  });
};

const refOf = (parkedId: string): ParkedRef | null => {
  const [, consumer, sequence] = /^(.+)-(\d{1,18})$/u.exec(parkedId) ?? [];
  return consumer === undefined || sequence === undefined ? null : { consumer, sequence: BigInt(sequence) };
};

const find = async ({ bus }: Discarding, caller: Caller, parkedId: string): Promise<ParkedMessage | null> => {
  const ref = refOf(parkedId);
  if (!ref) return null;
  const { consumer, sequence } = ref;
  const [found] = await bus.parked({ tenantId: caller.tenantId, consumer, after: sequence - 1n, limit: 1 });
  return found?.sequence === sequence ? found : null;
};

/** Has it delivered once more, as if it had come just now. Who asked for it is told in the log. */
export const replayParked = async (
  options: Discarding,
  caller: Caller,
  parkedId: string,
): Promise<Answer<{ id: string }>> => {
  if (!isOperator(caller)) return forbidden;
  const message = await find(options, caller, parkedId);
  if (!message) return notFound;
  const { consumer, id: publishedAs } = message;
  const replayed = build(
    'ParkedReplayed',
    { parkedId, consumer, publishedAs, keyId: caller.keyId },
    options.now(),
  );
  await options.log.write(caller.tenantId, (writer) =>
    writer.append([{ stream: `parked-${parkedId}`, events: [replayed] }], {
      actor: `key:${caller.keyId}`,
    }),
  );
  return (await options.bus.replayParked(caller.tenantId, message)) ? answered({ id: parkedId }) : notFound;
};

/** For good: its bytes go, and the event is not recorded when it is delivered again. */
export const discardParked = async (
  options: Discarding,
  caller: Caller,
  parkedId: string,
): Promise<Answer<{ id: string }>> => {
  if (!isOperator(caller)) return forbidden;
  const message = await find(options, caller, parkedId);
  if (!message) return notFound;
  const isGone = await discardOne(options, message, 'by-an-operator', caller.keyId);
  return isGone ? answered({ id: parkedId }) : notFound;
};
