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
  /** Names the text that is embedded: a vector of this row is kept as long as its text has this key. Empty: none is kept of it. */
  readonly textKey: string;
  /** Null: none is given; one of the same text stays. */
  readonly embedding: Embedding | null;
}

/** A vector, and which encoder made it: what different ones made is never compared. */
export interface Embedding {
  readonly model: string;
  readonly vector: Float32Array;
}

/** A question's vector. */
export interface AskedEmbedding extends Embedding {
  /** From this cosine on a message may be found by its meaning alone; up to it, sentences of this encoder are unrelated. */
  readonly near: number;
}

/** The vector of a text that a row has or had. */
export interface TextVector {
  readonly id: string;
  readonly textKey: string;
  readonly vector: Float32Array;
}

export interface MissingVectors {
  readonly keys: readonly IndexKey[];
  /** The last row that was looked at; null where none is left. */
  readonly last: string | null;
}

/** Which encoder's vectors questions are compared with, and which are made beside them to stand in their place. */
export interface Models {
  readonly answering: string | null;
  readonly building: string | null;
}

/** What a server beside the database holds of a row. */
export interface HeldRow {
  readonly body: Uint8Array;
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
  /** BM25 over the permitted rows alone, facts and messages apart (of messages with windows, meaning and clues); null when nothing matched. */
  readonly lexical: number | null;
  /** 1-based rank inside its retriever's list; null when absent from it. A message has one retriever. */
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
      readonly embedding: AskedEmbedding | null;
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
  /** Every entry of a tenant, in order of id behind `after`. */
  abstract entriesBehind(
    tenantId: string,
    after: string,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly position: bigint }[]>;
  /** Which of the next so many rows of this kind, in order of id behind `after`, have no vector of this model. */
  abstract withoutVectors(
    model: string,
    kind: IndexEntry['kind'],
    after: string,
    limit: number,
  ): Promise<MissingVectors>;
  /** Those of these rows that are there and have no vector of this model. */
  abstract lackingVectors(model: string, ids: readonly string[]): Promise<readonly string[]>;
  /** INVARIANT: a vector is kept only of a text that its row still has. */
  abstract addVectors(model: string, vectors: readonly TextVector[]): Promise<void>;
  abstract models(): Promise<Models>;
  /** Vectors of models that are neither are gone. */
  abstract useModels(models: Models): Promise<void>;
  /** What is kept outside of the database's tables: of every row of a tenant, and of each that was removed. */
  abstract held(tenantId: string): AsyncIterable<HeldRow>;
  /** Which server keeps it; null where it is in the database's tables. */
  abstract readonly server: 'Qdrant' | null;
  /** How many entries there are; near enough where counting them would hold others up. */
  abstract count(): Promise<number>;
  abstract clear(): Promise<void>;
}
