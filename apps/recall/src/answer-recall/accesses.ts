import type { Database } from '#database';
import { noteAccesses, type Accessed } from '#read-models';

export interface AccessesOptions {
  readonly database: Database;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
  readonly everyMs?: number;
}

/** So many are kept in mind at most before they are written down. */
const mostHeld = 10_000;

/**
 * How often each fact was told, and when last: what is least told goes first when there is too much.
 * Counted in memory and written now and then, so that a recall itself writes nothing. Whoever is killed in between loses
 * what was not written: a count, not a memory.
 */
export class Accesses {
  private held = new Map<string, Accessed>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly options: AccessesOptions) {}

  start(): void {
    this.timer = setInterval(() => void this.flush(), this.options.everyMs ?? 15_000).unref();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.flush();
  }

  told(tenantId: string, memoryIds: readonly string[]): void {
    const lastAt = this.options.now();
    for (const memoryId of memoryIds) {
      const times = (this.held.get(memoryId)?.times ?? 0) + 1;
      this.held.set(memoryId, { memoryId, tenantId, times, lastAt });
    }
    if (this.held.size >= mostHeld) void this.flush();
  }

  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write()).catch(this.options.onError);
    return this.writing;
  }

  private async write(): Promise<void> {
    const accessed = [...this.held.values()];
    this.held = new Map();
    await noteAccesses(this.options.database, accessed);
  }
}
