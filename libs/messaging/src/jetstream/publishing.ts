import { fingerprintOf, toldOf } from '../fingerprints.js';
import type { Outgoing, Published } from '../message-bus.js';
import { isPlainToken, subjectOf } from '../topology.js';
import type { Broker } from './broker.js';
import { headersOf } from './carrying.js';
import type { Shelf } from './shelf.js';

const settledAll = async <T>(work: readonly Promise<T>[]): Promise<readonly T[]> => {
  const settled = await Promise.allSettled(work);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
};

/**
 * Messages go to their stream; a mark of each follows. So what was published and not marked, because a process died between, is
 * stored once more and handled by an idempotent consumer: a mark that came first could stand for a message that never came.
 */
export class Publishing {
  constructor(
    private readonly broker: Broker,
    private readonly marks: Shelf,
  ) {}

  async publish(messages: readonly Outgoing[]): Promise<readonly Published[]> {
    const known = await this.marked(messages);
    const isStored = await this.stored(messages, known);
    const published = messages.map((message, at): Published => {
      if (isStored[at] !== true) return 'duplicate';
      const told = toldOf(message);
      if (told === null || !known.has(told)) {
        if (told !== null) known.add(told);
        return 'stored';
      }
      return 'repeated';
    });
    const fresh = messages.filter((_, at) => isStored[at] === true);
    await settledAll([...this.hashesOf(fresh)].map((hash) => this.marks.put(hash, '')));
    return published;
  }

  private hashesOf(messages: readonly Outgoing[]): ReadonlySet<string> {
    return new Set(
      messages.flatMap((message) =>
        [fingerprintOf(message), toldOf(message)].filter((hash) => hash !== null),
      ),
    );
  }

  private async marked(messages: readonly Outgoing[]): Promise<Set<string>> {
    const hashes = [...this.hashesOf(messages)];
    const isKnown = await settledAll(hashes.map((hash) => this.marks.has(hash)));
    return new Set(hashes.filter((_, at) => isKnown[at]));
  }

  /** Sent over one connection one after another, so each key keeps the order of the list. */
  private stored(messages: readonly Outgoing[], known: ReadonlySet<string>): Promise<readonly boolean[]> {
    const seen = new Set<string>();
    return settledAll(
      messages.map((message) => {
        const fingerprint = fingerprintOf(message);
        if (known.has(fingerprint) || seen.has(fingerprint)) return Promise.resolve(false);
        seen.add(fingerprint);
        return this.store(message, fingerprint);
      }),
    );
  }

  private async store(message: Outgoing, msgID: string): Promise<boolean> {
    if (!isPlainToken(message.tenantId)) throw new RangeError('the tenant is no token of a subject');
    const { js, root } = this.broker;
    const { duplicate } = await js.publish(subjectOf(message, root), message.body, {
      msgID,
      headers: headersOf(message),
    });
    return !duplicate;
  }
}
