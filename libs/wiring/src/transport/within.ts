import type { ClientProxy } from '@nestjs/microservices';
import { firstValueFrom, timeout } from 'rxjs';

/** A request with how long it is waited for. */
export class Within {
  constructor(
    readonly input: unknown,
    readonly ms: number,
  ) {}
}

/** How long an app waits for another where nobody said. */
const usualMs = 15_000;

export const withinOf = (data: unknown): Within =>
  data instanceof Within ? data : new Within(data, usualMs);

/** Asks an app and waits so long; then it is told that nobody waits any more, and this rejects with TimeoutError. */
export const askWithin = (apps: ClientProxy, pattern: string, input: unknown, ms: number): Promise<unknown> =>
  firstValueFrom(apps.send<unknown>(pattern, new Within(input, ms)).pipe(timeout(ms)));
