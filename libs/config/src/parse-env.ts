import { knobsSchema, type Knobs } from '#domain';
import { readSettingsFile } from './config-file.js';
import { nearestWord } from './nearest-word.js';
import { Secret } from './secret.js';
import { knobNames, otherVariables, settings, variableOf, type Setting } from './settings.js';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type EmbedderConfig =
  | { readonly kind: 'bundled' }
  | { readonly kind: 'none' }
  /** A folder with model.onnx, tokenizer.json and a manifest. */
  | { readonly kind: 'onnx'; readonly path: string }
  | { readonly kind: 'openai'; readonly url: string; readonly model: string; readonly key: Secret | null };

export type ExtractorConfig =
  | { readonly kind: 'rules' }
  /** Rules, and a language model that proposes. */
  | {
      readonly kind: 'model';
      readonly provider: 'openai' | 'anthropic' | 'google';
      /** Null: where the provider is. */
      readonly url: string | null;
      readonly model: string;
      readonly key: Secret | null;
      /** Of how many messages of a tenant it is asked in a day (UTC) at most. */
      readonly dailyMessages: number;
      /** It is asked about a place once nobody has said anything there for so long. */
      readonly pauseMs: number;
    };

/** How tokens of people are checked; null: nobody can be verified. */
export interface VerificationConfig {
  /** Signed with it by HS256. */
  readonly secret: Secret | null;
  /** Where the issuer's public keys are. */
  readonly jwksUrl: string | null;
  readonly issuer: string;
  readonly audience: string;
}

/** Where the broker is, and who we are to it. Files are named, not read. */
export interface NatsConfig {
  readonly url: Secret;
  /** First token of every subject: several installations share a server under different ones. */
  readonly prefix: string;
  readonly nkey: Secret | null;
  readonly credentialsFile: string | null;
  readonly caFile: string | null;
  readonly certificateFile: string | null;
  readonly keyFile: string | null;
}

/** Where the memory index is kept, if not in the database. */
interface QdrantConfig {
  readonly url: Secret;
  readonly key: Secret | null;
  /** Begins the name of every collection: several installations share a server under different ones. */
  readonly prefix: string;
  /** How vectors are kept small beside the whole ones, by which an answer is weighed again. */
  readonly quantization: 'none' | 'scalar' | 'binary';
}

