import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newKey, type ApiKeys, type NewKey } from './api-keys.js';

export interface OperatorKey {
  readonly key: string;
  /** True when it was made now: print it, once. */
  readonly isNew: boolean;
}

export interface OperatorKeyOptions {
  readonly keys: ApiKeys;
  /** KITH_OPERATOR_KEY. Changing it revokes the one before. */
  readonly configured?: string | undefined;
  /** Keeps the key that was made at first start; `memory://` keeps nothing. */
  readonly dataDir: string;
}

const tenantId = 'default';
const configured: NewKey = { tenantId, name: 'KITH_OPERATOR_KEY', roles: ['operator'] };
const firstStart: NewKey = { tenantId, name: 'first start', roles: ['operator'] };

const isMissing = (error: unknown): boolean => (error as { readonly code?: unknown }).code === 'ENOENT';

const readKeyFile = async (path: string): Promise<string | null> => {
  try {
    return (await readFile(path, 'utf8')).trim() || null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

const writeKeyFile = async (dataDir: string, path: string, key: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = await open(path, 'w', 0o600);
  try {
    // The mode of open() holds for new files only.
    await file.chmod(0o600);
    await file.writeFile(`${key}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
};

/**
 * The key that can make all others. Null when there is an operator key already, but not in the data directory: then
 * whoever set Kith up holds it.
 */
export const ensureOperatorKey = async (options: OperatorKeyOptions): Promise<OperatorKey | null> => {
  const { keys, dataDir } = options;
  if (options.configured !== undefined) {
    await keys.adopt(options.configured, configured);
    await keys.supersede(tenantId, configured.name, options.configured);
    return { key: options.configured, isNew: false };
  }
  const keepsFiles = dataDir !== 'memory://';
  const path = join(dataDir, 'operator.key');
  const kept = keepsFiles ? await readKeyFile(path) : null;
  if (kept !== null && (await keys.adopt(kept, firstStart)) !== 'revoked') return { key: kept, isNew: false };
  if (await keys.hasOperator(tenantId)) return null;
  const key = newKey();
  // The file comes first: a crash in between leaves a key that the next start adopts, not one that nobody knows.
  if (keepsFiles) await writeKeyFile(dataDir, path, key);
  await keys.adopt(key, firstStart);
  return { key, isNew: true };
};
