import { setTimeout as sleep } from 'node:timers/promises';

/** More are found again by looking through the index. */
const most = 20_000;
/** So long nothing was indexed: nobody is held up. */
const quietMs = 400;
/** However much is indexed, vectors come on. */
const mostPatienceMs = 2_000;

/** What was indexed by its words lately, and gets its vectors when it is quiet. */
export class FollowingRows {
  private readonly byTenant = new Map<string, Set<string>>();
  private count = 0;
  private lastAdded = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.count;
  }

  /** False where there are too many already. */
  add(tenantId: string, ids: readonly string[]): boolean {
    this.lastAdded = performance.now();
    if (this.count + ids.length > most) return false;
    const known = this.byTenant.get(tenantId) ?? new Set();
    this.byTenant.set(tenantId, known);
    this.count -= known.size;
    for (const id of ids) known.add(id);
    this.count += known.size;
    return true;
  }

  /** The first of one tenant, which are no longer here: one that changes meanwhile comes again. */
  take(limit: number): readonly [string, readonly string[]] {
    for (const [tenantId, ids] of this.byTenant) {
      const taken = [...ids].slice(0, limit);
      for (const id of taken) ids.delete(id);
      this.count -= taken.length;
      if (ids.size === 0) this.byTenant.delete(tenantId);
      return [tenantId, taken];
    }
    return ['', []];
  }

  /** Waits for a pause in what comes, though not for ever: facts, and what is found by words, go first. */
  async calm(signal: AbortSignal): Promise<void> {
    const limit = performance.now() + mostPatienceMs;
    while (!signal.aborted) {
      const now = performance.now();
      const wait = Math.min(this.lastAdded + quietMs, limit) - now;
      if (wait <= 0) return;
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
