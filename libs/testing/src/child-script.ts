import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const hooks = new URL('./typescript-hooks.mjs', import.meta.url).href;
/** A child lives for seconds: what the engine would be made into for a long run took more than all that it does. */
const nodeFlags = ['--conditions=source', '--no-warnings', '--liftoff-only'];

/** A process of its own that runs a TypeScript file of this repository, to be killed at will. */
export interface ChildScript {
  /** What it wrote to stdout so far, by line. */
  readonly lines: readonly string[];
  readonly errors: () => string;
  /** The first line that fits, now or later. Rejects when the script ends without it. */
  line(fits: (line: string) => boolean): Promise<string>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Resolves with the exit code when it ends by itself. */
  ended(): Promise<number | null>;
}

export const startScript = (file: URL, args: readonly string[] = []): ChildScript => {
  const child = spawn(process.execPath, [...nodeFlags, '--import', hooks, fileURLToPath(file), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const closed = once(child, 'close').then(() => child.exitCode);
  const line = async (fits: (line: string) => boolean): Promise<string> => {
    for (;;) {
      const found = lines.find(fits);
      if (found !== undefined) return found;
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`the script ended early: ${errors}`);
      await Promise.race([once(reader, 'line'), closed]);
    }
  };
  return {
    lines,
    errors: () => errors,
    line,
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
    ended: () => closed,
  };
};
