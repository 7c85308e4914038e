import type { KithConfig } from '#config';
import type { Terminal } from './output/terminal.js';
import type { Overrides } from './settings.js';

/** Options that every command takes. */
export interface Globals {
  readonly url?: string;
  readonly key?: string;
  readonly json?: boolean;
}

/** What a command works with. `config` is read when first needed: `--help` must answer under a faulty environment. */
export interface Context {
  readonly terminal: Terminal;
  readonly config: (overrides?: Overrides) => KithConfig;
  readonly signal: AbortSignal;
  readonly hosting: () => Promise<Hosting>;
}

export interface RunningPlatform {
  readonly url: string;
  /** Empty when an operator's key exists but is not kept here. */
  readonly operatorKey: string;
  /** Made by this start: show it, once. */
  readonly isNewKey: boolean;
  readonly stop: () => Promise<void>;
}

interface StartOptions {
  readonly config: KithConfig;
  /** Zero takes any free one. */
  readonly port?: number;
  readonly quiet?: boolean;
}

interface Rebuilt {
  readonly events: number;
  readonly entries: number;
  readonly ms: number;
}

interface ModelToAdd {
  readonly from: string;
  readonly sha256: string;
  readonly use: {
    readonly name?: string;
    readonly pooling?: 'cls' | 'mean';
    readonly query_prefix?: string;
    readonly document_prefix?: string;
  };
  readonly signal: AbortSignal;
}

interface AddedModel {
  readonly folder: string;
  readonly id: string;
  readonly manifest: { readonly dimensions: number };
}

export interface ComparedFact {
  readonly content: string;
  readonly about: readonly string[];
}

/** One message, as the rules read it and as a model proposes of it. */
export interface ComparedReading {
  readonly place: string | null;
  readonly author: string;
  readonly text: string;
  readonly both: readonly ComparedFact[];
  readonly rules: readonly ComparedFact[];
  readonly model: readonly ComparedFact[];
  readonly pending: readonly ComparedFact[];
  readonly refused: readonly { readonly content: string; readonly reason: string }[];
}

export interface Comparison {
  readonly model: string;
  readonly messages: readonly ComparedReading[];
  readonly tokens: { readonly requests: number; readonly input: number; readonly output: number };
}

/** The platform in this process. Loaded only when needed: most commands talk to one that runs already. */
export interface Hosting {
  readonly start: (options: StartOptions) => Promise<RunningPlatform>;
  readonly rebuild: (
    config: KithConfig,
    onProgress: (done: number, total: number) => void,
  ) => Promise<Rebuilt | 'served'>;
  /** The servers that a configuration names: null where one answers, else why not. */
  readonly reach: (config: KithConfig) => Promise<Readonly<Record<string, string | null>>>;
  /** Answers the migrations that ran. */
  readonly migrate: (config: KithConfig) => Promise<readonly string[]>;
  readonly addModel: (config: KithConfig, model: ModelToAdd) => Promise<AddedModel>;
  readonly compare: (
    config: KithConfig,
    sample: { readonly tenantId: string; readonly count: number; readonly signal: AbortSignal },
  ) => Promise<Comparison>;
}
