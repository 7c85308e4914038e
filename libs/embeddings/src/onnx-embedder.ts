import { createRequire } from 'node:module';
import type { Calibration, Purpose } from './embedder.js';
import { EmbeddingError } from './embedding-error.js';
import { modelInput } from './batches.js';
import { readModelFolder, type ModelFolder } from './model-folder.js';
import { ThreadedEmbedder } from './threaded-embedder.js';

const file = new URL('./onnx.worker.mjs', import.meta.url);
/** Of a model whose width is still to be found out. */
const widest = 2_000;
const runtimes = ['onnxruntime-node', '@huggingface/tokenizers'] as const;

/** They are optional packages, and large: whoever leaves them out is told at the start, not at the first question. */
const requireRuntimes = (): void => {
  const { resolve } = createRequire(import.meta.url);
  for (const name of runtimes)
    try {
      resolve(name);
    } catch (cause) {
      throw new EmbeddingError(
        `KITH_EMBEDDER=onnx needs the optional package ${name}, which is not installed: npm install ${runtimes.join(' ')}`,
        'no-runtime',
        { cause },
      );
    }
};

/** A sentence encoder as ONNX, from a folder on this machine. */
export class OnnxEmbedder extends ThreadedEmbedder {
  readonly model: string;
  readonly dimensions: number;
  override readonly calibration: Calibration;
  private readonly prefixes: Readonly<Record<Purpose, string>>;

  constructor({ folder, manifest, id }: ModelFolder) {
    const { pooling, max_tokens: maxTokens, dimensions } = manifest;
    super({
      file,
      data: { folder, pooling, maxTokens, dimensions: dimensions || null },
      dimensions: dimensions || widest,
    });
    this.model = id;
    this.dimensions = dimensions;
    this.calibration = manifest.calibration;
    const { query_prefix: query, document_prefix: document } = manifest;
    this.prefixes = { query, document, message: document };
  }

  protected override inputOf(text: string, purpose: Purpose): string {
    return `${this.prefixes[purpose]}${modelInput(text)}`;
  }
}

/** The encoder of a folder; its files are read and held against its manifest first. */
export const openOnnxEmbedder = async (folder: string): Promise<OnnxEmbedder> => {
  requireRuntimes();
  return new OnnxEmbedder(await readModelFolder(folder));
};
