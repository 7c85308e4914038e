import { existsSync, readFileSync } from 'node:fs';
import { configFileName, parseEnv, type ParsedConfig } from './parse-env.js';

/**
 * Reads the process's environment and its file, once, where a program starts. `KITH_CONFIG` names another file than
 * `kith.config.yaml` in the working directory; `overrides` (a command's options) beat both.
 */
export const readConfig = (overrides: Readonly<Record<string, string | undefined>> = {}): ParsedConfig => {
  const env = { ...process.env, ...overrides };
  const named = env['KITH_CONFIG'] ?? '';
  const path = named === '' ? configFileName : named;
  if (existsSync(path)) return parseEnv(env, readFileSync(path, 'utf8'));
  const parsed = parseEnv(env);
  if (named === '') return parsed;
  return { ok: false, faults: ['KITH_CONFIG: there is no such file', ...(parsed.ok ? [] : parsed.faults)] };
};
