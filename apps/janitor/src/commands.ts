import type { ClientProxy } from '@nestjs/microservices';
import { firstValueFrom, timeout } from 'rxjs';
import type { Answer, MaintenanceCommands } from '#contracts';

/** The app that is asked does not answer, or not what was asked for: the task is tried again later. */
export class NotCarriedOutError extends Error {
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

  noteRun(input: Parameters<MaintenanceCommands['noteRun']>[0]): Promise<null> {
    return this.ask('ingest.noteRun', input);
  }

  private async ask<Value>(pattern: string, input: unknown): Promise<Value> {
    const answer = await firstValueFrom(
      this.apps.send<Answer<Value>>(pattern, input).pipe(timeout(withinMs)),
    );
    if (!answer.ok) throw new NotCarriedOutError(`${pattern}: ${answer.problem.kind}`);
    return answer.value;
  }
}
