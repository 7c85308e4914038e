/** Who is meant, as a text says it. `named`: nobody known has that name; a placeholder will be made. */
export type SubjectRef =
  | { readonly kind: 'entity'; readonly entityId: string }
  | { readonly kind: 'named'; readonly name: string; readonly handle: boolean }
  /** Somebody of a speaker's life, whom no account is known of: the speaker's, not the place's. */
  | { readonly kind: 'kin'; readonly entityId: string; readonly name: string }
  | {
      readonly kind: 'ambiguous';
      readonly name: string;
      readonly candidates: readonly string[];
      /** Names among those who may be meant that nobody known bears. */
      readonly named: readonly { readonly name: string; readonly handle: boolean }[];
    };
