import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
export type ModelAnswer = { readonly status: number; readonly text: string } | 'never';

/** A chat completion with this content. */
export const completion = (content: string): ModelAnswer => ({
  status: 200,
  text: JSON.stringify({
    id: 'a',
    object: 'chat.completion',
    created: 0,
    model: 'm',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
});

/** Plays an endpoint that speaks OpenAI's chat API: gives these answers in turn, the last of them again and again. */
export class ModelEndpoint {
  readonly asked: Asked[] = [];
  answers: readonly ModelAnswer[] = [];
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      this.asked.push({ path: request.url ?? '', headers: request.headers, body });
      const answer = this.answers[this.asked.length - 1] ?? this.answers.at(-1);
      if (answer === undefined || answer === 'never') return;
      response.writeHead(answer.status, { 'content-type': 'application/json', 'retry-after-ms': '1' });
      response.end(answer.text);
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/v1`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
