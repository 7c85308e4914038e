import { defaultKnobs } from '#domain';
import { poolWords } from './pools.js';
import { knobNames, settings, type ConfigSetting } from './settings.js';

interface Words {
  /** As it would be written; without one nothing is set. */
  readonly standard?: string;
  readonly says: string;
}

/** By key. A test sets each standard, and finds the configuration that is there without it. */
const words: Readonly<Record<string, Words>> = {
  port: { standard: '3000', says: 'where it listens; 0 takes a free one' },
  host: { says: '`127.0.0.1`, and `0.0.0.0` once there is an operator key of yours' },
  data_dir: {
    standard: '.kith',
    says: 'files of the embedded engine, models, the operator key; `memory://` keeps nothing',
  },
  database_url: {
    says: 'a Postgres server with pgvector; else the embedded engine. Apps as processes need one',
  },
  database_pool: {
    says: `connections of a process to that server at most, 2 to 500; else by app: ${poolWords()}`,
  },
  nats_url: { says: 'NATS with JetStream, several of a cluster by commas; else the bus is in the database' },
  nats_prefix: { standard: 'kith', says: 'first token of subjects, and of streams in upper case' },
  nats_nkey: { says: 'seed of an nkey, instead of user and password' },
  nats_credentials: { says: 'path of a `.creds` file, instead of both' },
  nats_ca: { says: "path of the server's authority" },
  nats_certificate: { says: 'path of our certificate, where the server demands one' },
  nats_key: { says: 'path of its key' },
  index: { standard: 'postgres', says: 'where the memory index is: `postgres` or `qdrant`' },
  qdrant_url: { says: 'with `KITH_INDEX=qdrant`' },
  qdrant_key: { says: 'its API key' },
  qdrant_prefix: { standard: 'kith', says: 'begins the name of every collection and alias' },
  qdrant_quantization: { standard: 'none', says: 'small copies of vectors: `none`, `scalar`, `binary`' },
  operator_key: { says: 'the first key; else one is made and kept in the data directory' },
  embedder: {
    standard: 'bundled',
    says: '`bundled`, `onnx` (a folder), `openai` (that API, anywhere) or `none`',
  },
  embedder_url: { says: 'of `openai`; else the one of OpenAI' },
  embedder_model: { says: 'of `openai`; `text-embedding-3-small` where no address is given' },
  embedder_key: { says: 'of `openai`' },
  embedder_dimensions: { says: 'of `openai`: length of the vectors asked for; 512 unless told' },
  reranker_url: { says: 'a reranker that puts the facts of an answer in order once more; else none does' },
  reranker_model: { says: 'its name for the model' },
  reranker_key: { says: 'its key' },
  embedder_path: { says: 'of `onnx`: the folder' },
  extractor: { standard: 'rules', says: '`rules`, or `model`: a language model proposes beside them' },
  extractor_provider: { standard: 'openai', says: '`openai` (that API, anywhere), `anthropic` or `google`' },
  extractor_url: { says: 'where the provider is, if not where it always is' },
  extractor_model: { says: 'its name for the model' },
  extractor_key: { says: 'its key' },
  extractor_daily_messages: {
    standard: '10000',
    says: 'messages of a tenant that it is asked about in a day (UTC) at most',
  },
  extractor_pause_seconds: {
    standard: '60',
    says: 'it is asked about a place where nobody spoke for so long',
  },
  'extraction.enabled': { standard: 'true', says: 'whether messages are read for facts' },
  'extraction.confidence_threshold': { standard: '0.7', says: 'less sure facts are not kept' },
  'memory.auto_gc': {
    says: 'whether what ended is put away; without it, where `KITH_MEMORY__MAX_ENTRIES` is set',
  },
  'memory.max_entries': { says: 'active memories of an owner with an agent at most; else any number' },
  'maintenance.scheduled': { standard: 'true', says: 'whether maintenance tasks run by themselves' },
  'identity.jwt_secret': { says: 'tokens of people signed by HS256' },
  'identity.jwks_url': { says: "the issuer's public keys" },
  'identity.issuer': { says: 'required where tokens are checked' },
  'identity.audience': { says: 'likewise' },
  'traces.url': { says: 'a collector (OTLP over HTTP); else nothing is traced' },
  'traces.share': { standard: '1', says: 'share of the traces that begin here that are kept' },
  log_level: { standard: 'info', says: '`trace`, `debug`, `info`, `warn`, `error`, `fatal`, `silent`' },
  'privacy.personal_in_group': { says: '`subject_asking` or `subject_present`' },
  'privacy.sensitive_in_group': { says: '`never` or `subject_present`' },
  'privacy.dm_third_party': {
    says: '`conversation_private` or `portable`: what is said of others in private',
  },
  'privacy.legacy_fail_open': {
    says: 'whether what was imported without a place is told to everybody in private',
  },
  'privacy.public_facts_travel': { says: '`shared_contacts`, `anywhere` or `never`' },
  'privacy.own_word_replaces_hearsay': {
    says: '`anywhere` or `same_source`: where what somebody says of themselves takes the place of what others said; with the latter, what was said elsewhere stands beside it, marked as a conflict. It acts on what is said from then on, and on the topics that this touches',
  },
  'privacy.leavers_keep_memory': { says: 'whether having been present is enough' },
  'privacy.default_scope_dm': { says: '`private_subject` or `source_shared`' },
  'privacy.default_scope_group': { says: '`private_subject` or `source_shared`' },
  'privacy.enforce_strict_filters': { says: 'cannot be loosened' },
  'identity.mode': { says: '`multi_user` or `single_user`' },
  'identity.auto_link_threshold': {
    says: 'surer than this, and proven, two accounts are linked by themselves',
  },
  'identity.require_review_threshold': { says: 'surer than this, a person is asked' },
  'gate.require_verified': {
    says: 'whether who has not proven who they are is told nothing; without a secret or keys to check tokens with nobody can, and the start warns of it (`gate.left-without-issuer`)',
  },
  'gate.message': { says: 'what they are told instead' },
};

