import { knobsSchema, type Knobs } from '#domain';
import { readSettingsFile } from './config-file.js';
import { nearestWord } from './nearest-word.js';
import { Secret } from './secret.js';
import { knobNames, otherVariables, settings, variableOf, type ConfigSetting } from './settings.js';
import type { LogLevel, VerificationConfig, KithConfig } from './kith-config.js';
import { embedderOf, extractorOf, natsOf, qdrantOf, rerankerOf } from './engines.js';

export type ParsedConfig =
  | { readonly ok: true; readonly config: KithConfig }
  | { readonly ok: false; readonly faults: readonly string[] };

export type Environment = Readonly<Record<string, string | undefined>>;

export const configFileName = 'kith.config.yaml';

const shown = (value: string): string => JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);

const suggestion = (written: string, known: readonly string[]): string => {
  const meant = nearestWord(written, known);
  return meant === null ? '' : `; did you mean ${meant}?`;
};

const unknownVariables = (env: Environment): readonly string[] => {
  const known = [...settings.map(({ variable }) => variable), ...otherVariables];
  return Object.keys(env)
    .filter((name) => name.startsWith('KITH_') && env[name] !== undefined && !known.includes(name))
    .sort()
    .map((name) => `${name}: is not a known variable${suggestion(name, known)}`);
};

const unknownKeys = (values: ReadonlyMap<string, string>): readonly string[] => {
  const known = settings.map(({ key }) => key);
  return [...values.keys()]
    .filter((key) => !known.includes(key))
    .map((key) => `${configFileName}: ${key} is not a known key${suggestion(key, known)}`);
};

interface Chosen {
  readonly values: ReadonlyMap<string, unknown>;
  readonly faults: readonly string[];
}

/** An empty value counts as absent: that is how compose files and shells leave one out. */
const choose = (env: Environment, file: ReadonlyMap<string, string>): Chosen => {
  const values = new Map<string, unknown>();
  const faults: string[] = [];
  const take = ({ key, variable, read, isSecret }: ConfigSetting): void => {
    const fromEnv = env[variable] ?? '';
    const written = fromEnv === '' ? (file.get(key) ?? '') : fromEnv;
    if (written === '') return;
    const reading = read(written);
    const named = fromEnv === '' ? `${configFileName}: ${key} (${variable})` : `${variable}:`;
    if ('fault' in reading)
      faults.push(`${named} ${reading.fault}${isSecret ? '' : `, not ${shown(written)}`}`);
    else values.set(key, isSecret ? new Secret(String(reading.value)) : reading.value);
  };
  settings.forEach(take);
  return { values, faults };
};

/** Only this machine can connect to what listens there. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/u.test(host);

const hostOf = (values: ReadonlyMap<string, unknown>, faults: string[]): string => {
  const host = values.get('host') as string | undefined;
  if (values.has('operator_key')) return host ?? '0.0.0.0';
  if (host !== undefined && !isLoopback(host))
    faults.push('KITH_HOST: only this machine may connect until KITH_OPERATOR_KEY is set');
  return host ?? '127.0.0.1';
};

const verificationOf = (
  values: ReadonlyMap<string, unknown>,
  faults: string[],
): VerificationConfig | null => {
  const secret = values.get('identity.jwt_secret') as Secret | undefined;
  const jwksUrl = values.get('identity.jwks_url') as string | undefined;
  const issuer = values.get('identity.issuer') as string | undefined;
  const audience = values.get('identity.audience') as string | undefined;
  const isSet = secret !== undefined || jwksUrl !== undefined;
  // A token of another issuer, or for somebody else, is as well signed as ours: without these two it could not be told.
  for (const [key, value] of [
    ['identity.issuer', issuer],
    ['identity.audience', audience],
  ] as const) {
    if (isSet && value === undefined)
      faults.push(`${variableOf(key)}: is required to check the tokens of people`);
    if (!isSet && value !== undefined)
      faults.push(
        `${variableOf(key)}: has a meaning only with KITH_IDENTITY__JWT_SECRET or KITH_IDENTITY__JWKS_URL`,
      );
  }
  if (!isSet || issuer === undefined || audience === undefined) return null;
  return { secret: secret ?? null, jwksUrl: jwksUrl ?? null, issuer, audience };
};

/** Whoever sets a most means it to be kept to. */
const memoryOf = (values: ReadonlyMap<string, unknown>): KithConfig['memory'] => {
  const maxEntries = (values.get('memory.max_entries') as number | undefined) ?? null;
  return { maxEntries, autoGc: (values.get('memory.auto_gc') as boolean | undefined) ?? maxEntries !== null };
};

const tracesOf = (values: ReadonlyMap<string, unknown>, faults: string[]): KithConfig['traces'] => {
  const url = values.get('traces.url') as string | undefined;
  const share = values.get('traces.share') as number | undefined;
  if (url === undefined && share !== undefined)
    faults.push('KITH_TRACES__SHARE: has a meaning only with KITH_TRACES__URL');
  return url === undefined ? null : { url, share: share ?? 1 };
};

const knobsOf = (values: ReadonlyMap<string, unknown>, faults: string[]): Knobs => {
  const knobs = knobsSchema.parse(
    Object.fromEntries(knobNames.filter((name) => values.has(name)).map((name) => [name, values.get(name)])),
  );
  const [review, automatic] = ['identity.require_review_threshold', 'identity.auto_link_threshold'] as const;
  if (knobs[review] > knobs[automatic])
    faults.push(`${variableOf(review)}: must not be above ${variableOf(automatic)}`);
  return knobs;
};

/** The configuration, or every fault in it at once, each naming its variable. The environment beats the file. */
export const parseEnv = (env: Environment, configFile?: string): ParsedConfig => {
  const file = readSettingsFile(configFile ?? '', configFileName);
  const { values, faults: readingFaults } = choose(env, file.values);
  const faults = [...file.faults, ...unknownKeys(file.values), ...unknownVariables(env), ...readingFaults];
  const config: KithConfig = {
    host: hostOf(values, faults),
    port: (values.get('port') as number | undefined) ?? 3000,
    dataDir: (values.get('data_dir') as string | undefined) ?? '.kith',
    databaseUrl: (values.get('database_url') as Secret | undefined) ?? null,
    databasePool: (values.get('database_pool') as number | undefined) ?? null,
    nats: natsOf(values, faults),
    qdrant: qdrantOf(values, faults),
    operatorKey: (values.get('operator_key') as Secret | undefined) ?? null,
    embedder: embedderOf(values, faults),
    reranker: rerankerOf(values, faults),
    extractor: extractorOf(values, faults),
    extraction: {
      enabled: (values.get('extraction.enabled') as boolean | undefined) ?? true,
      confidenceThreshold: (values.get('extraction.confidence_threshold') as number | undefined) ?? 0.7,
    },
    verification: verificationOf(values, faults),
    memory: memoryOf(values),
    maintenance: { isScheduled: (values.get('maintenance.scheduled') as boolean | undefined) ?? true },
    knobs: knobsOf(values, faults),
    logLevel: (values.get('log_level') as LogLevel | undefined) ?? 'info',
    traces: tracesOf(values, faults),
  };
  return faults.length > 0 ? { ok: false, faults } : { ok: true, config };
};
