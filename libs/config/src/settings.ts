import { defaultKnobs, knobsSchema } from '#domain';

/** How the text of a setting is read: its value, or what is wrong with it. */
export type ParsedText = { readonly value: unknown } | { readonly fault: string };

export interface ConfigSetting {
  /** Its key in the file, nested or dotted. */
  readonly key: string;
  readonly variable: string;
  readonly read: (text: string) => ParsedText;
  /** Its value is never shown, not even when it is wrong. */
  readonly isSecret: boolean;
}

const text = (value: string): ParsedText => ({ value });

const oneOf =
  (...words: readonly string[]) =>
  (value: string): ParsedText =>
    words.includes(value) ? { value } : { fault: `must be one of ${words.join(', ')}` };

const flag = (value: string): ParsedText => {
  const word = value.toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(word)) return { value: true };
  return ['false', '0', 'no', 'off'].includes(word) ? { value: false } : { fault: 'must be true or false' };
};

const between =
  (least: number, most: number) =>
  (value: string): ParsedText => {
    const read = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/u.test(value) ? Number(value) : Number.NaN;
    return read >= least && read <= most
      ? { value: read }
      : { fault: `must be a number from ${least} to ${most}` };
  };

const whole =
  (least: number, most: number) =>
  (value: string): ParsedText => {
    const read = /^\d+$/u.test(value) ? Number(value) : Number.NaN;
    return read >= least && read <= most
      ? { value: read }
      : { fault: `must be a whole number from ${least} to ${most}` };
  };

const address =
  (...protocols: readonly string[]) =>
  (value: string): ParsedText =>
    protocols.includes(URL.canParse(value) ? new URL(value).protocol : '')
      ? { value }
      : {
          fault: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
        };

const addresses =
  (...protocols: readonly string[]) =>
  (value: string): ParsedText => {
    const read = value.split(',').map((one) => address(...protocols)(one.trim()));
    return read.find((one) => 'fault' in one) ?? { value };
  };

const prefix = (value: string): ParsedText =>
  /^[a-z][a-z0-9-]{0,31}$/u.test(value)
    ? { value }
    : { fault: 'must be 1 to 32 small letters, digits and dashes, a letter first' };

const key = (value: string): ParsedText =>
  /^[\x21-\x7e]{1,512}$/u.test(value)
    ? { value }
    : { fault: 'must be 1 to 512 printable ASCII characters without spaces' };

const supported =
  (now: readonly string[], later: readonly string[]) =>
  (value: string): ParsedText => {
    if (now.includes(value)) return { value };
    return {
      fault: later.includes(value)
        ? `${value} is not supported yet; use ${now.join(' or ')}`
        : `must be one of ${now.join(', ')}`,
    };
  };

const setting = (
  variable: string,
  key: string,
  read: ConfigSetting['read'],
  isSecret = false,
): ConfigSetting => ({
  variable,
  key,
  read,
  isSecret,
});

const knobText = (name: keyof typeof defaultKnobs) => {
  const schema = knobsSchema.shape[name];
  const kind = typeof defaultKnobs[name];
  return (value: string): ParsedText => {
    const read = kind === 'boolean' ? flag(value) : kind === 'number' ? between(0, 1)(value) : text(value);
    if ('fault' in read) return read;
    const parsed = schema.safeParse(read.value);
    if (parsed.success) return read;
    const words =
      'innerType' in schema.def && 'options' in schema.def.innerType ? schema.def.innerType.options : [];
    return {
      fault:
        words.length > 0
          ? `must be one of ${words.join(', ')}`
          : (parsed.error.issues[0]?.message ?? 'is not allowed'),
    };
  };
};

export const knobNames = Object.keys(defaultKnobs) as readonly (keyof typeof defaultKnobs)[];

/** `privacy.personal_in_group` is `KITH_PRIVACY__PERSONAL_IN_GROUP`. */
export const variableOf = (key: string): string => `KITH_${key.replaceAll('.', '__').toUpperCase()}`;

