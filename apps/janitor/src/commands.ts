import type { ClientProxy } from '@nestjs/microservices';
import { firstValueFrom, timeout } from 'rxjs';
import type { Answer, Caller, MaintenanceCommands, Page, ParkedView } from '#contracts';

/** The app that is asked does not answer, or not what was asked for: the task is tried again later. */
class NotCarriedOutError extends Error {
  override readonly name = 'NotCarriedOutError';
}

const withinMs = 60_000;

type Asks<Service> = {
  readonly [Operation in keyof Service]: Service[Operation] extends (
    input: infer Input,
  ) => Promise<Answer<infer Value>>
    ? (input: Input) => Promise<Value>
    : never;
};

/** In whose name something is asked of ingest that operators ask for, too. */
interface InTenant {
  readonly tenantId: string;
  /** As reports name whoever asked: `key:<id>`, or the schedule. */
  readonly by: string;
}

const callerOf = ({ tenantId, by }: InTenant): Caller => ({
  tenantId,
  keyId: by.replace(/^key:/u, ''),
  roles: ['operator'],
});

export interface IndexChange {
  readonly what: 'memory' | 'message';
  readonly id: string;
  readonly position: bigint;
}

/** Asks ingest, the one writer. What it refuses is a failure of the task. */
export class Commands implements Asks<MaintenanceCommands> {
  constructor(private readonly apps: ClientProxy) {}

  /** Whether somebody carries out what is asked. */
  async isAnswered(): Promise<boolean> {
    try {
      await firstValueFrom(this.apps.send<unknown>('ingest.ready', {}).pipe(timeout(2_000)));
      return true;
    } catch {
      return false;
    }
  }

  retire(input: Parameters<MaintenanceCommands['retire']>[0]): Promise<readonly string[]> {
    return this.ask('ingest.retire', input);
  }

  reproject(input: Parameters<MaintenanceCommands['reproject']>[0]): Promise<null> {
    return this.ask('ingest.reproject', input);
  }

  withdrawEvidence(input: Parameters<MaintenanceCommands['withdrawEvidence']>[0]): Promise<number> {
    return this.ask('ingest.withdrawEvidence', input);
  }

  endProposals(input: Parameters<MaintenanceCommands['endProposals']>[0]): Promise<number> {
    return this.ask('ingest.endProposals', input);
  }

  closeNames(input: Parameters<MaintenanceCommands['closeNames']>[0]): Promise<number> {
    return this.ask('ingest.closeNames', input);
  }

  weighAgain(input: Parameters<MaintenanceCommands['weighAgain']>[0]): Promise<readonly string[]> {
    return this.ask('ingest.weighAgain', input);
  }

  proposeMerges(input: Parameters<MaintenanceCommands['proposeMerges']>[0]): Promise<number> {
    return this.ask('ingest.proposeMerges', input);
  }

  /** Has recall read these rows as they are, and bring them into the index or take them out. */
  async index(tenantId: string, changes: readonly IndexChange[]): Promise<void> {
    const told = changes.map(({ what, id, position }) => ({ what, id, position: position.toString() }));
    if (told.length > 0) await this.ask('recall.index', { tenantId, changes: told });
  }

  noteRun(input: Parameters<MaintenanceCommands['noteRun']>[0]): Promise<null> {
    return this.ask('ingest.noteRun', input);
  }

  listParked(by: InTenant, limit: number, cursor: string | null): Promise<Page<ParkedView>> {
    const query = { limit, ...(cursor === null ? {} : { cursor }) };
    return this.ask('ingest.listParked', { caller: callerOf(by), query });
  }

  /** False: it is parked no more. */
  async settleParked(how: 'replay' | 'discard', by: InTenant, parkedId: string): Promise<boolean> {
    const answer = await this.asked<Answer<unknown>>(`ingest.${how}Parked`, {
      caller: callerOf(by),
      parkedId,
    });
    if (!answer.ok && answer.problem.kind !== 'not-found') throw new NotCarriedOutError(answer.problem.kind);
    return answer.ok;
  }

  private asked<Told>(pattern: string, input: unknown): Promise<Told> {
    return firstValueFrom(this.apps.send<Told>(pattern, input).pipe(timeout(withinMs)));
  }

  private async ask<Value>(pattern: string, input: unknown): Promise<Value> {
    const answer = await this.asked<Answer<Value>>(pattern, input);
    if (!answer.ok) throw new NotCarriedOutError(`${pattern}: ${answer.problem.kind}`);
    return answer.value;
  }
}
