import { setTimeout as pause } from 'node:timers/promises';
import type { EventStatusView } from '#contracts';
import type { FieldError } from '#domain';
import { fieldErrorsIn, sentenceOf, withQuery, type Api } from '../api.js';
import { CommandError } from '../failure.js';
import { batchesOf, checkpointsOf, type Checkpoint, type CloudEvent } from './batches.js';
import { persist, Progress } from './persist.js';

interface Refused {
  readonly index: number;
  readonly errors: readonly FieldError[];
}

export interface Delivered {
  readonly accepted: number;
  readonly duplicates: number;
  readonly refused: readonly Refused[];
}

export interface DeliverOptions {
  readonly batchSize: number;
  /** It gives up when nothing got on for so long. */
  readonly patienceMs: number;
  /** How many of all events are settled: recall can see what came of them. */
  readonly onProgress: (settled: number) => void;
}

interface EventReceipt {
  readonly status: 'accepted' | 'duplicate' | 'rejected';
  readonly errors?: readonly FieldError[];
}

const inFlight = 3;
const slowestPollMs = 400;

const post = async (
  api: Api,
  progress: Progress,
  events: readonly CloudEvent[],
): Promise<readonly EventReceipt[]> => {
  const reply = await persist(api, progress, 'POST', '/v1/events', events);
  if (reply.status === 422 && events.length === 1)
    return [{ status: 'rejected', errors: fieldErrorsIn(reply.body) }];
  if (reply.status >= 400) throw new CommandError(sentenceOf(reply, api.endpoint));
  return (reply.body as { results: readonly EventReceipt[] }).results;
};

/** Waits until what came of the event can be recalled; `failed` is settled too, with nothing to recall. */
const settledAt = async (api: Api, progress: Progress, { id, source }: Checkpoint): Promise<void> => {
  const path = withQuery(`/v1/events/${encodeURIComponent(id)}`, { source });
  for (let wait = 25; ; wait = Math.min(wait * 2, slowestPollMs)) {
    const reply = await persist(api, progress, 'GET', path);
    if (reply.status >= 400 && reply.status !== 404) throw new CommandError(sentenceOf(reply, api.endpoint));
    const status = reply.status === 404 ? 'accepted' : (reply.body as EventStatusView).status;
    if (status === 'indexed' || status === 'failed') return;
    if (progress.isStalled())
      throw new CommandError(
        `Event ${id} was accepted and is not indexed, and nothing got on for ${progress.patience}.`,
      );
    await pause(wait, undefined, { signal: api.signal });
  }
};

/** `data.text` of `[3].data.text`: the sender numbers its lines itself. */
const ownPath = ({ path, message }: FieldError): FieldError => ({
  path: path.replace(/^\[?\d+\]?\.?/u, ''),
  message,
});

/**
 * Sends all events, a few batches at a time, and returns when what came of each can be recalled.
 * Events of one place are handled in order, so the last of a batch in each place speaks for those before it.
 */
export const deliver = async (
  api: Api,
  events: readonly CloudEvent[],
  options: DeliverOptions,
): Promise<Delivered> => {
  const batches = batchesOf(events, options.batchSize);
  const receipts: EventReceipt[] = [];
  let next = 0;
  let settled = 0;
  const progress = new Progress(options.patienceMs);
  const work = async (): Promise<void> => {
    for (;;) {
      const batch = batches[next];
      next += 1;
      if (!batch) return;
      const replies = await post(api, progress, batch.events);
      progress.made();
      replies.forEach((reply, index) => (receipts[batch.start + index] = reply));
      const kept = batch.events.filter((_, index) => replies[index]?.status !== 'rejected');
      for (const checkpoint of checkpointsOf(kept)) {
        await settledAt(api, progress, checkpoint);
        progress.made();
      }
      settled += batch.events.length;
      options.onProgress(settled);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  const count = (status: EventReceipt['status']): number =>
    receipts.filter((receipt) => receipt.status === status).length;
  return {
    accepted: count('accepted'),
    duplicates: count('duplicate'),
    refused: receipts.flatMap(({ status, errors }, index) =>
      status === 'rejected' ? [{ index, errors: (errors ?? []).map(ownPath) }] : [],
    ),
  };
};
