import { Controller, Inject, UseFilters } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { Delivery, Outcome } from '#messaging';
import { BusContext, Consumes, PassErrorsOn } from '#wiring';
import { mostAttempts, Runner } from './runner.js';

export const tasksName = 'janitor-tasks';

@Controller()
@UseFilters(PassErrorsOn)
export class TasksController {
  constructor(@Inject(Runner) private readonly runner: Runner) {}

  @Consumes({ name: tasksName, kind: 'tasks', batchSize: 1, maxAttempts: mostAttempts })
  async run(
    @Payload() deliveries: readonly Delivery[],
    @Ctx() { signal }: BusContext,
  ): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const delivery of deliveries) outcomes.push(await this.runner.handle(delivery, signal));
    return outcomes;
  }
}
