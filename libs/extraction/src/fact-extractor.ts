import type { Disclosure, MemoryType, Sensitivity, SensitivityLabel } from '#domain';

/** Somebody who may be spoken of: everyone known to the place, by every name they have or had there. */
export interface KnownPerson {
  readonly entityId: string;
  readonly kind: 'human' | 'agent' | 'org' | 'system' | 'unknown';
  readonly names: readonly { readonly text: string; readonly kind: 'handle' | 'display_name' | 'alias' }[];
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

/** Who a statement is about, as the text says it. `named`: nobody known has that name; a placeholder will be made. */
export type SubjectRef =
  | { readonly kind: 'entity'; readonly entityId: string }
  | { readonly kind: 'named'; readonly name: string; readonly handle: boolean }
  /** Somebody of a speaker's life, whom no account is known of: the speaker's, not the place's. */
  | { readonly kind: 'kin'; readonly entityId: string; readonly name: string }
  | { readonly kind: 'ambiguous'; readonly name: string; readonly candidates: readonly string[] };

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

/** "Forget that", "don't tell", "you can tell Y": acts on facts already held, or on the others of this message. */
export type Directive =
  | { readonly kind: 'forget-about-me' }
  | { readonly kind: 'forget'; readonly what: string | null }
  /** Heard as an order, and not done or not all of it: done so, it would reach further than it asks, or than they may. */
  | { readonly kind: 'left-undone'; readonly reason: 'order-with-exception' | 'others-not-forgotten' }
  /** "Scratch that", among people: what the speaker stated last, or what they reply to. */
  | { readonly kind: 'take-back' }
  /** The very words that shall go: those asked for from what was said before too, those only told of from this message. */
  | { readonly kind: 'forget-values'; readonly asked: readonly string[]; readonly told: readonly string[] }
  /** `what`: the words for it, or null: what the speaker said last. */
  | {
      readonly kind: 'confide';
      readonly except: readonly SubjectRef[];
      /** Whom it is kept from by name, and whether from whoever it is about: "don't tell her". */
      readonly from: readonly SubjectRef[];
      readonly fromSpokenOf: boolean;
      /** From these and nobody else: those who are there may know. */
      readonly onlyFromSome: boolean;
      /**
       * `earlier`: the message says nothing else, and means what was said before. `both`: that and what it says. `said-again`:
       * what it says holds what it asks for already; what said the same before has to.
       */
      readonly of: 'earlier' | 'both' | 'said-again';
      readonly what: string | null;
    }
  /** To nobody in particular: it is no secret any more. */
  | { readonly kind: 'release'; readonly to: readonly SubjectRef[]; readonly what: string | null };

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

/** The messages of one call, each with what it is read with. */
export type ExtractionBatch = readonly {
  readonly message: WindowMessage;
  readonly context: ReadingContext;
}[];

/** Port and DI token in one. Adapters: rules (default); a language model may follow without a change to ingest. */
export abstract class FactExtractor {
  /** Name and version; a new version may read everything again. */
  abstract readonly version: string;
  /** What each message holds, in the order of the batch. Rejects once `signal` is aborted. */
  abstract extract(batch: ExtractionBatch, signal: AbortSignal): Promise<readonly Extraction[]>;
  abstract traitsOf(content: string): StatementTraits;
  /** How delicate the words of a whole message are, whatever they state; cheap, for every message is asked. */
  abstract sensitivityOf(text: string): Sensitivity;

  /** Lets go of what it holds; nothing is read afterwards. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
