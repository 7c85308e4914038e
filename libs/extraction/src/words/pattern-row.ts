import type { Occurs } from '#safety';

/** A pattern with what it must find and what it must leave; `pattern-rows.unit.spec.ts` tries every row of every table. */
export interface PatternRow {
  readonly id: string;
  readonly pattern: RegExp | Occurs;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}
