import type { KithConfig } from '#config';
import type { Hosting, RunningPlatform } from './context.js';

interface Standalone {
  readonly startPlatform: (options: {
    readonly config: KithConfig;
    readonly quiet?: boolean;
    readonly port?: number;
  }) => Promise<RunningPlatform>;
  readonly rebuild: (
    config: KithConfig,
    onProgress: (done: number, total: number) => void,
  ) => Promise<{ readonly events: number; readonly ms: number }>;
}

const standalone = '#standalone';

/** Loads the whole platform, which takes a while: only commands that serve or work on the data directory ask for it. */
export const openHosting = async (): Promise<Hosting> => {
  const { startPlatform, rebuild } = (await import(standalone)) as Standalone;
  return { start: startPlatform, rebuild };
};
