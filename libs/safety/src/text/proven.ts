import type { Occurs } from './any-case.js';

/** A pattern with what it must find and what it must leave. */
export interface PatternRow {
  readonly id: string;
  readonly pattern: RegExp | Occurs;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** The pattern of a row; `test/patterns/pattern-rows.unit.spec.ts` finds every row in the sources and tries it. */
export const proven = ({ pattern }: PatternRow & { readonly pattern: RegExp }): RegExp => pattern;
