import type { Disclosure, MemoryType, Sensitivity, SensitivityLabel } from '#domain';
import type { BorneName, SubjectRef } from '#identity';
import type { Directive, SaidWhere } from '#safety';
import type { Proposal, VerifierReason } from './verify/proposal.js';

/** Somebody who may be spoken of: everyone known to the place, by every name they have or had there. */
export interface KnownPerson {
  readonly entityId: string;
  readonly kind: 'human' | 'agent' | 'org' | 'system' | 'unknown';
  readonly names: readonly BorneName[];
  /** When they first could be meant here; somebody known by then is preferred to somebody who came later. */
  readonly knownSince: Date;
}

export interface WindowMessage {
  readonly recordId: string;
  readonly messageId: string;
  readonly authorId: string;
  readonly authorKind: KnownPerson['kind'];
  readonly text: string;
  readonly sentAt: Date;
  readonly replyTo: string | null;
  readonly mentionIds: readonly string[];
}

/** Somebody of the author's life whom the author named before: "my wife Sarah". */
export interface KnownKin {
  /** What the author called them: `wife`, `older sister`. */
  readonly word: string;
  readonly name: string;
  readonly entityId: string;
  readonly toldAt: Date;
}

/** What a message is read with. Nothing in it depends on order of arrival. */
export interface ReadingContext {
  readonly tenantId: string;
  readonly agentEntityId: string;
  readonly platform: string;
  readonly place: { readonly sourceId: string; readonly type: 'dm' | 'group' | 'thread' | 'workspace' };
  /** People of the place. */
  readonly people: readonly KnownPerson[];
  /** Accounts that these messages point at by their ids, wherever they are known. */
  readonly pointedAt: readonly KnownPerson[];
  /** Whom its author named before, where those who read this may hear of it; oldest telling first. */
  readonly kin: readonly KnownKin[];
  /** Messages before it in the same source, oldest first (up to 12, within 6 hours). */
  readonly before: readonly WindowMessage[];
  /** The message replied to, when it is known. */
  readonly repliedTo: WindowMessage | null;
}

export interface ExtractedFact {
  /** Pronoun-neutral, readable alone: `IGN: x`, `Built y`, `Allergic to z`. Never "User's", never the speaker's name. */
  readonly content: string;
  readonly subjects: readonly SubjectRef[];
  readonly memoryType: MemoryType;
  readonly importance: number;
  readonly confidence: number;
  readonly provenanceConfidence: number;
  readonly sensitivity: Sensitivity;
  readonly sensitivityLabel: SensitivityLabel;
  readonly portable: boolean;
  /** Null: the default of the place decides. */
  readonly disclosure: Disclosure | null;
  /** Whom it is kept from, whoever else may hear it. */
  readonly withheldFrom: readonly SubjectRef[];
  /** For supersession and conflicts: `favorite-color`, `residence`, `taste:mayo`, `diet`. Null supersedes nothing. */
  readonly topic: string | null;
  readonly value: string | null;
  /** Whom it names, as somebody of the speaker's life. */
  readonly names: { readonly word: string; readonly name: string; readonly ref: SubjectRef } | null;
  readonly observedAt: Date;
  readonly expiresAt: Date | null;
  /** The words say until when; else it follows from the type. */
  readonly isExpiryGiven: boolean;
  /** Span in the message text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Why: the name of the rule that found it. */
  readonly pattern: string;
}

export interface Refusal {
  readonly reason: 'credential-refused' | 'low-confidence';
  readonly pattern: string;
}

/** What was found in one message, and what that rests on. */
export interface Extraction {
  readonly facts: readonly ExtractedFact[];
  readonly refusals: readonly Refusal[];
  readonly directives: readonly Directive[];
  /** Names looked up among people, found or not, lower case: a newcomer with that name makes it read again. */
  readonly namesLookedUp: readonly string[];
  /** Whether earlier messages were consulted: one that arrives late makes it read again. */
  readonly usedContext: boolean;
  /** Whether it matters whom its author named before as somebody of their life. */
  readonly usedKin: boolean;
  /** Messages that it takes back or puts right, by their records; absent: none. */
  readonly corrects?: readonly string[];
  /** What became of each proposal; absent: there was none. */
  readonly verdicts?: readonly ('verified' | VerifierReason)[];
}

/** What can be told of a statement by itself, for facts remembered through the API. */
export interface StatementTraits {
  readonly memoryType: MemoryType;
  readonly sensitivity: Sensitivity;
  readonly sensitivityLabel: SensitivityLabel;
  readonly portable: boolean;
  readonly importance: number;
  readonly topic: string | null;
  readonly value: string | null;
}

/** What the proposer was given: messages of one place, each with what it is read with. */
export interface GivenMessage {
  readonly message: WindowMessage;
  readonly context: ReadingContext;
}

/** The messages of one call, each with what it is read with. */
export type ExtractionBatch = readonly {
  readonly message: WindowMessage;
  readonly context: ReadingContext;
  /** What was proposed to be said in it; absent: nobody proposes. */
  readonly proposals?: readonly Proposal[];
}[];

/** Port and DI token in one. Rules find facts by themselves; what a language model proposes becomes one if its words bear it. */
export abstract class FactExtractor {
  /** Name and version; a new version may read everything again. */
  abstract readonly version: string;
  /** What each message holds, in the order of the batch. Rejects once `signal` is aborted. */
  abstract extract(batch: ExtractionBatch, signal: AbortSignal): Promise<readonly Extraction[]>;
  abstract traitsOf(content: string): StatementTraits;
  /** How delicate the words of a whole message are, whatever they state; cheap, for every message is asked. */
  abstract sensitivityOf(text: string, where: SaidWhere): Sensitivity;

  /** Lets go of what it holds; nothing is read afterwards. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