export interface KithConfig {
  readonly host: string;
  readonly port: number;
  /** `memory://` keeps nothing. */
  readonly dataDir: string;
  /** Null: the embedded engine. */
  readonly databaseUrl: Secret | null;
  /** Null: the bus is in the database. */
  readonly nats: NatsConfig | null;
  /** Null: the memory index is in the database. */
  readonly qdrant: QdrantConfig | null;
  /** Null: one is made at first start. */
  readonly operatorKey: Secret | null;
  readonly embedder: EmbedderConfig;
  readonly extractor: ExtractorConfig;
  readonly extraction: { readonly enabled: boolean; readonly confidenceThreshold: number };
  readonly verification: VerificationConfig | null;
  /** Whether what is told to nobody any more is put away by itself, and how many memories an owner may hold at most; null: any. */
  readonly memory: { readonly autoGc: boolean; readonly maxEntries: number | null };
  /** Whether maintenance tasks run by themselves, or on demand alone. */
  readonly maintenance: { readonly isScheduled: boolean };
  readonly knobs: Knobs;
  readonly logLevel: LogLevel;
  /** Where spans go, by OTLP over HTTP, and of how many of the traces that begin here; null: nothing is traced. */
  readonly traces: { readonly url: string; readonly share: number } | null;
}

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
  const take = ({ key, variable, read, isSecret }: Setting): void => {
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

const publicEmbedder = 'https://api.openai.com/v1';

const embedderOf = (values: ReadonlyMap<string, unknown>, faults: string[]): EmbedderConfig => {
  const kind = values.get('embedder') ?? 'bundled';
  const url = values.get('embedder_url') as Secret | undefined;
  const model = values.get('embedder_model') as string | undefined;
  const key = values.get('embedder_key') as Secret | undefined;
  const path = values.get('embedder_path') as string | undefined;
  if (kind === 'onnx' && path === undefined)
    faults.push('KITH_EMBEDDER_PATH: is required for KITH_EMBEDDER=onnx');
  if (kind !== 'onnx' && path !== undefined)
    faults.push('KITH_EMBEDDER_PATH: has a meaning only with KITH_EMBEDDER=onnx');
  if (kind !== 'openai') {
    for (const name of ['embedder_url', 'embedder_model', 'embedder_key'])
      if (values.has(name)) faults.push(`${variableOf(name)}: has a meaning only with KITH_EMBEDDER=openai`);
    if (kind === 'onnx') return { kind, path: path ?? '' };
    return { kind: kind === 'none' ? 'none' : 'bundled' };
  }
  if (url === undefined && key === undefined)
    faults.push('KITH_EMBEDDER_KEY: is required for KITH_EMBEDDER=openai without KITH_EMBEDDER_URL');
  if (url !== undefined && model === undefined)
    faults.push('KITH_EMBEDDER_MODEL: is required with KITH_EMBEDDER_URL');
  return {
    kind,
    url: url?.reveal() ?? publicEmbedder,
    model: model ?? 'text-embedding-3-small',
    key: key ?? null,
  };
};

const extractorOf = (values: ReadonlyMap<string, unknown>, faults: string[]): ExtractorConfig => {
  const given = ['provider', 'url', 'model', 'key', 'daily_messages', 'pause_seconds'].map(
    (one) => `extractor_${one}`,
  );
  if ((values.get('extractor') ?? 'rules') === 'rules') {
    for (const name of given.filter((one) => values.has(one)))
      faults.push(`${variableOf(name)}: has a meaning only with KITH_EXTRACTOR=model`);
    return { kind: 'rules' };
  }
  const url = values.get('extractor_url') as Secret | undefined;
  const key = values.get('extractor_key') as Secret | undefined;
  const model = values.get('extractor_model') as string | undefined;
  if (model === undefined) faults.push('KITH_EXTRACTOR_MODEL: is required for KITH_EXTRACTOR=model');
  if (url === undefined && key === undefined)
    faults.push('KITH_EXTRACTOR_KEY: is required for KITH_EXTRACTOR=model without KITH_EXTRACTOR_URL');
  return {
    kind: 'model',
    provider: (values.get('extractor_provider') as 'openai' | 'anthropic' | 'google' | undefined) ?? 'openai',
    url: url?.reveal() ?? null,
    model: model ?? '',
    key: key ?? null,
    dailyMessages: (values.get('extractor_daily_messages') as number | undefined) ?? 10_000,
    pauseMs: ((values.get('extractor_pause_seconds') as number | undefined) ?? 60) * 1_000,
  };
};

const natsOf = (values: ReadonlyMap<string, unknown>, faults: string[]): NatsConfig | null => {
  const url = values.get('nats_url') as Secret | undefined;
  const textIn = (name: string): string | null => (values.get(name) as string | undefined) ?? null;
  const others = ['prefix', 'nkey', 'credentials', 'ca', 'certificate', 'key'].map((one) => `nats_${one}`);
  if (url === undefined) {
    for (const name of others.filter((one) => values.has(one)))
      faults.push(`${variableOf(name)}: has a meaning only with NATS_URL`);
    return null;
  }
  if (values.has('nats_nkey') && values.has('nats_credentials'))
    faults.push('KITH_NATS_CREDENTIALS: is given beside KITH_NATS_NKEY; one of them says who we are');
  if (values.has('nats_certificate') !== values.has('nats_key'))
    faults.push('KITH_NATS_CERTIFICATE: needs KITH_NATS_KEY, and that needs it');
  return {
    url,
    prefix: textIn('nats_prefix') ?? 'kith',
    nkey: (values.get('nats_nkey') as Secret | undefined) ?? null,
    credentialsFile: textIn('nats_credentials'),
    caFile: textIn('nats_ca'),
    certificateFile: textIn('nats_certificate'),
    keyFile: textIn('nats_key'),
  };
};

const qdrantOf = (values: ReadonlyMap<string, unknown>, faults: string[]): QdrantConfig | null => {
  const url = values.get('qdrant_url') as Secret | undefined;
  if (values.get('index') !== 'qdrant') {
    if (url !== undefined) faults.push('QDRANT_URL: has a meaning only with KITH_INDEX=qdrant');
    for (const name of ['qdrant_key', 'qdrant_prefix', 'qdrant_quantization'])
      if (values.has(name)) faults.push(`${variableOf(name)}: has a meaning only with KITH_INDEX=qdrant`);
    return null;
  }
  if (url === undefined) {
    faults.push('QDRANT_URL: is required for KITH_INDEX=qdrant');
    return null;
  }
  return {
    url,
    key: (values.get('qdrant_key') as Secret | undefined) ?? null,
    prefix: (values.get('qdrant_prefix') as string | undefined) ?? 'kith',
    quantization: (values.get('qdrant_quantization') as QdrantConfig['quantization'] | undefined) ?? 'none',
  };
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
    nats: natsOf(values, faults),
    qdrant: qdrantOf(values, faults),
    operatorKey: (values.get('operator_key') as Secret | undefined) ?? null,
    embedder: embedderOf(values, faults),
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
