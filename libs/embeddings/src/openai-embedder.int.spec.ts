import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HashingEmbedder } from '#testing';
import { OpenAiEmbedder } from './index.js';
import { embedderContract } from './testing/contract.js';

let server: Server;
let url = '';
const requests: { authorization: string | undefined; input: readonly string[]; dimensions: number }[] = [];
const hashing = new HashingEmbedder();

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { input, model, dimensions } = JSON.parse(body) as {
        input: string[];
        model: string;
        dimensions: number;
      };
      requests.push({ authorization: request.headers.authorization, input, dimensions });
      if (model === 'busy') return void response.writeHead(429, { 'retry-after': '9' }).end('{}');
      if (model === 'slow') return;
      if (model === 'down') return void response.writeHead(503).end('overloaded');
      if (model === 'broken') return void response.end('{"data":[');
      if (model === 'odd') return void response.end('{"data":{}}');
      void hashing.embed(input).then((vectors) => {
        const data = vectors.map((vector, index) => ({
          index,
          embedding: [...vector].map((value) => value * 3),
        }));
        response.end(JSON.stringify({ data: data.reverse() }));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/v1/` : '';
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const make = (options: { model?: string; dimensions?: number; timeoutMs?: number; batch?: number } = {}) =>
  new OpenAiEmbedder({ url, key: 'k-123', model: 'any', dimensions: 512, ...options });

embedderContract('an OpenAI-compatible service', () => Promise.resolve(make()));

describe('an OpenAI-compatible service', () => {
  it('is asked in batches, with the key', async () => {
    requests.length = 0;
    await make({ batch: 2 }).embed(['a', 'b', 'c'], 'document');
    expect(requests.map(({ input }) => input)).toEqual([['a', 'b'], ['c']]);
    expect(requests[0]?.authorization).toBe('Bearer k-123');
    expect(requests[0]?.dimensions).toBe(512);
  });

  it.each([
    ['busy', {}, 'the embedding service answered 429'],
    ['down', {}, 'the embedding service answered 503'],
    ['odd', {}, 'the embedding service answered in an unknown shape'],
    ['broken', {}, 'the embedding service answered in an unknown shape'],
    [
      'any',
      { dimensions: 384 },
      'the embedding service gave 512 dimensions instead of 384; KITH_EMBEDDER_DIMENSIONS says how many are wanted',
    ],
    ['slow', { timeoutMs: 50 }, 'the embedding service did not answer in time'],
  ])('that is %s is reported without text or key', async (model, options, message) => {
    const failure = await make({ model, ...options })
      .embed(['my private words'], 'query')
      .catch((error: unknown) => error);
    expect(failure).toHaveProperty('message', message);
    expect(JSON.stringify(failure)).not.toMatch(/private|k-123/u);
  });
});
