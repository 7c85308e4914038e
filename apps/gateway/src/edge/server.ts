import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemStatus } from '#contracts';
import type { Access } from '../auth/access.js';
import { isStray } from './docs-page.js';
import { sendProblem } from './edge.js';
import { endpoints } from '../controllers/endpoints.js';
import { defaultLimits, type ConnectionLimits } from '../limits/limits.js';
import { edgeHeaders } from './observe.js';
import { problemDocument, ProblemError, problemMediaType } from '../http/problem.js';
import { noSuchRoute, Routes } from './routes.js';

const bodyLimit = 1024 * 1024;

/** An error of the parser, with the bytes at which it stopped. */
interface ParseError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

/** The method is read before anything else: the parser gives up on a word that it does not know. */
const unknownMethod = (routes: Routes, packet: unknown): ProblemError | null => {
  const [, method = '', url = ''] =
    /^([!#$%&'*+.^`|~\w-]{1,64}) (\/\S*) HTTP\/1\.\d\r?\n/u.exec(
      packet instanceof Uint8Array ? Buffer.from(packet.subarray(0, 8192)).toString('latin1') : '',
    ) ?? [];
  return url === '' ? null : routes.misplaced(method, url);
};

const clientFault = (routes: Routes, { code, rawPacket }: ParseError): ProblemError => {
  const misplaced = code === 'HPE_INVALID_METHOD' ? unknownMethod(routes, rawPacket) : null;
  if (misplaced) return misplaced;
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ProblemError('headers-too-large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ProblemError('too-slow', 'The request did not arrive in time.');
  return new ProblemError('malformed', 'This is not a well-formed HTTP request.');
};

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Answers what is not even a request; there is no reply object yet, only the connection. */
const refuseConnection = (routes: Routes, error: ParseError, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = clientFault(routes, error);
  const body = JSON.stringify(problemDocument(problem));
  const head = [
    `HTTP/1.1 ${problemStatus[problem.kind]} Refused`,
    `content-type: ${problemMediaType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};

/** Fastify as the edge needs it: what is no request is answered in the words of the contract too. */
export const edgeAdapter = (limits: ConnectionLimits = defaultLimits.connections): FastifyAdapter => {
  const routes = new Routes(endpoints());
  const adapter = new FastifyAdapter({
    bodyLimit,
    requestTimeout: limits.requestWithinMs,
    connectionTimeout: limits.silentForMs,
    http: {
      headersTimeout: Math.min(limits.requestWithinMs, 30_000),
      // How often slow requests are looked for.
      connectionsCheckingInterval: Math.min(limits.requestWithinMs, 5_000),
    },
    // An event id may be 512 characters, percent-encoded.
    routerOptions: { maxParamLength: 8192 },
    clientErrorHandler: (error: ParseError, socket: Socket) => {
      refuseConnection(routes, error, socket);
    },
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers(edgeHeaders(request));
      sendProblem(routes.problemOf(error, request.method, request.url), reply);
    },
  });
  adapter.getInstance().server.maxConnections = limits.most;
  return adapter;
};

/** Bodies arrive as bytes, and nobody's is taken before the key was checked: it takes memory while it arrives. */
export const guardBodies = (server: FastifyInstance, routes: Routes, access: Access): void => {
  server.addHook('onRequest', (request, reply, done) => {
    const problem = isStray(request)
      ? new ProblemError('no-such-route', noSuchRoute)
      : routes.misplaced(request.method, request.url);
    if (!problem) {
      done();
      return;
    }
    void reply.headers(edgeHeaders(request));
    sendProblem(problem, reply);
  });
  server.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    try {
      await access.callerOf(request);
    } catch (error) {
      void reply.headers(edgeHeaders(request));
      sendProblem(routes.problemOf(error, request.method, request.url), reply);
    }
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    done(null, body);
  });
};
