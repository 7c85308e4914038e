import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './edge.js';
import { edgeHeaders } from './observe.js';
import { problemDocument, ProblemError, problemMediaType, problemStatus } from './problem.js';
import type { Routes } from './routes.js';

const bodyLimit = 1024 * 1024;

const clientFault = (code: unknown): ProblemError =>
  code === 'HPE_HEADER_OVERFLOW'
    ? new ProblemError('headers-too-large', 'The headers are too large.')
    : new ProblemError('malformed', 'This is not a well-formed HTTP request.');

/** Answers what is not even a request; there is no reply object yet, only the connection. */
const refuseConnection = (error: Error & { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = clientFault(error.code);
  const body = JSON.stringify(problemDocument(problem));
  const head = [
    `HTTP/1.1 ${problemStatus[problem.kind]} Refused`,
    `content-type: ${problemMediaType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};

/** Fastify as the edge needs it: bodies arrive as bytes, and are read only after the key was checked. */
export const edgeServer = (routes: Routes): FastifyAdapter => {
  const adapter = new FastifyAdapter({
    bodyLimit,
    requestTimeout: 60_000,
    // An event id may be 512 characters, percent-encoded.
    routerOptions: { maxParamLength: 8192 },
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers(edgeHeaders(request));
      sendProblem(routes.problemOf(error, request.method, request.url), reply);
    },
  });
  const server = adapter.getInstance();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    done(null, body);
  });
  return adapter;
};
