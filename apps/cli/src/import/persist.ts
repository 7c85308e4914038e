import { setTimeout as pause } from 'node:timers/promises';
import type { Api, ApiReply } from '../api.js';
import { CommandError } from '../failure.js';

/** The server is busy, full or on its way back, and says so itself or through what stands before it. */
const comeAgain = new Set([429, 502, 503, 504]);

const shortestMs = 50;
const longestMs = 15_000;

/** Doubles from a quarter of a second; never shorter than asked for, never so short that it would spin. */
export const pauseBefore = (attempt: number, retryAfterMs: number | null): number =>
  Math.max(retryAfterMs ?? Math.min(250 * 2 ** Math.min(attempt - 1, 10), longestMs), shortestMs);

/** How long nothing at all has got on, whichever of several requests got it on. */
export class Progress {
  private last = performance.now();

  constructor(readonly patienceMs: number) {}

  made(): void {
    this.last = performance.now();
  }

  isStalled(): boolean {
    return performance.now() - this.last > this.patienceMs;
  }

  get patience(): string {
    return this.patienceMs < 60_000
      ? `${String(Math.round(this.patienceMs / 1000))} seconds`
      : `${String(Math.round(this.patienceMs / 60_000))} minutes`;
  }
}

/** Asks again for as long as the server answers that it should, and anything got on within the last minutes. */
export const persist = async (
  api: Api,
  progress: Progress,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiReply> => {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await api.once(method, path, body);
    if (!comeAgain.has(reply.status)) return reply;
    if (progress.isStalled())
      throw new CommandError(
        `${api.endpoint.url} is busy (status ${String(reply.status)}), and nothing got on for ${progress.patience}.`,
      );
    await pause(pauseBefore(attempt, reply.retryAfterMs), undefined, { signal: api.signal });
  }
};
