import type { Knobs } from '#domain';
import type { Secret } from './secret.js';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type EmbedderConfig =
  | { readonly kind: 'bundled' }
  | { readonly kind: 'none' }
  /** A folder with model.onnx, tokenizer.json and a manifest. */
  | { readonly kind: 'onnx'; readonly path: string }
  | {
      readonly kind: 'openai';
      readonly url: string;
      readonly model: string;
      readonly key: Secret | null;
      readonly dimensions: number;
    };

/** What puts the facts of an answer in order once more. */
export interface RerankerConfig {
  /** Up to and without `/rerank`. */
  readonly url: string;
  readonly model: string;
  readonly key: Secret | null;
}

export type ExtractorConfig =
  | { readonly kind: 'rules' }
  /** Rules, and a language model that proposes. */
  | {
      readonly kind: 'model';
      readonly provider: 'openai' | 'anthropic' | 'google';
      /** Null: where the provider is. */
      readonly url: string | null;
      readonly model: string;
      readonly key: Secret | null;
      /** Of how many messages of a tenant it is asked in a day (UTC) at most. */
      readonly dailyMessages: number;
      /** It is asked about a place once nobody has said anything there for so long. */
      readonly pauseMs: number;
    };

/** How tokens of people are checked; null: nobody can be verified. */
export interface VerificationConfig {
  /** Signed with it by HS256. */
  readonly secret: Secret | null;
  /** Where the issuer's public keys are. */
  readonly jwksUrl: string | null;
  readonly issuer: string;
  readonly audience: string;
}

/** Where the broker is, and who we are to it. Files are named, not read. */
export interface NatsConfig {
  readonly url: Secret;
  /** First token of every subject: several installations share a server under different ones. */
  readonly prefix: string;
  readonly nkey: Secret | null;
  readonly credentialsFile: string | null;
  readonly caFile: string | null;
  readonly certificateFile: string | null;
  readonly keyFile: string | null;
}

/** Where the memory index is kept, if not in the database. */
export interface QdrantConfig {
  readonly url: Secret;
  readonly key: Secret | null;
  /** Begins the name of every collection: several installations share a server under different ones. */
  readonly prefix: string;
  /** How vectors are kept small beside the whole ones, by which an answer is weighed again. */
  readonly quantization: 'none' | 'scalar' | 'binary';
}

export interface KithConfig {
  readonly host: string;
  readonly port: number;
  /** `memory://` keeps nothing. */
  readonly dataDir: string;
  /** Null: the embedded engine. */
  readonly databaseUrl: Secret | null;
  /** Connections of the process to a server at most; null: as many as its app takes. */
  readonly databasePool: number | null;
  /** Null: the bus is in the database. */
  readonly nats: NatsConfig | null;
  /** Null: the memory index is in the database. */
  readonly qdrant: QdrantConfig | null;
  /** Null: one is made at first start. */
  readonly operatorKey: Secret | null;
  readonly embedder: EmbedderConfig;
  /** Null: nobody. */
  readonly reranker: RerankerConfig | null;
  readonly extractor: ExtractorConfig;
  readonly extraction: { readonly enabled: boolean; readonly confidenceThreshold: number };
  readonly verification: VerificationConfig | null;
  /** Whether what is told to nobody any more is put away by itself, and how many memories an owner may hold at most; null: any. */
  readonly memory: { readonly autoGc: boolean; readonly maxEntries: number | null };
  /** Whether maintenance tasks run by themselves, or on demand alone. */
  readonly maintenance: { readonly isScheduled: boolean };
  readonly knobs: Knobs;
  readonly logLevel: LogLevel;
  /** Where spans go, by OTLP over HTTP, and of how many of the traces that begin here; null: nothing is traced. */
  readonly traces: { readonly url: string; readonly share: number } | null;
}
