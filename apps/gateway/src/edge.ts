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
import { map, type Observable } from 'rxjs';
import type { Answer, Caller } from '#domain';
import { ApiKeys } from './api-keys.js';
import { Calls } from './calls.js';
import { endpointOn, isOperator, Reply, type EndpointSpec } from './endpoint.js';
import { faultFields, type GatewayLog } from './log.js';
import {
  problemDocument,
  ProblemError,
  problemErrorOf,
  problemMediaType,
  problemStatus,
  unavailable,
} from './problem.js';
import { Routes } from './routes.js';
import { stateOf } from './request-state.js';
import { TokenBuckets } from './token-bucket.js';
import { LOG } from './tokens.js';

const presentedKey = ({ headers }: FastifyRequest): string => {
  const [, bearer] = /^bearer +(\S+) *$/iu.exec(headers.authorization ?? '') ?? [];
  const plain = headers['x-api-key'];
  return bearer ?? (typeof plain === 'string' ? plain : '');
};

const unauthenticated = (): ProblemError =>
  new ProblemError('unauthenticated', 'A valid key is needed: Authorization: Bearer <key>.', [], {
    'www-authenticate': 'Bearer',
  });

/** Who calls, whether they may, and whether too often: before anything of the body is looked at. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    @Inject(ApiKeys) private readonly keys: ApiKeys,
    @Inject(TokenBuckets) private readonly buckets: TokenBuckets,
    @Inject(LOG) private readonly log: GatewayLog,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const spec = endpointOn(context.getHandler());
    // INVARIANT: a handler that declares nothing is closed.
    if (!spec) throw new ProblemError('forbidden', 'This route is not open.');
    if (spec.roles === 'open') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const caller = await this.#callerOf(request);
    if (!caller) throw unauthenticated();
    stateOf(request).caller = caller;
    const seconds = this.buckets.take(caller.keyId);
    if (seconds > 0)
      throw new ProblemError('too-many-requests', 'This key asks too often.', [], {
        'retry-after': String(seconds),
      });
    if (!isOperator(caller) && !caller.roles.some((role) => spec.roles.includes(role)))
      throw new ProblemError('forbidden', 'The key has not the role for this.');
    return true;
  }

  async #callerOf(request: FastifyRequest): Promise<Caller | null> {
    try {
      return await this.keys.find(presentedKey(request));
    } catch (error) {
      this.log.error({ event: 'key.lookup-failed', ...faultFields(error) });
      throw unavailable();
    }
  }
}

const isReply = (outcome: unknown): outcome is Reply<unknown> => outcome instanceof Reply;

/** Checks the request against its endpoint before the handler runs, and prints what the handler answered. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(@Inject(Calls) private readonly calls: Calls) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler<Answer<unknown> | Reply<unknown>>,
  ): Observable<unknown> {
    const http = context.switchToHttp();
    const spec = endpointOn(context.getHandler());
    const state = stateOf(http.getRequest<FastifyRequest>());
    if (spec && state.caller)
      state.call = this.calls.prepare(http.getRequest<FastifyRequest>(), state.caller, spec);
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(map((outcome) => this.#print(outcome, reply, spec)));
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
