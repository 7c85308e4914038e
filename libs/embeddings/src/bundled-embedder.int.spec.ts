import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from '@jest/globals';
import { BundledEmbedder } from './index.js';
import { cosine, embedderContract } from './testing/contract.js';

embedderContract('the bundled model', () => Promise.resolve(new BundledEmbedder()));

describe('the bundled model', () => {
  const embedder = new BundledEmbedder();
  afterAll(() => embedder.close());

  it('finds a paraphrase nearer than a sentence about something else', async () => {
    const [question, paraphrase, other] = await embedder.embed(
      ['How old is she?', 'What is her age?', 'The train leaves at noon.'],
      'query',
    );
    if (!question || !paraphrase || !other) throw new Error('vectors are missing');
    expect(cosine(question, paraphrase)).toBeGreaterThan(cosine(question, other) + 0.2);
  });

  it('waits for its engine, however much later that is there than the files of the model', async () => {
    const file = new URL('./bundled.worker.mjs', import.meta.url).href;
    const late = `const { instantiate } = WebAssembly;
      WebAssembly.instantiate = async (...given) => {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        return instantiate(...given);
      };
      await import(${JSON.stringify(file)});`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(late)}`), { execArgv: [] });
    try {
      worker.postMessage(['I have a dog']);
      const [reply] = (await once(worker, 'message')) as [object];
      expect(Object.keys(reply)).toEqual(['vectors']);
    } finally {
      await worker.terminate();
    }
  });

  it('leaves the event loop free while it works', async () => {
    await embedder.warm();
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    await embedder.embed(
      Array.from({ length: 40 }, (_, index) => `note ${index} about the garden and the weather`),
      'document',
    );
    clearInterval(timer);
    expect(longest).toBeLessThan(100);
  });

  it('answers a query before the documents that waited first', async () => {
    const order: string[] = [];
    const documents = embedder
      .embed(
        Array.from({ length: 200 }, (_, index) => `document ${index} in a long queue`),
        'document',
      )
      .then(() => order.push('documents'));
    await embedder.embed(['a question'], 'query').then(() => order.push('query'));
    await documents;
    expect(order).toEqual(['query', 'documents']);
  });

  it('refuses work after it was closed, and what was waiting', async () => {
    const closing = new BundledEmbedder();
    const refused = expect(closing.embed(['never embedded'], 'document')).rejects.toThrow('closed');
    await closing.close();
    await refused;
    await expect(closing.embed(['late'], 'query')).rejects.toThrow('closed');
  });
});
