import type { Settings } from './context.js';

type Environment = Readonly<Record<string, string | undefined>>;

export const settingsOf = (environment: Environment): Settings => ({
  port: Number(environment['KITH_PORT'] ?? '3000'),
  dataDir: environment['KITH_DATA_DIR'] ?? '.kith',
  operatorKey: environment['KITH_OPERATOR_KEY'] ?? null,
});
