import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpReranker } from './index.js';

interface Asked {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly query: string; readonly documents: readonly string[] };
}

describe('a reranker over HTTP', () => {
  const asked: Asked[] = [];
  let server: Server;
  let url = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const body = JSON.parse(text) as Asked['body'];
        asked.push({ path: request.url, authorization: request.headers.authorization, body });
        const { model, documents } = body;
        if (model === 'slow') return;
        if (model === 'busy') return void response.writeHead(429).end('{}');
        if (model === 'odd') return void response.end('{"results":{}}');
        if (model === 'broken') return void response.end('{"results":[');
        // Longer is better, best first, as such servers answer.
        const results = documents
          .map(({ length }, index) => ({ index, relevance_score: length }))
          .sort((a, b) => b.relevance_score - a.relevance_score);
        response.end(JSON.stringify({ results: model === 'lazy' ? results.slice(1) : results }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1/`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const make = (model: string, timeoutMs = 1_500): HttpReranker =>
    new HttpReranker({ url, key: 'k-12', model, timeoutMs });

  it('is asked once, and rates each text in the order given', async () => {
    expect(await make('good').rate('what?', ['bb', 'a', 'ccc'])).toEqual([2, 1, 3]);
    expect(asked).toEqual([
      {
        path: '/v1/rerank',
        authorization: 'Bearer k-12',
        body: { model: 'good', query: 'what?', documents: ['bb', 'a', 'ccc'], top_n: 3 },
      },
    ]);
    expect(await make('good').rate('what?', [])).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['busy', 'the reranker answered 429'],
    ['odd', 'the reranker answered in an unknown shape'],
    ['broken', 'the reranker answered in an unknown shape'],
    ['lazy', 'the reranker left a text out'],
    ['slow', 'the reranker did not answer in time'],
  ])('that is %s is reported without text or key', async (model, message) => {
    const failure = await make(model, 60)
      .rate('my question', ['private words'])
      .catch((error: unknown) => error);
    expect(failure).toHaveProperty('message', message);
    expect(JSON.stringify(failure)).not.toMatch(/private|question|k-12/u);
  });
});
