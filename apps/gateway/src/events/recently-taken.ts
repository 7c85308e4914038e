import type { Caller } from '#contracts';

const scopeOf = ({ tenantId, agent, platform }: Pick<Caller, 'tenantId' | 'agent' | 'platform'>): string =>
  JSON.stringify([tenantId, agent ?? null, platform ?? null]);

const mostKept = 20_000;

/** Events this process has put on the bus lately: ingest cannot know them before it takes them from there. */
export class RecentlyTaken {
  readonly #keys = new Set<string>();

  /** Whoever may be told of it: keys of the tenant, and those of the same agent or platform alone. */
  add(caller: Caller, eventKey: string): void {
    this.#note(scopeOf({ tenantId: caller.tenantId }), eventKey);
    this.#note(scopeOf(caller), eventKey);
  }

  has(caller: Caller, eventKey: string): boolean {
    return this.#keys.has(`${scopeOf(caller)}|${eventKey}`);
  }

  #note(scope: string, eventKey: string): void {
    const [oldest] = this.#keys;
    if (this.#keys.size >= mostKept && oldest !== undefined) this.#keys.delete(oldest);
    this.#keys.add(`${scope}|${eventKey}`);
  }
}
