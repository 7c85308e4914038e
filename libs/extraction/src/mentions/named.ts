import type { Gender, SubjectRef } from '#identity';

/** Somebody spoken of: a person by name, or a person of the speaker's life without one ("my sister"). */
export interface SpokenOf {
  readonly ref: SubjectRef | null;
  readonly kin: string | null;
  /** Whose kin it is; absent: the speaker's. */
  readonly of?: SubjectRef;
}
export interface Named {
  readonly ref: SubjectRef;
  /** Tokens it takes. */
  readonly length: number;
  /** Nobody known has the name: only a statement that fits people alone may be taken for one about somebody. */
  readonly unknown: boolean;
  readonly gender: Gender;
}
