import { partitionCount } from '../message-bus.js';
import { partitionToken } from '../partition.js';
import type { Shelf } from './shelf.js';

export interface LeaseOptions {
  readonly consumer: string;
  readonly owner: string;
  readonly leaseMs: number;
  /** Resolves when it may be worked on. */
  readonly onTaken: (partition: number) => Promise<void>;
  /** Resolves when nothing of it is in hand and it may be taken by another. `isLost`: it was taken already. */
  readonly onLeft: (partition: number, isLost: boolean) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

interface Held {
  revision: number;
  renewedAt: number;
}

const allPartitions = Array.from({ length: partitionCount }, (_, partition) => partition);

/**
 * One worker a partition, and each worker its share of them. A lease is a message that its stream forgets after `leaseMs`; who has
 * it writes it again before.
 */
export class PartitionLeases {
  private readonly held = new Map<number, Held>();
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly shelf: Shelf,
    private readonly options: LeaseOptions,
  ) {}

  get partitions(): readonly number[] {
    return [...this.held.keys()];
  }

  async start(): Promise<void> {
    await this.beat();
    this.timer = setInterval(() => {
      this.beating = this.beating.then(() => this.beat()).catch(this.options.onFault);
    }, this.options.leaseMs / 3);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.beating;
    await Promise.all(this.partitions.map((partition) => this.leave(partition)));
    await this.shelf.remove(this.memberKey());
  }

  private async beat(): Promise<void> {
    if (this.isStopped) return;
    this.leaveOutdated();
    await this.shelf.put(this.memberKey(), '');
    await Promise.all([...this.held].map(([partition, held]) => this.renew(partition, held)));
    const keys = await this.shelf.keysBelow(this.options.consumer);
    const members = keys.filter((key) => key.startsWith('member.')).length;
    const taken = new Set(keys.filter((key) => key.startsWith('lease.')));
    const share = Math.ceil(partitionCount / Math.max(1, members));
    for (const partition of this.partitions.slice(share)) await this.leave(partition);
    const free = allPartitions.filter(
      (one) => !this.held.has(one) && !taken.has(`lease.${partitionToken(one)}`),
    );
    await Promise.all(free.slice(0, Math.max(0, share - this.held.size)).map((one) => this.take(one)));
  }

  /** Nobody could be told for so long that it may be another's by now. */
  private leaveOutdated(): void {
    for (const [partition, { renewedAt }] of this.held)
      if (performance.now() - renewedAt > this.options.leaseMs) this.lose(partition);
  }

  private async take(partition: number): Promise<void> {
    const renewedAt = performance.now();
    const revision = await this.shelf.create(this.leaseKey(partition), this.options.owner);
    if (revision === null) return;
    this.held.set(partition, { revision, renewedAt });
    await this.options.onTaken(partition);
  }

  private async renew(partition: number, held: Held): Promise<void> {
    const renewedAt = performance.now();
    const revision = await this.shelf.change(this.leaseKey(partition), this.options.owner, held.revision);
    if (revision === null) this.lose(partition);
    else Object.assign(held, { revision, renewedAt });
  }

  private lose(partition: number): void {
    this.held.delete(partition);
    this.options.onLeft(partition, true).catch(this.options.onFault);
  }

  private async leave(partition: number): Promise<void> {
    await this.options.onLeft(partition, false);
    if (this.held.delete(partition)) await this.shelf.remove(this.leaseKey(partition));
  }

  private leaseKey(partition: number): string {
    return `${this.options.consumer}.lease.${partitionToken(partition)}`;
  }

  private memberKey(): string {
    return `${this.options.consumer}.member.${this.options.owner}`;
  }
}