const knobs: Readonly<Record<string, unknown>> = defaultKnobs;

/** As it would be written; null where nothing is set, or what holds depends on others. */
export const standardOf = ({ key }: ConfigSetting): string | null =>
  words[key]?.standard ?? (Object.keys(knobs).includes(key) ? String(knobs[key]) : null);

const rowOf = (setting: ConfigSetting): string => {
  const standard = standardOf(setting);
  return `| \`${setting.variable}\` | \`${setting.key}\` | ${standard === null || standard === '' ? '' : `\`${standard}\``} | ${words[setting.key]?.says ?? ''}${setting.isSecret ? ' (secret)' : ''} |`;
};

const tableOf = (some: readonly ConfigSetting[]): readonly string[] => [
  '| variable | key of the file | default | |',
  '| --- | --- | --- | --- |',
  ...some.map(rowOf),
];

/** docs/settings.md, which a test keeps equal to this. */
export const settingsListing = (): string => {
  const isKnob = ({ key }: ConfigSetting): boolean => knobNames.some((name) => name === key);
  return [
    '# Settings',
    '',
    'Generated from `libs/config`; regenerate with `npm run build && node scripts/settings.mjs`.',
    '',
    'Each is a variable of the environment, or a key of `kith.config.yaml` in the working directory (`KITH_CONFIG` names another file), nested or dotted. The environment goes before the file, an empty value counts as absent, and all faults are told at once. A value that is secret is shown nowhere.',
    '',
    ...tableOf(settings.filter((one) => !isKnob(one))),
    '',
    '## Knobs of the policy',
    '',
    'Their defaults are the strictest, save that a person’s own word replaces hearsay anywhere; [policy.md](policy.md) says what each opens. They are the same for all tenants of a store.',
    '',
    ...tableOf(settings.filter(isKnob)),
    '',
  ].join('\n');
};

/** Of whom nothing is said. */
export const unsaid = (): readonly string[] =>
  settings.filter(({ key }) => words[key] === undefined).map(({ variable }) => variable);