/** Everything that can be set, by environment or by file. */
export const settings: readonly ConfigSetting[] = [
  setting('KITH_PORT', 'port', whole(0, 65_535)),
  setting('KITH_HOST', 'host', text),
  setting('KITH_DATA_DIR', 'data_dir', text),
  setting('DATABASE_URL', 'database_url', address('postgres:', 'postgresql:'), true),
  setting('KITH_DATABASE_POOL', 'database_pool', whole(2, 500)),
  setting('NATS_URL', 'nats_url', addresses('nats:', 'tls:'), true),
  setting('KITH_NATS_PREFIX', 'nats_prefix', prefix),
  setting('KITH_NATS_NKEY', 'nats_nkey', key, true),
  setting('KITH_NATS_CREDENTIALS', 'nats_credentials', text),
  setting('KITH_NATS_CA', 'nats_ca', text),
  setting('KITH_NATS_CERTIFICATE', 'nats_certificate', text),
  setting('KITH_NATS_KEY', 'nats_key', text),
  setting('KITH_INDEX', 'index', oneOf('postgres', 'qdrant')),
  setting('QDRANT_URL', 'qdrant_url', address('http:', 'https:'), true),
  setting('KITH_QDRANT_KEY', 'qdrant_key', key, true),
  setting('KITH_QDRANT_PREFIX', 'qdrant_prefix', prefix),
  setting('KITH_QDRANT_QUANTIZATION', 'qdrant_quantization', oneOf('none', 'scalar', 'binary')),
  setting('KITH_OPERATOR_KEY', 'operator_key', key, true),
  setting('KITH_EMBEDDER', 'embedder', supported(['bundled', 'onnx', 'openai', 'none'], ['transformers'])),
  setting('KITH_EMBEDDER_URL', 'embedder_url', address('http:', 'https:'), true),
  setting('KITH_EMBEDDER_MODEL', 'embedder_model', text),
  setting('KITH_EMBEDDER_KEY', 'embedder_key', key, true),
  setting('KITH_EMBEDDER_DIMENSIONS', 'embedder_dimensions', whole(16, 8_192)),
  setting('KITH_EMBEDDER_PATH', 'embedder_path', text),
  setting('KITH_RERANKER_URL', 'reranker_url', address('http:', 'https:'), true),
  setting('KITH_RERANKER_MODEL', 'reranker_model', text),
  setting('KITH_RERANKER_KEY', 'reranker_key', key, true),
  setting('KITH_EXTRACTOR', 'extractor', oneOf('rules', 'model')),
  setting('KITH_EXTRACTOR_PROVIDER', 'extractor_provider', oneOf('openai', 'anthropic', 'google')),
  setting('KITH_EXTRACTOR_URL', 'extractor_url', address('http:', 'https:'), true),
  setting('KITH_EXTRACTOR_MODEL', 'extractor_model', text),
  setting('KITH_EXTRACTOR_KEY', 'extractor_key', key, true),
  setting('KITH_EXTRACTOR_DAILY_MESSAGES', 'extractor_daily_messages', whole(1, 10_000_000)),
  setting('KITH_EXTRACTOR_PAUSE_SECONDS', 'extractor_pause_seconds', whole(0, 3_600)),
  setting('KITH_EXTRACTION__ENABLED', 'extraction.enabled', flag),
  setting('KITH_EXTRACTION__CONFIDENCE_THRESHOLD', 'extraction.confidence_threshold', between(0, 1)),
  setting('KITH_MEMORY__AUTO_GC', 'memory.auto_gc', flag),
  setting('KITH_MEMORY__MAX_ENTRIES', 'memory.max_entries', whole(1, 10_000_000)),
  setting('KITH_MAINTENANCE__SCHEDULED', 'maintenance.scheduled', flag),
  setting('KITH_IDENTITY__JWT_SECRET', 'identity.jwt_secret', text, true),
  setting('KITH_IDENTITY__JWKS_URL', 'identity.jwks_url', address('http:', 'https:')),
  setting('KITH_IDENTITY__ISSUER', 'identity.issuer', text),
  setting('KITH_IDENTITY__AUDIENCE', 'identity.audience', text),
  setting('KITH_TRACES__URL', 'traces.url', address('http:', 'https:')),
  setting('KITH_TRACES__SHARE', 'traces.share', between(0, 1)),
  setting('KITH_LOG_LEVEL', 'log_level', oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')),
  ...knobNames.map((name) => setting(variableOf(name), name, knobText(name))),
];

/** Read elsewhere in this library, before or beside the settings. */
export const otherVariables: readonly string[] = [
  'KITH_CONFIG',
  'KITH_TEST_DATABASE_URL',
  'KITH_TEST_NATS_URL',
  'KITH_TEST_QDRANT_URL',
  'KITH_TEST_INDEX',
  'KITH_TEST_MODEL',
  'KITH_TEST_NATS_SERVER',
  'KITH_TEST_APPS',
];
