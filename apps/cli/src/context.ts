import type { Terminal } from './output/terminal.js';

/** What the environment says, as far as the command line needs it. */
export interface Settings {
  readonly port: number;
  readonly dataDir: string;
  readonly operatorKey: string | null;
}

/** Options that every command takes. */
export interface Globals {
  readonly url?: string;
  readonly key?: string;
  readonly json?: boolean;
}

/** What a command works with. `settings` is read when first needed: `--help` must answer under a faulty environment. */
export interface Context {
  readonly terminal: Terminal;
  readonly settings: () => Settings;
  readonly signal: AbortSignal;
  readonly hosting: () => Promise<Hosting>;
}

export interface RunningPlatform {
  readonly url: string;
  readonly operatorKey: string;
  readonly stop: () => Promise<void>;
}

export interface StartOptions {
  readonly port?: number;
  readonly dataDir?: string;
  readonly quiet?: boolean;
}

/** The platform in this process. Loaded only when needed: most commands talk to one that runs already. */
export interface Hosting {
  readonly start: (options: StartOptions) => Promise<RunningPlatform>;
  readonly rebuild: (
    onProgress: (done: number, total: number) => void,
  ) => Promise<{ readonly events: number; readonly ms: number }>;
}
