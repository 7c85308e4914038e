import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database';
import { logStart, type LogPosition } from './event-log.js';

/** A subscriber that was not heard of for so long is dead, and another one goes on where it was. */
const leaseMs = 9_000;

interface CheckpointRow {
  readonly transaction_id: string;
  readonly position: string;
}

const positionOf = (row: CheckpointRow | undefined): LogPosition =>
  row ? { transactionId: BigInt(row.transaction_id), position: BigInt(row.position) } : logStart;

const columns = 'transaction_id::text as transaction_id, position::text as position';

/**
 * How far a subscription has come, and who reads on from there: one process at a time, where several share a server. The embedded
 * engine is one process' own, and asks nobody.
 */
export class Checkpoint {
  private readonly owner = randomUUID();
  private leasedUntil = 0;

  constructor(
    private readonly database: Database,
    private readonly name: string,
  ) {}

  async read(): Promise<LogPosition> {
    const [row] = await this.database.query<CheckpointRow>(
      `select ${columns} from checkpoints where name = $1`,
      [this.name],
    );
    return positionOf(row);
  }

  /** Whether it is ours to read on; renewed in the last two thirds of its time. A position comes with a lease that is new. */
  async lead(): Promise<LogPosition | 'leading' | null> {
    const now = performance.now();
    if (this.isAlone || now < this.leasedUntil - (leaseMs * 2) / 3) return 'leading';
    const isRenewed = now < this.leasedUntil;
    await this.database.query(
      `insert into checkpoints (name, transaction_id, position) values ($1, '0'::xid8, 0) on conflict (name) do nothing`,
      [this.name],
    );
    const [row] = await this.database.query<CheckpointRow>(
      `update checkpoints set lease_owner = $2, lease_until = now() + $3 * interval '1 millisecond'
        where name = $1 and (lease_owner is null or lease_owner = $2 or lease_until < now())
       returning ${columns}`,
      [this.name, this.owner, leaseMs],
    );
    this.leasedUntil = row ? now + leaseMs : 0;
    if (!row) return null;
    return isRenewed ? 'leading' : positionOf(row);
  }

  /** False when another reads by now: what was handled is handled there once more. */
  async move({ transactionId, position }: LogPosition): Promise<boolean> {
    const rows = await this.database.query(
      `insert into checkpoints (name, transaction_id, position) values ($1, $2::text::xid8, $3::bigint)
       on conflict (name) do update set transaction_id = excluded.transaction_id, position = excluded.position, updated_at = now()
         where $4 or checkpoints.lease_owner = $5
       returning name`,
      [this.name, transactionId.toString(), position.toString(), this.isAlone, this.owner],
    );
    if (rows.length === 0) this.leasedUntil = 0;
    return rows.length > 0;
  }

  async giveBack(): Promise<void> {
    if (this.isAlone) return;
    this.leasedUntil = 0;
    await this.database.query(
      'update checkpoints set lease_owner = null, lease_until = null where name = $1 and lease_owner = $2',
      [this.name, this.owner],
    );
  }

  get isAlone(): boolean {
    return this.database.engine === 'embedded';
  }
}

const lookAgainMs = 250;

/**
 * Whether some process reads on behind the log. A lease that runs out is of one that died, or came with a backup; whoever lives
 * renews it before: so this may take as long as a lease.
 */
export const isFollowed = async (database: Database): Promise<boolean> => {
  const leases = async (): Promise<ReadonlyMap<string, number>> => {
    const rows = await database.query<{ name: string; until: Date }>(
      'select name, lease_until as until from checkpoints where lease_until > now()',
    );
    return new Map(rows.map(({ name, until }) => [name, until.getTime()]));
  };
  const first = await leases();
  for (let now = first; now.size > 0; now = await leases()) {
    for (const [name, until] of now) if (until > (first.get(name) ?? 0)) return true;
    await sleep(lookAgainMs);
  }
  return false;
};
