import { JetStreamApiError } from '@nats-io/jetstream';
import type { Broker } from './broker.js';

export interface Shelved {
  readonly value: string;
  readonly revision: number;
}

const isLostRace = (error: unknown): boolean => {
  if (!(error instanceof JetStreamApiError)) return false;
  const { err_code: code } = error.apiError();
  return code === 10_071 || code === 10_164;
};

/** The newest value of each key, in a stream that keeps one message a subject. */
export class Shelf {
  constructor(
    private readonly broker: Broker,
    private readonly stream: string,
    private readonly prefix: string,
  ) {}

  /** As its leader has it. */
  async get(key: string): Promise<Shelved | null> {
    const found = await this.broker.jsm.streams.getMessage(this.stream, { last_by_subj: this.subject(key) });
    return found ? { value: found.string(), revision: found.seq } : null;
  }

  /** Whether it is there; a replica may answer, and not know the last moment. */
  async has(key: string): Promise<boolean> {
    const query = { last_by_subj: this.subject(key) };
    return (await this.broker.jsm.direct.getMessage(this.stream, query)) !== null;
  }

  async put(key: string, value: string): Promise<number> {
    return (await this.broker.js.publish(this.subject(key), value)).seq;
  }

  /**
   * Of one connection a stream takes what comes in its order: when it has told of the last, it has all. What it refused before
   * that is not told of.
   */
  async putAll(keys: readonly string[], value: string): Promise<void> {
    const last = keys.at(-1);
    if (last === undefined) return;
    for (const key of keys.slice(0, -1)) this.broker.nc.publish(this.subject(key), value);
    await this.put(last, value);
  }

  /** Its revision; null when somebody else has it, or has changed it meanwhile. */
  async change(key: string, value: string, revision: number): Promise<number | null> {
    const expect = { lastSubjectSequence: revision };
    try {
      return (await this.broker.js.publish(this.subject(key), value, { expect })).seq;
    } catch (error) {
      if (isLostRace(error)) return null;
      throw error;
    }
  }

  create(key: string, value: string): Promise<number | null> {
    return this.change(key, value, 0);
  }

  async remove(key: string): Promise<void> {
    await this.broker.jsm.streams.purge(this.stream, { filter: this.subject(key) });
  }

  /** Keys below a prefix, that end in it. */
  async keysBelow(prefix: string): Promise<readonly string[]> {
    const info = await this.broker.jsm.streams.info(this.stream, {
      subjects_filter: this.subject(`${prefix}.>`),
    });
    const head = this.subject(`${prefix}.`);
    return Object.keys(info.state.subjects ?? {}).map((subject) => subject.slice(head.length));
  }

  private subject(key: string): string {
    return `${this.prefix}.${key}`;
  }
}
