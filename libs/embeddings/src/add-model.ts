import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EmbeddingError } from './embedding-error.js';
import { knownUse } from './known-models.js';
import {
  manifestFile,
  manifestSchema,
  modelFiles,
  readModelFolder,
  sha256Of,
  type Manifest,
  type ModelFile,
  type ModelFolder,
} from './model-folder.js';
import { OnnxEmbedder } from './onnx-embedder.js';

export interface ModelToAdd {
  /** A folder, or the address of one: `<address>/model.onnx`. */
  readonly from: string;
  /** Of model.onnx. */
  readonly sha256: string;
  /** Where models are kept, a folder each. */
  readonly into: string;
  /** How the model is used, where its hash is not one that is known. */
  readonly use: Partial<
    Pick<Manifest, 'name' | 'pooling' | 'query_prefix' | 'document_prefix' | 'calibration'>
  >;
  readonly signal: AbortSignal;
}

const failed = (message: string, cause?: unknown): EmbeddingError =>
  new EmbeddingError(message, 'bad-model', { cause });

const isAddress = (from: string): boolean => /^https?:\/\//u.test(from);

const fetchFile = async (
  from: string,
  file: ModelFile,
  target: string,
  signal: AbortSignal,
): Promise<void> => {
  if (!isAddress(from)) {
    await copyFile(join(from, file), target);
    return;
  }
  const response = await fetch(`${from.replace(/\/+$/u, '')}/${file}`, { signal });
  if (!response.ok || response.body === null)
    throw failed(`${file} was not to be had: the address answered ${String(response.status)}`);
  await pipeline(Readable.fromWeb(response.body), createWriteStream(target), { signal });
};

const manifestFor = ({ use, sha256 }: ModelToAdd, tokenizer: string): Manifest => {
  const known = knownUse(sha256);
  const parsed = manifestSchema.safeParse({
    // Wide, where nobody measured: its cosines are read as those of the bundled encoder.
    calibration: { unrelated: 0.25, same: 0.7 },
    ...known,
    ...use,
    // Found out by the first text.
    dimensions: 1,
    sha256: { 'model.onnx': sha256, 'tokenizer.json': tokenizer },
  });
  if (parsed.success) return parsed.data;
  const missing = [
    ...new Set(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)),
  ];
  throw failed(`this model is not known, so it has to be said how it is used (${missing.join('; ')})`);
};

/** Embeds one text with it: whoever puts a model in place learns now, not at the next start, that it does not run. */
const dimensionsOf = async (folder: string, manifest: Manifest): Promise<number> => {
  const embedder = new OnnxEmbedder({ folder, manifest: { ...manifest, dimensions: 0 }, id: '' });
  try {
    const [vector] = await embedder.embed(['how long is this?'], 'query');
    return vector?.length ?? 0;
  } catch (cause) {
    throw failed(`it does not run as an encoder of sentences (${(cause as Error).message})`, cause);
  } finally {
    await embedder.close();
  }
};

/**
 * Puts a model in place, once its file is the one that was meant and runs. It appears whole or not at all; the same model
 * added again takes the place of itself.
 */
export const addModel = async (model: ModelToAdd): Promise<ModelFolder> => {
  await mkdir(model.into, { recursive: true });
  const draft = await mkdtemp(join(model.into, '.adding-'));
  try {
    for (const file of modelFiles) await fetchFile(model.from, file, join(draft, file), model.signal);
    const found = await sha256Of(join(draft, 'model.onnx'));
    if (found !== model.sha256)
      throw failed(`model.onnx has the SHA-256 ${found}, not the one that was given`);
    const manifest = manifestFor(model, await sha256Of(join(draft, 'tokenizer.json')));
    const whole = { ...manifest, dimensions: await dimensionsOf(draft, manifest) };
    await writeFile(join(draft, manifestFile), `${JSON.stringify(whole, null, 2)}\n`);
    const folder = join(model.into, manifest.name);
    await rm(folder, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await rename(draft, folder);
    return await readModelFolder(folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};
