import type { Knobs, MemoryStatus, SourceAccess, SourceType } from '#domain';

export type Principal = 'adaptor' | 'client' | 'agent' | 'operator';

/**
 * What the rows are wanted for. `inspect` by an operator looks past who may hear it and, where no agent is named, past the agent, never past the tenant.
 * By `list`, `get`, `history` and `export` people read what is held with them as subject or speaker, and by `forget` they
 * have it forgotten. Everything else is judged alike.
 */
export const operations = [
  'recall',
  'list',
  'search',
  'get',
  'history',
  'export',
  'count',
  'write',
  'forget',
  'inspect',
] as const;
export type Operation = (typeof operations)[number];

/** One half-open interval [from, to) of being an active participant; `to` null has not ended. */
export interface Membership {
  readonly sourceId: string;
  readonly from: Date;
  readonly to: Date | null;
}

/** Who asks: all entities that active links join, and everywhere they are or were. */
export interface Viewer {
  readonly cluster: readonly string[];
  readonly memberships: readonly Membership[];
  /** A verified identity stands behind the account that asks. */
  readonly isVerified: boolean;
}

/** A source with what decides about it, resolved now. A thread of a dm is given as type `dm`. */
export interface Place {
  readonly sourceId: string;
  readonly type: SourceType;
  readonly access: SourceAccess;
  /** The parent, when this is a thread of it. */
  readonly threadOf: string | null;
  /** A thread for its own participants alone, whatever it hangs under. */
  readonly isApart: boolean;
  /** Sources whose participants read here: the place and, of a thread that is not apart, what it hangs under. */
  readonly readerSourceIds: readonly string[];
  /** Nearest ancestor of type workspace, itself included. */
  readonly workspaceId: string | null;
  /** At some time newcomers could not scroll up here to what was said before they joined. */
  readonly hasHidden: boolean;
}

/** A half-open stretch of time; null is without end on that side. */
export interface Stretch {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Somebody who will read the answer, the viewer included. */
export interface Reader {
  readonly cluster: readonly string[];
  /** Stored as an active participant of `place`. Absent for somebody whom only the caller named: they narrow, never widen. */
  readonly isParticipant?: boolean;
  /** Of somebody whom only the caller named: everywhere they are or were. Absent is nowhere. */
  readonly memberships?: readonly Membership[];
}

export interface ReadRequest {
  readonly tenantId: string;
  /** Null is every agent, for an inspecting operator; for anybody else it is none. */
  readonly agentId: string | null;
  readonly principal: Principal;
  readonly operation: Operation;
  readonly now: Date;
  readonly knobs: Knobs;
  /** Null when the asker did not resolve to an entity. */
  readonly viewer: Viewer | null;
  /** Where the answer is read; null is a private conversation between viewer and agent. */
  readonly place: Place | null;
  /**
   * The viewer, whoever the caller added, and the active people who read in `place`: all of them, or somebody of them, where there
   * is anybody, and each whom anything at hand is kept from. Where a knob asks who is present, all of them.
   */
  readonly audience: readonly Reader[];
  /**
   * When everybody who reads along took part in `place`, and in what it is a thread of: what was said then was said in
   * front of them all.
   */
  readonly together: { readonly here: readonly Stretch[]; readonly above: readonly Stretch[] };
  /** Everybody who is active where `place` is read is a member of its workspace now; false where it lies in none. */
  readonly arePlaceReadersMembers: boolean;
  /** Entities that share a source, now, with every reader: all of them, or those of them whom the rows at hand are about. */
  readonly contactsOfAll: readonly string[];
  /** Rank-3 memories this viewer holds a live grant for. */
  readonly grantedMemoryIds: readonly string[];
  /** Read as of then: statements observed later are unknown. Null is now. */
  readonly asOf: Date | null;
  /** Which rows are wanted. Others than active ones are listed to operators and, of their own, to people alone. */
  readonly requestedStatus: MemoryStatus;
}

/**
 * A memory or message as the decision sees it, read fresh. Words are plain strings here: a corrupt row must reach
 * the decision and be denied, not fail to parse.
 */
export interface MemoryFacts {
  readonly memoryId: string;
  readonly tenantId: string;
  /** Null is shared by the tenant's agents. */
  readonly agentId: string | null;
  readonly status: string;
  readonly expiresAt: Date | null;
  readonly scope: string;
  readonly sensitivity: number;
  readonly disclosure: string;
  readonly portable: boolean;
  readonly speakerId: string | null;
  readonly ownerId: string | null;
  readonly subjectIds: readonly string[];
  /** Whom its speaker keeps it from ("don't tell Tom"), and who may be meant since it was read; never the speaker. */
  readonly withheldFromIds: readonly string[];
  /** When it was said last, where it was said more than once: presence is judged then. */
  readonly observedAt: Date;
  /** Known from then on. */
  readonly firstObservedAt: Date;
  /** When its superseding statement was observed; null while it stands. */
  readonly supersededAt: Date | null;
  /** Null: explicitly global, or imported without a source. */
  readonly source: MemorySource | null;
  readonly imported: boolean;
}

/**
 * Where it was said, as confined as that place was then and is now: by no change of the place does it reach more people.
 * A thread of a dm is a dm here too. Plain strings, for the same reason as above.
 */
export interface MemorySource {
  readonly sourceId: string;
  readonly type: string;
  /** Open: any member of its workspace might read it then, and may now. */
  readonly access: string;
  /** What newcomers may scroll up to, then and now. */
  readonly history: string;
  /** The place it was told in; null when others than then read there now. */
  readonly toldIn: string | null;
  /** Of a thread that is not apart: what it hung under then, and hangs under now. */
  readonly heardIn: string | null;
  readonly workspaceId: string | null;
}
