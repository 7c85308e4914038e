import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Answer, Caller, KeyRole } from '#contracts';
import { stateOf, type RequestIds } from './request-state.js';

/** A schema, or one that needs the clock. */
export type Shape<T = unknown> = z.ZodType<T> | ((now: () => Date) => z.ZodType<T>);
export type EndpointMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What of the store an answer can tell about; the pinned list shows it for every route. */
export type Reads =
  'memories' | 'people' | 'grants' | 'erasures' | 'event-status' | 'counts' | 'keys' | 'none';

/**
 * One route, declared once: routing, validation, the role check, the OpenAPI operation and the pinned list of routes
 * all come from this.
 */
export interface EndpointSpec<Query = unknown, Body = unknown, Params = unknown, Result = unknown> {
  readonly method: EndpointMethod;
  /** OpenAPI form: `/v1/memories/{id}`. */
  readonly path: string;
  readonly summary: string;
  /** What else has to be known, in whole sentences. */
  readonly about?: string;
  readonly tag:
    | 'events'
    | 'recall'
    | 'memories'
    | 'grants'
    | 'erasures'
    | 'people'
    | 'reviews'
    | 'operations'
    | 'keys'
    | 'seed paths';
  /**
   * One of them is enough; operators may everything. `open` needs no key; `open-here` needs none while this machine
   * alone can connect, and an operator's else: what it tells without one, its handler decides.
   */
  readonly roles: readonly KeyRole[] | 'open' | 'open-here';
  readonly reads: Reads;
  readonly query?: Shape<Query>;
  readonly params?: Shape<Params>;
  readonly body?: Shape<Body>;
  /** A request without a body is one with an empty document. */
  readonly bodyMayBeAbsent?: true;
  /**
   * What becomes of a credential in the body. Questions are asked without it, everything else is refused with it, but for
   * the one route that takes a token to check it.
   */
  readonly credentials?: 'cut' | 'refused' | 'checked';
  /** The body as documented, where the handler judges it item by item. */
  readonly documentedBody?: Shape;
  /** The body may also be a list of so many at most. */
  readonly orMany?: number;
  /** Content types taken besides application/json. */
  readonly consumes?: readonly string[];
  /** Who asks comes as query parameters: only operators may leave it out. `fold` writes it into the body. */
  readonly viewer?: 'query' | 'query-unless-only-user' | 'fold';
  readonly answer: z.ZodType<Result>;
  /** Content type of the answer when it is not JSON. */
  readonly produces?: string;
  /** Of a success; 200 unless told. */
  readonly status?: number;
  /** Other successes, with the words for them. */
  readonly otherStatuses?: Readonly<Record<number, string>>;
}

/** What a handler gets: checked, and in the types of its endpoint. */
export interface Call<Query = undefined, Body = undefined, Params = undefined> {
  readonly caller: Caller;
  readonly query: Query;
  readonly body: Body;
  readonly params: Params;
  readonly ids: RequestIds;
  /** Whether the client has hung up: nobody waits for the answer. */
  readonly isGone: () => boolean;
}

/** An answer with a status of its own. */
export class Reply<T> {
  readonly ok = true;
  constructor(
    readonly status: number,
    readonly value: T,
  ) {}
}
export type EndpointResult<T> = Promise<Answer<T> | Reply<T>>;

const specKey = Symbol('kith.endpoint');
const CallParameter = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    stateOf(context.switchToHttp().getRequest<FastifyRequest>()).call,
);
const CallerParameter = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    stateOf(context.switchToHttp().getRequest<FastifyRequest>()).caller ?? null,
);
const routePath = (path: string): string => path.replace(/\{(\w+)\}/gu, ':$1');

/** Handlers of such endpoints know who calls. */
export const isKeyed = (spec: EndpointSpec): spec is EndpointSpec & { readonly roles: readonly KeyRole[] } =>
  Array.isArray(spec.roles);

const declare =
  (spec: EndpointSpec): MethodDecorator =>
  (target, key, descriptor) => {
    (isKeyed(spec) ? CallParameter : CallerParameter)()(target, key, 0);
    const mapped = applyDecorators(
      RequestMapping({ path: routePath(spec.path), method: RequestMethod[spec.method] }),
      HttpCode(spec.status ?? 200),
    );
    mapped(target, key, descriptor);
    Reflect.defineMetadata(specKey, spec, descriptor.value as object);
  };

/** A route that needs a key; the handler's parameter must be the Call of this spec. */
export const Endpoint = <Result, Query = undefined, Body = undefined, Params = undefined>(
  spec: EndpointSpec<Query, Body, Params, Result> & { readonly roles: readonly KeyRole[] },
): (<Handler extends (call: Call<Query, Body, Params>) => EndpointResult<Result>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void) => declare(spec);

/** A route anybody may ask, or anybody on this machine; who did, where a key says so. */
export const OpenEndpoint = <Result>(
  spec: Omit<EndpointSpec<never, never, never, Result>, 'roles'> & { readonly roles?: 'open-here' },
): (<Handler extends (caller: Caller | null) => EndpointResult<Result>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void) => declare({ roles: 'open', ...spec });

export const endpointOn = (handler: object): EndpointSpec | undefined =>
  Reflect.getMetadata(specKey, handler) as EndpointSpec | undefined;

/** Every endpoint of these controllers, in order of declaration. */
export const endpointsOf = (controllers: readonly Type[]): readonly EndpointSpec[] =>
  controllers.flatMap((controller) =>
    Object.values(Object.getOwnPropertyDescriptors(controller.prototype as object)).flatMap(({ value }) => {
      const spec = typeof value === 'function' ? endpointOn(value as object) : undefined;
      return spec ? [spec] : [];
    }),
  );

export const schemaOf = <T>(shape: Shape<T>, now: () => Date): z.ZodType<T> =>
  typeof shape === 'function' ? shape(now) : shape;
