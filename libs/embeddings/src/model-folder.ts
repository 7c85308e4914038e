import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { EmbeddingError } from './embedding-error.js';

export const modelFiles = ['model.onnx', 'tokenizer.json'] as const;
export type ModelFile = (typeof modelFiles)[number];
export const manifestFile = 'kith-model.json';

const digest = z.string().regex(/^[0-9a-f]{64}$/u, 'must be a SHA-256 in hexadecimal');

/** What a model's own files do not say: how they are used, and which files were meant. */
export const manifestSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,62}$/u, 'must be a short name in lower case'),
  pooling: z.enum(['cls', 'mean']),
  query_prefix: z.string().max(500).default(''),
  document_prefix: z.string().max(500).default(''),
  max_tokens: z.int().min(8).max(512).default(256),
  dimensions: z.int().min(1).max(2_000),
  calibration: z
    .strictObject({ unrelated: z.number().min(-1).max(1), same: z.number().min(-1).max(1) })
    .refine(({ unrelated, same }) => same - unrelated >= 0.05, 'same must be above unrelated'),
  sha256: z.strictObject({ 'model.onnx': digest, 'tokenizer.json': digest }),
});
export type Manifest = z.output<typeof manifestSchema>;

export interface ModelFolder {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Changes with everything that changes its vectors. */
  readonly id: string;
}

export const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
};

const idOf = ({ calibration: _, ...manifest }: Manifest): string =>
  `${manifest.name}@${createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12)}`;

const refused = (folder: string, why: string, cause?: unknown): EmbeddingError =>
  new EmbeddingError(`the model in ${folder} cannot be used: ${why}`, 'bad-model', { cause });

const manifestOf = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((cause: unknown) => {
    throw refused(folder, `it has no ${manifestFile}; put it in place with kith models add`, cause);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw refused(folder, `${manifestFile} is not JSON`, cause);
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(folder, `${manifestFile}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
};

/** The model of a folder, once its files are found to be those that its manifest names. */
export const readModelFolder = async (folder: string): Promise<ModelFolder> => {
  const manifest = await manifestOf(folder);
  for (const file of modelFiles) {
    const found = await sha256Of(join(folder, file)).catch((cause: unknown) => {
      throw refused(folder, `it has no ${file}`, cause);
    });
    if (found !== manifest.sha256[file])
      throw refused(folder, `${file} is not the file that its manifest names`);
  }
  return { folder, manifest, id: idOf(manifest) };
};

/** The folder below this one whose model has this id; null where none has, or it is not whole. */
export const modelFolderWith = async (parent: string, id: string): Promise<ModelFolder | null> => {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const folder = join(parent, entry.name);
    const manifest = await manifestOf(folder).catch(() => null);
    if (manifest && idOf(manifest) === id) return readModelFolder(folder).catch(() => null);
  }
  return null;
};
