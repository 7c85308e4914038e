import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openApi, type Api } from './api.js';
import type { KithConfig } from '#config';
import type { Context, Globals } from './context.js';
import { causeOf, CommandError } from './failure.js';

const probeMs = 1500;

/** Whether Kith answers there. Another program on the port is not a platform. */
export const isPlatform = async (url: string, signal: AbortSignal): Promise<boolean> => {
  try {
    const reply = await fetch(`${url}/healthz`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(probeMs)]),
    });
    await reply.body?.cancel();
    return reply.ok;
  } catch {
    return false;
  }
};

const isMemory = (dataDir: string): boolean => dataDir.startsWith('memory:');

const keyIn = async (dataDir: string): Promise<string | null> => {
  if (isMemory(dataDir)) return null;
  const text = await readFile(join(dataDir, 'operator.key'), 'utf8').catch(() => '');
  return text.trim() === '' ? null : text.trim();
};

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

const refuseEmptyHost = async (config: KithConfig, url: string, mayCreate: boolean): Promise<void> => {
  const { dataDir } = config;
  if (config.databaseUrl !== null) return;
  if (isMemory(dataDir))
    throw new CommandError(
      `No platform answers at ${url}, and KITH_DATA_DIR ${dataDir} keeps nothing to work on. Start one with: kith up`,
    );
  if (!mayCreate && !(await exists(dataDir)))
    throw new CommandError(
      `No platform answers at ${url} and there is no data directory ${dataDir}. Start one with: kith up`,
    );
};

/**
 * Runs `work` against the platform that is running, or against one of its own on the data directory when none is.
 * Only a command that brings something in may create the directory.
 */
export const withPlatform = async <T>(
  context: Context,
  globals: Globals,
  options: { readonly mayCreate: boolean },
  work: (api: Api) => Promise<T>,
): Promise<T> => {
  const { terminal, signal } = context;
  const config = context.config();
  const url = (globals.url ?? `http://127.0.0.1:${config.port}`).replace(/(?<!\/)\/+$/u, '');
  if (await isPlatform(url, signal)) {
    const key = globals.key ?? config.operatorKey?.reveal() ?? (await keyIn(config.dataDir));
    return work(openApi({ url, key }, signal));
  }
  if (globals.url !== undefined) throw new CommandError(`No platform answers at ${url}.`);
  await refuseEmptyHost(config, url, options.mayCreate);
  terminal.status(`Opening ${config.dataDir} …`);
  const hosting = await context.hosting();
  const platform = await hosting.start({ config, port: 0, quiet: true }).catch((thrown: unknown) => {
    throw new CommandError(`${config.dataDir} cannot be opened: ${causeOf(thrown)}.`, 1, { cause: thrown });
  });
  try {
    terminal.status('');
    return await work(
      openApi({ url: platform.url, key: globals.key ?? (platform.operatorKey || null) }, signal),
    );
  } finally {
    terminal.status('');
    await platform.stop();
  }
};
