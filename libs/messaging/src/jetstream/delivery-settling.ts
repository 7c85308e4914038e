import type { BusReport } from '../reports.js';
import type { Settlement } from '../settlement.js';
import type { Backlog, Pending, Ready } from './backlog.js';
import type { ParkingLot } from './parking.js';
import { ackWord, nakWord, termWord } from './partition-feed.js';
import type { WorkerNotes } from './worker-notes.js';

export interface DeliverySettlingOptions {
  readonly consumer: string;
  readonly backlog: Backlog;
  readonly notes: WorkerNotes;
  readonly lot: ParkingLot;
  readonly onParked: (() => Promise<void>) | undefined;
  readonly onFault: (error: unknown) => void;
  readonly report: (report: BusReport) => void;
}

/** Before what could not be parked is tried again. */
const parkAgainMs = 5_000;

/** Tells the broker what became of each delivery. */
export class DeliverySettling {
  constructor(private readonly options: DeliverySettlingOptions) {}

  /** `tries`: how many attempts this was. */
  async settle(batch: readonly Ready[], settlements: readonly Settlement[], tries: number): Promise<void> {
    const { onParked, onFault } = this.options;
    let isParked = false;
    for (const [at, one] of batch.entries()) {
      const settlement = settlements[at];
      if (settlement?.kind === 'park') isParked = (await this.park(one, settlement.cause, tries)) || isParked;
      else if (settlement) await this.settleOne(one, settlement);
    }
    if (isParked) await onParked?.().catch(onFault);
  }

  private async settleOne(one: Ready, settlement: Exclude<Settlement, { kind: 'park' }>): Promise<void> {
    switch (settlement.kind) {
      case 'handled':
        one.answer(ackWord);
        this.options.backlog.finish(one);
        if (one.tried.attempts > 0)
          await this.options.notes.forgetTried(one.streamSequence).catch(this.options.onFault);
        return;
      case 'behind':
        this.options.backlog.add(one);
        return;
      case 'delay': {
        const attempts = one.tried.attempts + 1;
        await this.options.notes.noteTried(one.streamSequence, { attempts, isDeadly: false });
        this.options.backlog.delay(one, settlement.forMs);
        one.answer(nakWord(settlement.forMs));
        this.told('message.delayed', one, attempts, settlement.cause);
      }
    }
  }

  /** INVARIANT: it is in its place among the parked before the broker is told to let go of it. */
  private async park(one: Ready, cause: string, tries: number): Promise<boolean> {
    const attempts = one.tried.attempts + tries;
    try {
      await this.options.lot.park({
        message: one.delivery,
        consumer: this.options.consumer,
        attempts,
        cause,
      });
    } catch (error) {
      this.options.onFault(error);
      this.options.backlog.delay(one, parkAgainMs);
      one.answer(nakWord(parkAgainMs));
      return false;
    }
    one.answer(termWord);
    this.options.backlog.finish(one);
    this.told('message.parked', one, attempts, cause);
    if (one.tried.attempts > 0)
      await this.options.notes.forgetTried(one.streamSequence).catch(this.options.onFault);
    return true;
  }

  private told(
    event: 'message.parked' | 'message.delayed',
    { delivery: { tenantId, key, sequence } }: Pending,
    attempts: number,
    cause: string,
  ): void {
    const { consumer, report } = this.options;
    report({ event, consumer, tenantId, key, sequence, attempts, cause });
  }
}
