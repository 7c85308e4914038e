import type { Needles } from '#database';
import type { MessageBus, ParkedMessage } from '#messaging';
import { discardOne, type Discarding } from '../parked/discarding.js';
import { parkedSubject } from '../parked/subject.js';
import type { ErasureScope } from './plan.js';

const pageSize = 100;

export const parkedOf = async function* (bus: MessageBus, tenantId: string): AsyncGenerator<ParkedMessage> {
  for (let after = 0n; ;) {
    const page = await bus.parked({ tenantId, after, limit: pageSize });
    for (const message of page) {
      after = message.sequence;
      yield message;
    }
    if (page.length < pageSize) return;
  }
};

/** What was erased: all of it, and the names among it. */
export interface ErasedValues {
  readonly all: Needles;
  readonly names: Needles;
}

/** INVARIANT: what somebody else wrote is not let go of for words that whoever is meant used as well, but for their names. */
export const isMeant = (
  message: ParkedMessage,
  { kind, entityIds, sourceIds, at }: ErasureScope,
  { all, names }: ErasedValues,
): boolean => {
  const { authorId, sourceId, sentAt } = parkedSubject(message);
  const isTheirs = authorId !== null && entityIds.includes(authorId) && (sentAt ?? message.storedAt) <= at;
  const isThere = sourceId !== null && sourceIds.includes(sourceId);
  if (kind === 'source') return isThere && (entityIds.length === 0 || isTheirs);
  if (kind !== 'about' && isTheirs) return true;
  if (authorId === null) return all.in(message.body).size > 0;
  return kind !== 'said_by' && names.in(message.body).size > 0;
};

/** Lets go of what is parked and is theirs, or tells of them. Returns how many went. */
export const discardParkedOf = async (
  options: Discarding,
  reach: ErasureScope,
  values: ErasedValues,
): Promise<number> => {
  let discarded = 0;
  for await (const message of parkedOf(options.bus, reach.tenantId)) {
    const isGone = isMeant(message, reach, values) && (await discardOne(options, message, 'forgotten', null));
    if (isGone) discarded += 1;
  }
  return discarded;
};
