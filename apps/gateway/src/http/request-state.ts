import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '#contracts';
import { credentialIn } from '#safety';

export interface RequestIds {
  readonly requestId: string;
  readonly correlationId: string;
  readonly traceparent: string | null;
}

/** What the edge knows of a request while it runs. */
export interface RequestState {
  readonly ids: RequestIds;
  readonly startedAt: number;
  caller?: Caller;
  call?: unknown;
}

const isId = /^[\w.:/-]{1,128}$/u;
const isTraceparent = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/u;

const one = (value: string | readonly string[] | undefined, shape: RegExp): string | null =>
  typeof value === 'string' && shape.test(value) && credentialIn(value) === null ? value : null;

/** Ids as the caller gave them when they are well-formed, else new ones: a log line must not carry foreign text. */
const idsOf = (headers: IncomingHttpHeaders): RequestIds => {
  const requestId = one(headers['x-request-id'], isId) ?? randomUUID();
  return {
    requestId,
    correlationId: one(headers['x-correlation-id'], isId) ?? requestId,
    traceparent: one(headers['traceparent'], isTraceparent),
  };
};

const states = new WeakMap<FastifyRequest, RequestState>();

export const stateOf = (request: FastifyRequest): RequestState => {
  const known = states.get(request);
  if (known) return known;
  const state = { ids: idsOf(request.headers), startedAt: performance.now() };
  states.set(request, state);
  return state;
};
