import { keepFrom, type KithEvent, type MemoryEvent, type SharingMessage } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import type { ExtractedMessage } from '../../message-context/message-context.js';
import { memoryAppends } from '../../settle-topics/memory-appends.js';
import { sharingMessageOf } from '../target/copies.js';
import type { Effect, KeptFact } from '../target/effect.js';
import { withholdMessages } from './withhold-messages.js';

const together = (one: KeptFact, other: KeptFact): KeptFact => ({
  memory: one.memory,
  fromIds: [...one.fromIds, ...other.fromIds],
  isOnlyFromSome: one.isOnlyFromSome && other.isOnlyFromSome,
});

/** From whom facts are kept still that this message let somebody know. */
const leftBy = (others: readonly KithEvent[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    others.flatMap((event) =>
      event.type === 'MemoryReachChanged' && event.data.withheldFromIds
        ? [[event.data.memoryId, event.data.withheldFromIds] as const]
        : [],
    ),
  );

/**
 * INVARIANT: the orders of one message act on a fact together, after what the message lets somebody know of it. Each is
 * decided on the fact as it was before the message: by itself, the last would let go of whom the others name.
 */
const keepFacts = (
  message: SharingMessage,
  kept: readonly KeptFact[],
  others: readonly KithEvent[],
): readonly MemoryEvent[] => {
  const left = leftBy(others);
  const each = new Map<string, KeptFact>();
  for (const one of kept) {
    const other = each.get(one.memory.memoryId);
    each.set(one.memory.memoryId, other ? together(other, one) : one);
  }
  return [...each.values()].flatMap(({ memory, ...keeping }) =>
    keepFrom(
      { ...memory, withheldFromIds: left.get(memory.memoryId) ?? memory.withheldFromIds },
      message,
      keeping,
    ),
  );
};

/** What all orders of a message keep, in one: of each fact and each message that they mean. */
export const keepTogether = async (
  writer: LogWriter,
  { message }: ExtractedMessage,
  effects: readonly Effect[],
): Promise<readonly StreamAppend[]> => {
  const keeps = effects.flatMap((effect) => (effect.keeps ? [effect.keeps] : []));
  const others = effects.flatMap(({ appends }) => appends.flatMap(({ events }) => events));
  const facts = keepFacts(
    sharingMessageOf(message.row),
    keeps.flatMap((one) => one.facts),
    others,
  );
  const messages = keeps.flatMap((one) => one.messages);
  return [...(await withholdMessages(writer, message, messages)), ...memoryAppends(facts)];
};
