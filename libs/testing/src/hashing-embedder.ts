import { createHash } from 'node:crypto';
import { Embedder } from '#embeddings';

/** A bag of words: texts that share words are near. No model, no start-up, the same on every machine. */
export class HashingEmbedder extends Embedder {
  readonly model = 'hashing-1';
  readonly dimensions = 512;

  embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return Promise.resolve(texts.map((text) => this.vectorOf(text)));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private vectorOf(text: string): Float32Array {
    const vector = new Float32Array(this.dimensions);
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    for (const word of words.length > 0 ? words : ['']) {
      const digest = createHash('sha256').update(word).digest();
      const slot = digest.readUInt16LE(0) % this.dimensions;
      vector[slot] = (vector[slot] ?? 0) + (digest.readUInt8(2) % 2 === 0 ? 1 : -1);
    }
    // Words may cancel each other out; a vector of zeros has no direction.
    if (vector.every((value) => value === 0)) vector[0] = 1;
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  }
}
