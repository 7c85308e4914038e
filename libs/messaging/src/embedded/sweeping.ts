import type { Database } from '#database';

/** How long a message that was handled and deleted is still known as a duplicate. */
const fingerprintDays = 14;

/** Deletes what every registered consumer handled; what is held for one of them stays, body and all. */
export const sweepHandled = async (database: Database): Promise<void> => {
  await database.query(
    `delete from bus_messages m
      using (select kind, min(position) as position from bus_consumers group by kind) as c
      where m.kind = c.kind and m.sequence <= c.position
        and not exists (select from bus_held h where h.kind = m.kind and h.sequence = m.sequence)`,
  );
};

const sweepFingerprints = async (database: Database): Promise<void> => {
  await database.query(`delete from bus_fingerprints where stored_at < now() - $1 * interval '1 day'`, [
    fingerprintDays,
  ]);
};

const sweepEveryMs = 1_000;
const sweepEveryMessages = 2_000;
const fingerprintsEveryMs = 3_600_000;

/** Decides when to sweep: never in the way of the handlers, one at a time. */
export class Sweeper {
  private handled = 0;
  private lastSweep = 0;
  private lastFingerprints = 0;
  private sweeping: Promise<void> | null = null;

  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** Tells how many messages a consumer just finished; 0 when it has nothing to do. */
  note(messages: number): void {
    this.handled += messages;
    const now = this.now().getTime();
    const isTime =
      this.handled >= sweepEveryMessages || (messages === 0 && now - this.lastSweep >= sweepEveryMs);
    if (this.handled === 0 || !isTime || this.sweeping) return;
    this.lastSweep = now;
    this.handled = 0;
    this.sweeping = this.sweep(now)
      .catch(this.onFault)
      .finally(() => (this.sweeping = null));
  }

  async finish(): Promise<void> {
    await this.sweeping;
  }

  private async sweep(now: number): Promise<void> {
    await sweepHandled(this.database);
    if (now - this.lastFingerprints >= fingerprintsEveryMs) {
      this.lastFingerprints = now;
      await sweepFingerprints(this.database);
    }
  }
}
