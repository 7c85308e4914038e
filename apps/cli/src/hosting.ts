import type { Hosting, RunningPlatform, StartOptions } from './context.js';
import { CommandError } from './failure.js';

type Environment = Readonly<Record<string, string | undefined>>;

export const openHosting = (_environment: Environment): Promise<Hosting> =>
  Promise.resolve({
    start: (_options: StartOptions): Promise<RunningPlatform> =>
      Promise.reject(new CommandError('The platform is not built yet.')),
    rebuild: () => Promise.reject(new CommandError('The platform is not built yet.')),
  });
