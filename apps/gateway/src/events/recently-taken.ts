const mostKept = 20_000;

/** Events this process has put on the bus lately: ingest cannot know them before it takes them from there. */
export class RecentlyTaken {
  readonly #keys = new Set<string>();

  add(tenantId: string, eventKey: string): void {
    const [oldest] = this.#keys;
    if (this.#keys.size >= mostKept && oldest !== undefined) this.#keys.delete(oldest);
    this.#keys.add(`${tenantId}|${eventKey}`);
  }

  has(tenantId: string, eventKey: string): boolean {
    return this.#keys.has(`${tenantId}|${eventKey}`);
  }
}
