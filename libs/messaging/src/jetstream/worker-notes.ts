import { partitionToken } from '../partition.js';
import type { Shelf } from './shelf.js';

/** Attempts that failed. `isDeadly`: its last one killed its worker, with nothing else in hand. */
export interface Tried {
  readonly attempts: number;
  readonly isDeadly: boolean;
}

/** By partition, what a worker handed to its handler; numbers of the stream. */
export type Hand = Readonly<Record<string, readonly number[]>>;

/**
 * What has to outlive a worker. The broker counts deliveries, and most of them are no attempts: what was given back at a stop, or
 * had waited behind others when its worker died, was never handed to anybody.
 */
export class WorkerNotes {
  constructor(
    private readonly shelf: Shelf,
    private readonly consumer: string,
  ) {}

  /** Before the handler is called: dying on it counts. */
  async hold(owner: string, hand: Hand): Promise<void> {
    await this.shelf.put(`${this.consumer}.hand.${owner}`, JSON.stringify(hand));
  }

  async letGo(owner: string): Promise<void> {
    await this.shelf.remove(`${this.consumer}.hand.${owner}`);
  }

  async tried(streamSequence: number): Promise<Tried> {
    const found = await this.shelf.get(this.triedKey(streamSequence));
    return found ? (JSON.parse(found.value) as Tried) : { attempts: 0, isDeadly: false };
  }

  async noteTried(streamSequence: number, tried: Tried): Promise<void> {
    await this.shelf.put(this.triedKey(streamSequence), JSON.stringify(tried));
  }

  async forgetTried(streamSequence: number): Promise<void> {
    await this.shelf.remove(this.triedKey(streamSequence));
  }

  /** Takes a partition over; what its last worker died on had an attempt more. */
  async takeOver(partition: number, owner: string): Promise<void> {
    const key = `${this.consumer}.owner.${partitionToken(partition)}`;
    const before = await this.shelf.get(key);
    if (before && before.value !== '' && before.value !== owner) await this.inherit(partition, before.value);
    await this.shelf.put(key, owner);
  }

  /** Nothing of the partition is in hand any more. */
  async giveBack(partition: number): Promise<void> {
    await this.shelf.put(`${this.consumer}.owner.${partitionToken(partition)}`, '');
  }

  private async inherit(partition: number, dead: string): Promise<void> {
    const found = await this.shelf.get(`${this.consumer}.hand.${dead}`);
    if (!found) return;
    const hand = JSON.parse(found.value) as Hand;
    const isAlone = Object.values(hand).flat().length === 1;
    await Promise.all(
      (hand[partitionToken(partition)] ?? []).map(async (sequence) => {
        const { attempts } = await this.tried(sequence);
        await this.noteTried(sequence, { attempts: attempts + 1, isDeadly: isAlone });
      }),
    );
  }

  private triedKey(streamSequence: number): string {
    return `${this.consumer}.tried.${String(streamSequence)}`;
  }
}
