import { RequestReply } from './message-bus.js';

class NoResponderError extends Error {
  constructor(service: string, operation: string) {
    super(`nobody answers ${service}.${operation}`);
    this.name = 'NoResponderError';
  }
}

type Handler = (input: unknown) => Promise<unknown>;

/** Apps in one process ask each other by a call. */
export class InProcessRequestReply extends RequestReply {
  private readonly handlers = new Map<string, Handler>();

  async request(service: string, operation: string, input: unknown): Promise<unknown> {
    const handler = this.handlers.get(`${service}.${operation}`);
    if (!handler) throw new NoResponderError(service, operation);
    return handler(input);
  }

  respond(service: string, operation: string, handler: Handler): void {
    const name = `${service}.${operation}`;
    if (this.handlers.has(name)) throw new Error(`${name} has a responder already`);
    this.handlers.set(name, handler);
  }
}
