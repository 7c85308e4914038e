import type { Delivery } from '../message-bus.js';
import { keyOf } from '../settlement.js';
import type { Tried } from './worker-notes.js';

/** A delivery that the broker waits to hear about. */
export interface Pending {
  readonly delivery: Omit<Delivery, 'attempt'>;
  readonly partition: number;
  readonly streamSequence: number;
  /** Null while it is looked up. */
  tried: Tried | null;
  /** Says to the broker what became of it. */
  readonly answer: (word: string) => void;
}

export type Ready = Pending & { readonly tried: Tried };

interface Delayed {
  readonly sequence: bigint;
  readonly partition: number;
  readonly until: number;
}

/** A delayed one that did not come back by then ran out of deliveries: its key goes on without it. */
const overdueMs = 60_000;

const isReady = (pending: Pending): pending is Ready => pending.tried !== null;

/** What was delivered and not handled, in the order of the stream, and which keys wait for one that is to be tried again. */
export class Backlog {
  /** In order of sequence. Thousands may wait: what is done for each of them looks at no more than it must. */
  private pending: Pending[] = [];
  private readonly delayed = new Map<string, Delayed>();

  constructor(private readonly now: () => number) {}

  add(pending: Pending): void {
    const { sequence } = pending.delivery;
    const at = this.placeOf(sequence);
    // One that the broker sends again while it is here: the newer answer counts.
    const isHere = this.pending[at]?.delivery.sequence === sequence;
    this.pending.splice(at, isHere ? 1 : 0, pending);
  }

  /** The next call of the handler: what failed before comes alone, so that one bad message takes no other along. */
  take(atMost: number): readonly Ready[] {
    const batch: Ready[] = [];
    const passed: Pending[] = [];
    for (const one of this.pending) {
      if (!this.isFree(one)) {
        passed.push(one);
        continue;
      }
      if (!isReady(one)) break;
      const isAlone = one.tried.attempts > 0;
      if (isAlone && batch.length > 0) break;
      batch.push(one);
      if (isAlone || batch.length === atMost) break;
    }
    this.pending = [...passed, ...this.pending.slice(passed.length + batch.length)];
    return batch;
  }

  /** The broker delivers it again when nobody says anything of it. */
  remove(one: Pending): void {
    const at = this.placeOf(one.delivery.sequence);
    if (this.pending[at] === one) this.pending.splice(at, 1);
  }

  delay(one: Pending, forMs: number): void {
    const { sequence } = one.delivery;
    const until = this.now() + forMs + overdueMs;
    this.delayed.set(keyOf(one.delivery), { sequence, partition: one.partition, until });
  }

  /** It was handled or parked: what waits behind it goes on. */
  finish(one: Pending): void {
    if (this.delayed.get(keyOf(one.delivery))?.sequence === one.delivery.sequence)
      this.delayed.delete(keyOf(one.delivery));
  }

  /** Lets go of a partition; what was delivered of it and not handled. */
  drop(partition: number): readonly Pending[] {
    for (const [key, delayed] of this.delayed) if (delayed.partition === partition) this.delayed.delete(key);
    const dropped = this.pending.filter((one) => one.partition === partition);
    this.pending = this.pending.filter((one) => one.partition !== partition);
    return dropped;
  }

  /** Of a partition, what may be handled now. */
  free(partition: number): number {
    return this.pending.filter((one) => one.partition === partition && this.isFree(one)).length;
  }

  get hasFree(): boolean {
    return this.pending.some((one) => this.isFree(one));
  }

  /** What the broker counts as delivered while nothing of it can be done. */
  waiting(): number {
    return this.pending.length + this.delayed.size;
  }

  all(): readonly Pending[] {
    return this.pending;
  }

  /** Where this sequence stands, or would. */
  private placeOf(sequence: bigint): number {
    let [from, to] = [0, this.pending.length];
    // What comes is mostly the newest.
    const last = this.pending[to - 1];
    if (last === undefined || last.delivery.sequence < sequence) return to;
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const here = this.pending[middle];
      if (here !== undefined && here.delivery.sequence < sequence) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  private isFree({ delivery }: Pending): boolean {
    if (this.delayed.size === 0) return true;
    const delayed = this.delayed.get(keyOf(delivery));
    return delayed === undefined || delayed.sequence === delivery.sequence || delayed.until < this.now();
  }
}
