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

interface Hashed {
  readonly message: Outgoing;
  readonly fingerprint: string;
  readonly told: string | null;
}

const hashesOf = (messages: readonly Hashed[]): ReadonlySet<string> =>
  new Set(messages.flatMap(({ fingerprint, told }) => (told === null ? [fingerprint] : [fingerprint, told])));

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
    const hashed = messages.map((message): Hashed => ({
      message,
      fingerprint: fingerprintOf(message),
      told: toldOf(message),
    }));
    const known = await this.marked(hashed);
    const isStored = await this.stored(hashed, known);
    const published = hashed.map(({ told }, at): Published => {
      if (isStored[at] !== true) return 'duplicate';
      if (told === null || !known.has(told)) {
        if (told !== null) known.add(told);
        return 'stored';
      }
      return 'repeated';
    });
    await this.marks.putAll([...hashesOf(hashed.filter((_, at) => isStored[at] === true))], '');
    return published;
  }

  private async marked(messages: readonly Hashed[]): Promise<Set<string>> {
    const hashes = [...hashesOf(messages)];
    const isKnown = await settledAll(hashes.map((hash) => this.marks.has(hash)));
    return new Set(hashes.filter((_, at) => isKnown[at]));
  }

  /** Sent over one connection one after another, so each key keeps the order of the list. */
  private stored(messages: readonly Hashed[], known: ReadonlySet<string>): Promise<readonly boolean[]> {
    const seen = new Set<string>();
    return settledAll(
      messages.map(({ message, fingerprint }) => {
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
