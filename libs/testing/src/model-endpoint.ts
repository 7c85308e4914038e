import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
export type ModelAnswer = { readonly status: number; readonly text: string } | 'never';

/** What a model is shown, as a request holds it. */
export interface Shown {
  readonly people: readonly { readonly id: string; readonly names: readonly string[] }[];
  readonly messages: readonly { readonly id: string; readonly by: string; readonly text: string }[];
}
const shownIn = (body: string): Shown => {
  const { messages } = JSON.parse(body) as { messages: readonly { role: string; content: string }[] };
  return JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '') as Shown;
};

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
  answers: readonly (ModelAnswer | ((shown: Shown) => ModelAnswer))[] = [];
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      this.asked.push({ path: request.url ?? '', headers: request.headers, body });
      const given = this.answers[this.asked.length - 1] ?? this.answers.at(-1);
      const answer = typeof given === 'function' ? given(shownIn(body)) : given;
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
