import type { TaskFinding } from './report-entity.js';

const mostSamples = 20;

/** What a run found and changed so far, by kind. */
export class Tally {
  private readonly kinds = new Map<string, { found: number; changed: number; samples: string[] }>();

  /**
   * Of a run that was cut short, `before` is what it had written down: what it changed is not found again, so it counts as
   * found; what it had found and not changed is found once more.
   */
  constructor(before: readonly TaskFinding[] = []) {
    for (const { kind, changed, sampleIds } of before)
      if (changed > 0)
        this.kinds.set(kind, { found: changed, changed, samples: sampleIds.slice(0, changed) });
  }

  found(kind: string, ids: readonly string[]): void {
    if (ids.length === 0) return;
    const of = this.of(kind);
    of.found += ids.length;
    for (const id of ids)
      if (of.samples.length < mostSamples && !of.samples.includes(id)) of.samples.push(id);
  }

  changed(kind: string, count: number): void {
    if (count > 0) this.of(kind).changed += count;
  }

  get findings(): readonly TaskFinding[] {
    return [...this.kinds]
      .map(([kind, { found, changed, samples }]) => ({ kind, found, changed, sampleIds: [...samples] }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1));
  }

  private of(kind: string): { found: number; changed: number; samples: string[] } {
    const known = this.kinds.get(kind) ?? { found: 0, changed: 0, samples: [] };
    this.kinds.set(kind, known);
    return known;
  }
}

const summed = (findings: readonly TaskFinding[], of: 'found' | 'changed'): number =>
  findings.reduce((sum, finding) => sum + finding[of], 0);

export const totalsOf = (
  findings: readonly TaskFinding[],
): { readonly found: number; readonly changed: number } => ({
  found: summed(findings, 'found'),
  changed: summed(findings, 'changed'),
});
