import type { EvidenceKind } from './evidence.js';

/** An evidence before it is weighed. */
export interface Found {
  readonly kind: EvidenceKind;
  /** How much of the weight of its kind it has, from 0 to 1. */
  readonly share: number;
  readonly detail: string;
}

/** The same whichever is named first. */
export const bothOf = (one: string, other: string): string =>
  [one, other]
    .map((name) => `"${name}"`)
    .sort()
    .join(' and ');
