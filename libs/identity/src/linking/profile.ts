import type { EvidenceKind } from './evidence.js';

/** A name that an account bore; `to` null: it bears it still. */
export interface NameBorne {
  readonly text: string;
  readonly from: Date;
  readonly to: Date | null;
}

/** Who somebody is to an issuer that both sides trust. */
export interface VerifiedId {
  readonly iss: string;
  readonly sub: string;
}

/** "I'm neo on Telegram": what an account said of itself, never checked by having been said. */
export interface SelfDeclaration {
  readonly platform: string;
  readonly handle: string;
}

/** How somebody writes. Never more than weak evidence. */
export interface Habits {
  /** How many messages in each hour of the day, UTC. */
  readonly hours: readonly number[];
  /** How many messages hold each word that few people use. */
  readonly words: ReadonlyMap<string, number>;
}

/** What is known of one account, as far as it tells whose it is. */
export interface AccountProfile {
  readonly entityId: string;
  readonly platform: string;
  readonly platformUserId: string;
  readonly handle: string | null;
  readonly displayName: string | null;
  /** Handles that it bore before. */
  readonly earlierNames: readonly NameBorne[];
  readonly verified: VerifiedId | null;
  readonly declared: readonly SelfDeclaration[];
  /** Sources it takes part in. */
  readonly placeIds: readonly string[];
  /** Entities it talks with. */
  readonly contactIds: readonly string[];
  readonly habits: Habits | null;
}

/** What is known of two accounts together. The same whichever is named first. */
export interface PairContext {
  /** Each proved to the other side that it holds both, by a code said here and there. */
  readonly codeConfirmed: boolean;
  /** Their platform said that the one became the other. */
  readonly renamedByPlatform: boolean;
  /** Both were seen to write within moments of each other. */
  readonly spokeAtOnce: boolean;
  /** Kinds of evidence that lay before whoever said "these are different people"; null: nobody said so. */
  readonly decidedDifferentOn: readonly EvidenceKind[] | null;
  /** Other accounts that bear the name on which these two meet. */
  readonly namesakes: number;
}

export const nothingKnownOfPair: PairContext = {
  codeConfirmed: false,
  renamedByPlatform: false,
  spokeAtOnce: false,
  decidedDifferentOn: null,
  namesakes: 0,
};
