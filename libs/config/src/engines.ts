import type { Secret } from './secret.js';
import { variableOf } from './settings.js';
import type {
  EmbedderConfig,
  ExtractorConfig,
  NatsConfig,
  QdrantConfig,
  RerankerConfig,
} from './kith-config.js';

/** A remote model is asked for vectors of this length, where nobody says otherwise. */
const remoteDimensions = 512;
const publicEmbedder = 'https://api.openai.com/v1';

export const embedderOf = (values: ReadonlyMap<string, unknown>, faults: string[]): EmbedderConfig => {
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
    for (const name of ['embedder_url', 'embedder_model', 'embedder_key', 'embedder_dimensions'])
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
    dimensions: (values.get('embedder_dimensions') as number | undefined) ?? remoteDimensions,
  };
};

export const rerankerOf = (values: ReadonlyMap<string, unknown>, faults: string[]): RerankerConfig | null => {
  const url = values.get('reranker_url') as Secret | undefined;
  const model = values.get('reranker_model') as string | undefined;
  const key = values.get('reranker_key') as Secret | undefined;
  if (url === undefined) {
    for (const name of ['reranker_model', 'reranker_key'].filter((one) => values.has(one)))
      faults.push(`${variableOf(name)}: has a meaning only with KITH_RERANKER_URL`);
    return null;
  }
  if (model === undefined) faults.push('KITH_RERANKER_MODEL: is required with KITH_RERANKER_URL');
  return { url: url.reveal(), model: model ?? '', key: key ?? null };
};

export const extractorOf = (values: ReadonlyMap<string, unknown>, faults: string[]): ExtractorConfig => {
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

export const natsOf = (values: ReadonlyMap<string, unknown>, faults: string[]): NatsConfig | null => {
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

export const qdrantOf = (values: ReadonlyMap<string, unknown>, faults: string[]): QdrantConfig | null => {
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
