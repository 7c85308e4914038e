import {
  Catch,
  Inject,
  Injectable,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finalize, map, Observable, tap } from 'rxjs';
import { problemStatus, type Answer, isOperator } from '#contracts';
import { isTracing, openSpan } from '#observability';
import { Access, presentedKey } from '../auth/access.js';
import { Admission } from '../limits/admission.js';
import { Calls } from '../http/calls.js';
import { endpointOn, isKeyed, Reply, type EndpointSpec } from '../http/endpoint.js';
import { faultFields, type GatewayLog } from '../telemetry/log.js';
import { EdgeMetrics } from '../telemetry/metrics.js';
import {
  problemDocument,
  ProblemError,
  problemErrorOf,
  problemMediaType,
  unavailable,
} from '../http/problem.js';
import { Routes } from './routes.js';
import { stateOf } from '../http/request-state.js';
import { LOG } from '../tokens.js';

/** Who calls and whether they may, before the body is looked at. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(@Inject(Access) private readonly access: Access) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const spec = endpointOn(context.getHandler());
    // INVARIANT: a handler that declares nothing is closed.
    if (!spec) throw new ProblemError('forbidden', 'This route is not open.');
    if (spec.roles === 'open') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const isOpenHere = spec.roles === 'open-here' && !this.access.isExposed;
    if (isOpenHere && presentedKey(request) === '') return true;
    const caller = await this.access.callerOf(request);
    if (isOpenHere) return true;
    const roles = isKeyed(spec) ? spec.roles : [];
    if (!isOperator(caller) && !caller.roles.some((role) => roles.includes(role)))
      throw new ProblemError('forbidden', 'The key has not the role for this.');
    return true;
  }
}

const isReply = (outcome: unknown): outcome is Reply<unknown> => outcome instanceof Reply;

/** A call is a span from here on; what it asks of others, and what it publishes, goes on in its trace. */
const inSpan = (
  spec: EndpointSpec | undefined,
  from: string | null,
  answer: () => Observable<unknown>,
): Observable<unknown> => {
  if (!isTracing() || !spec) return answer();
  const { method, path } = spec;
  return new Observable((subscriber) => {
    const attributes = { 'http.request.method': method, 'http.route': path };
    const span = openSpan({ name: `${method} ${path}`, kind: 'server', from, attributes });
    return span.run(() =>
      answer()
        .pipe(tap({ error: (error: unknown) => span.end(error), complete: () => span.end() }))
        .subscribe(subscriber),
    );
  });
};

const tooManyAtOnce = (): ProblemError =>
  new ProblemError(
    'too-many-requests',
    'This key, or its tenant, has as many requests running as it may: wait for one to end.',
    [],
    { 'retry-after': '1' },
  );

/** Checks the request against its endpoint before the handler runs, and prints what the handler answered. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(
    @Inject(Calls) private readonly calls: Calls,
    @Inject(Admission) private readonly admission: Admission,
    @Inject(EdgeMetrics) private readonly metrics: EdgeMetrics,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler<Answer<unknown> | Reply<unknown>>,
  ): Observable<unknown> {
    const spec = endpointOn(context.getHandler());
    const { ids } = stateOf(context.switchToHttp().getRequest<FastifyRequest>());
    return inSpan(spec, ids.traceparent, () => this.#answer(context, next));
  }

  #answer(
    context: ExecutionContext,
    next: CallHandler<Answer<unknown> | Reply<unknown>>,
  ): Observable<unknown> {
    const http = context.switchToHttp();
    const spec = endpointOn(context.getHandler());
    const state = stateOf(http.getRequest<FastifyRequest>());
    const reply = http.getResponse<FastifyReply>();
    if (!spec || !isKeyed(spec) || !state.caller)
      return next.handle().pipe(map((outcome) => this.#print(outcome, reply, spec)));
    state.call = this.calls.prepare(http.getRequest<FastifyRequest>(), state.caller, spec);
    const { caller } = state;
    const admitted = this.admission.enter(caller);
    if (admitted !== 'entered') {
      this.metrics.turnedAway('busy');
      throw admitted === 'full' ? unavailable() : tooManyAtOnce();
    }
    return next.handle().pipe(
      finalize(() => this.admission.leave(caller)),
      map((outcome) => this.#print(outcome, reply, spec)),
    );
  }

  #print(
    outcome: Answer<unknown> | Reply<unknown>,
    reply: FastifyReply,
    spec: EndpointSpec | undefined,
  ): unknown {
    if (isReply(outcome)) void reply.status(outcome.status);
    else if (!outcome.ok) throw problemErrorOf(outcome.problem);
    if (spec?.produces) void reply.type(spec.produces);
    return outcome.value;
  }
}

/** Sends one problem; anything that is not a problem yet becomes one. */
export const sendProblem = (problem: ProblemError, reply: FastifyReply): void => {
  if (reply.sent) return;
  void reply
    .status(problemStatus[problem.kind])
    .headers(problem.headers)
    .type(problemMediaType)
    .send(JSON.stringify(problemDocument(problem)));
};

@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    @Inject(LOG) private readonly log: GatewayLog,
    @Inject(Routes) private readonly routes: Routes,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const problem = this.routes.problemOf(thrown, request.method, request.url);
    if (problem.kind === 'internal')
      this.log.error({
        event: 'request.failed',
        request_id: stateOf(request).ids.requestId,
        ...faultFields(thrown),
      });
    sendProblem(problem, http.getResponse<FastifyReply>());
  }
}
