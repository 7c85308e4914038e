import type { Plan } from '#policy';

/** One fact or message as the index keeps it: what conditions name, what is searched, nothing that is rendered. */
export interface IndexEntry {
  readonly id: string;
  readonly kind: 'fact' | 'message';
  readonly tenantId: string;
  readonly agentId: string | null;
  readonly status: string;
  readonly scope: string;
  readonly sensitivity: number;
  readonly disclosure: string;
  readonly portable: boolean;
  readonly imported: boolean;
  readonly sourceId: string | null;
  readonly sourceType: string | null;
  readonly sourceAccess: string | null;
  readonly sourceHistory: string | null;
  readonly toldIn: string | null;
  readonly heardIn: string | null;
  readonly workspaceId: string | null;
  readonly speakerId: string | null;
  readonly ownerId: string | null;
  readonly subjectIds: readonly string[];
  readonly withheldFromIds: readonly string[];
  readonly conversationId: string | null;
  readonly memoryType: string | null;
  readonly trust: string;
  readonly importance: number;
  /** When it was said last, where it was said more than once. */
  readonly observedAt: Date;
  readonly firstObservedAt: Date;
  readonly expiresAt: Date | null;
  readonly supersededAt: Date | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Log position of the row's newest event: an older upsert never overwrites a newer one. */
  readonly position: bigint;
  /** Text for lexical search: content, names of subjects and speaker, and the date in words. */
  readonly searchText: string;
  /** Null when this kind is not embedded. */
  readonly embedding: Float32Array | null;
}

export interface IndexKey {
  readonly tenantId: string;
  readonly id: string;
}

export interface Hit {
  readonly id: string;
  readonly kind: 'fact' | 'message';
  /** Cosine similarity in [-1, 1]; null when the row was not compared. */
  readonly similarity: number | null;
  /** BM25 over the permitted rows alone, facts and messages apart (windows and clues included for messages); null when no term matched. */
  readonly lexical: number | null;
  /** 1-based rank inside its retriever's list; null when absent from it. */
  readonly denseRank: number | null;
  readonly lexicalRank: number | null;
}

/** What a question tells of the messages that may answer it, beside its words. Nothing is left out by it. */
export interface Clues {
  /** By whom; empty where the question names nobody, or several. */
  readonly speakerIds: readonly string[];
  /** When: in any of these times, each from its beginning on and before its end. */
  readonly within: readonly { readonly from: Date; readonly to: Date }[];
}

export type Order =
  | {
      readonly by: 'relevance';
      readonly text: string;
      readonly embedding: Float32Array | null;
      readonly clues: Clues;
    }
  | { readonly by: 'recency' }
  | { readonly by: 'importance' };

export const noClues: Clues = { speakerIds: [], within: [] };

/** One lane: rows that pass `where`, best first. */
export interface LaneQuery {
  readonly name: string;
  /** INVARIANT: applied inside every retriever, before ranking; idf, ranks and neighbours come from rows that pass. */
  readonly where: Plan;
  readonly order: Order;
  readonly limit: number;
  /** Rows to skip, for over-fetching when the recheck denied some. */
  readonly offset: number;
}

export interface LaneHits {
  readonly name: string;
  readonly hits: readonly Hit[];
  /** True when no further row passes. */
  readonly exhausted: boolean;
}

/** Derived and disposable: dropped and rebuilt from the log at any time. */
export abstract class MemoryIndex {
  /** Makes the first search as fast as the next ones. Searches work without it. */
  abstract warm(): Promise<void>;
  /** Idempotent; guarded by `position`. */
  abstract upsert(entries: readonly IndexEntry[]): Promise<void>;
  abstract remove(ids: readonly string[], position: bigint): Promise<void>;
  /** All lanes in one round trip. The caller still decides each row afresh. */
  abstract search(lanes: readonly LaneQuery[]): Promise<readonly LaneHits[]>;
  /** Everybody whom a row that passes is about, in no order. */
  abstract subjects(where: Plan): Promise<readonly string[]>;
  /** Positions at which these ids are indexed; absent ids are not. */
  abstract positions(ids: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** Facts that are found by their words alone for now, in order of id behind `after`. */
  abstract withoutVectors(after: string, limit: number): Promise<readonly IndexKey[]>;
  /** Every entry of a tenant, in order of id behind `after`. */
  abstract entriesBehind(
    tenantId: string,
    after: string,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly position: bigint }[]>;
  /** How many entries there are; near enough where counting them would hold others up. */
  abstract count(): Promise<number>;
  abstract clear(): Promise<void>;
}
