import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  documentFault,
  confinementErrors,
  fieldErrors,
  isOperator,
  withOwnAgent,
  type Caller,
  type ViewerParams,
} from '#contracts';
import type { FieldError } from '#domain';
import { credentialIn, withoutCredentials } from '#safety';
import { schemaOf, type Call, type EndpointSpec, type Shape } from './endpoint.js';
import { readJson } from './json-body.js';
import { ProblemError, problemErrorOf } from './problem.js';
import { stateOf } from './request-state.js';
import { foldErrors, foldViewer, noQuery, viewerErrors } from './viewer-fields.js';

const refusedFor = (fault: FieldError): ProblemError =>
  new ProblemError('credential-refused', 'The request holds a credential; nothing of it was stored.', [
    fault,
  ]);

const confined = (errors: readonly FieldError[]): ProblemError =>
  new ProblemError('forbidden', 'The key is not for this.', errors);

interface Shaped {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly def?: { readonly discriminator?: string };
}

/** Of a document of several kinds, the kind that is given. */
const namesAgent = (schema: z.ZodType, given: unknown): boolean => {
  const { shape, options = [], def } = schema as Shaped;
  if (shape) return 'agent_id' in shape;
  const field = def?.discriminator ?? '';
  const kind = (given as Readonly<Record<string, unknown>> | null)?.[field];
  return options.some(
    (option) =>
      (option as Shaped).shape?.[field]?.safeParse(kind).success === true && namesAgent(option, given),
  );
};

const invalid = (errors: readonly FieldError[]): ProblemError =>
  new ProblemError('invalid', 'The request does not fit the contract; see errors.', errors);

/** Turns requests into the typed calls of their endpoints. Schemas are made once, with the clock. */
export class Calls {
  readonly #schemas = new Map<Shape, z.ZodType>();

  constructor(
    private readonly now: () => Date,
    /** A tenant has one user, who need not be named to read. */
    private readonly isOneUsers: boolean,
  ) {}

  /** Throws the problem to print. The caller's role was checked before. */
  prepare(request: FastifyRequest, caller: Caller, spec: EndpointSpec): Call<unknown, unknown, unknown> {
    const params = this.#params(request.params, spec);
    const query = this.#query(request.query, caller, spec);
    const body = spec.body ? this.#body(request, caller, query, spec.body, spec) : undefined;
    // Of an event its handler says so, item by item.
    const parts = spec.documentedBody ? [query] : [query, body];
    const errors = confinementErrors(caller, parts, spec.path.startsWith('/api/agents/'));
    if (errors.length > 0) throw confined(errors);
    return {
      caller,
      query,
      body,
      params,
      ids: stateOf(request).ids,
      isGone: () => request.raw.socket.destroyed,
    };
  }

  #schema(shape: Shape): z.ZodType {
    const known = this.#schemas.get(shape);
    if (known) return known;
    const schema = schemaOf(shape, this.now);
    this.#schemas.set(shape, schema);
    return schema;
  }

  #parse(shape: Shape, value: unknown): unknown {
    const parsed = this.#schema(shape).safeParse(value);
    if (!parsed.success) throw invalid(fieldErrors(parsed.error));
    return parsed.data;
  }

  /**
   * Nothing has an id that is none: not found, in the words of everything that is not found. Words of a closed list hide
   * nothing: another one is refused by naming them.
   */
  #params(given: unknown, spec: EndpointSpec): unknown {
    if (!spec.params) return undefined;
    const parsed = this.#schema(spec.params).safeParse(given);
    if (documentFault(given)) throw problemErrorOf({ kind: 'not-found', detail: '' });
    if (parsed.success) return parsed.data;
    if (parsed.error.issues.every(({ code }) => code === 'invalid_value'))
      throw invalid(fieldErrors(parsed.error));
    throw problemErrorOf({ kind: 'not-found', detail: '' });
  }

  #query(given: unknown, caller: Caller, spec: EndpointSpec): unknown {
    const fault = documentFault(given);
    if (fault) throw invalid([fault]);
    const shape = spec.query ?? noQuery;
    const named = withOwnAgent(caller, given, namesAgent(this.#schema(shape), given));
    const query = this.#cut(this.#parse(shape, named), spec);
    const errors = this.#viewerErrors(query, caller, spec);
    if (errors.length > 0) throw invalid(errors);
    return query;
  }

  #viewerErrors(query: unknown, caller: Caller, { viewer }: EndpointSpec): readonly FieldError[] {
    if (viewer !== 'query' && viewer !== 'query-unless-only-user') return [];
    const mayBeAbsent = isOperator(caller) || (viewer === 'query-unless-only-user' && this.isOneUsers);
    return viewerErrors(query as ViewerParams, mayBeAbsent);
  }

  #body(request: FastifyRequest, caller: Caller, query: unknown, shape: Shape, spec: EndpointSpec): unknown {
    const accepted = ['application/json', ...(spec.consumes ?? [])];
    const isAbsent = !(request.body instanceof Uint8Array) || request.body.byteLength === 0;
    const received =
      spec.bodyMayBeAbsent && isAbsent
        ? {}
        : readJson(request.body, request.headers['content-type'], accepted);
    if (spec.documentedBody) return received;
    const fault = documentFault(received);
    if (fault) throw invalid([fault]);
    const isTaken = spec.credentials === 'cut' || spec.credentials === 'checked';
    const credential = isTaken ? null : credentialIn(received);
    if (credential) throw refusedFor(credential);
    const document = spec.viewer === 'fold' ? this.#folded(received, query as ViewerParams) : received;
    const named = withOwnAgent(caller, document, namesAgent(this.#schema(shape), document));
    return this.#cut(this.#parse(shape, named), spec);
  }

  /** After its lengths were checked: the mark of a credential may be longer than the credential. */
  #cut(parsed: unknown, spec: EndpointSpec): unknown {
    return spec.credentials === 'cut' ? withoutCredentials(parsed) : parsed;
  }

  #folded(document: unknown, query: ViewerParams): unknown {
    // The body's own schema says when nobody is named at all.
    const errors = [...viewerErrors(query, true), ...foldErrors(document, query)];
    if (errors.length > 0) throw invalid(errors);
    return foldViewer(document, query);
  }
}
