import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openApi, type Api } from './api.js';
import type { Context, Globals, Settings } from './context.js';
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

export const keyIn = async (dataDir: string): Promise<string | null> => {
  if (isMemory(dataDir)) return null;
  const text = await readFile(join(dataDir, 'operator.key'), 'utf8').catch(() => '');
  return text.trim() === '' ? null : text.trim();
};

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

const refuseEmptyHost = async ({ dataDir }: Settings, url: string, mayCreate: boolean): Promise<void> => {
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
  const settings = context.settings();
  const url = (globals.url ?? `http://127.0.0.1:${settings.port}`).replace(/\/+$/u, '');
  if (await isPlatform(url, signal)) {
    const key = globals.key ?? settings.operatorKey ?? (await keyIn(settings.dataDir));
    return work(openApi({ url, key }, signal));
  }
  if (globals.url !== undefined) throw new CommandError(`No platform answers at ${url}.`);
  await refuseEmptyHost(settings, url, options.mayCreate);
  terminal.status(`Opening ${settings.dataDir} …`);
  const hosting = await context.hosting();
  const platform = await hosting.start({ port: 0, quiet: true }).catch((thrown: unknown) => {
    throw new CommandError(`${settings.dataDir} cannot be opened: ${causeOf(thrown)}.`, 1, { cause: thrown });
  });
  try {
    terminal.status('');
    return await work(openApi({ url: platform.url, key: globals.key ?? platform.operatorKey }, signal));
  } finally {
    terminal.status('');
    await platform.stop();
  }
};
