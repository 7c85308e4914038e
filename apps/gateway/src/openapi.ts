import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { entityRefSchema, filterSchema, placeRefSchema } from '#domain';
import { memoryView, namedEntity, problemSchema, userView } from './answers.js';
import { schemaOf, type EndpointSpec, type Shape } from './endpoint.js';
import { problemMediaType } from './problem.js';

type Json = Readonly<Record<string, unknown>>;
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

const now = (): Date => new Date();
const uriOf = (id: string): string => `#/components/schemas/${id}`;
const refTo = (id: string): Json => ({ $ref: uriOf(id) });

/** Patterns only say again, at length, what the format says. */
const options = {
  unrepresentable: 'any',
  uri: uriOf,
  override: ({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }) => {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  },
} as const;

const bare = (schema: object): Json =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));

/** Schemas by name, each written once and referred to from then on. */
class Named {
  readonly #registry = z.registry<{ id?: string | undefined }>();
  readonly #schemas = new Map<Shape, z.ZodType>();

  constructor(
    private readonly io: 'input' | 'output',
    known: Readonly<Record<string, z.ZodType>>,
  ) {
    for (const [id, schema] of Object.entries(known)) this.refer(schema, id);
  }

  /** The first name that a schema was given is the one it keeps. */
  refer(shape: Shape, name: string): Json {
    const schema = this.#schemas.get(shape) ?? schemaOf(shape, now);
    this.#schemas.set(shape, schema);
    const id = this.#registry.get(schema)?.id;
    if (id === undefined) this.#registry.add(schema, { id: name });
    return refTo(id ?? name);
  }

  written(): Json {
    const { schemas } = z.toJSONSchema(this.#registry, { ...options, io: this.io });
    return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, bare(schema)]));
  }
}

const parametersOf = (shape: Shape | undefined, place: 'path' | 'query'): readonly Json[] => {
  if (!shape) return [];
  const schema = z.toJSONSchema(schemaOf(shape, now), { ...options, io: 'input' }) as ObjectSchema;
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: property,
  }));
};

const operationIdOf = ({ method, path }: EndpointSpec): string =>
  method.toLowerCase() +
  path.replace(/\W+(\w)?/gu, (_, first: string | undefined) => (first ?? '').toUpperCase());

const bodyOf = (spec: EndpointSpec, inputs: Named): Json => {
  if (!spec.body) return {};
  const one = inputs.refer(spec.documentedBody ?? spec.body, `${operationIdOf(spec)}Body`);
  const schema =
    spec.orMany === undefined ? one : { oneOf: [one, { type: 'array', items: one, maxItems: spec.orMany }] };
  const types = ['application/json', ...(spec.consumes ?? [])];
  return {
    requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) },
  };
};

const responsesOf = (spec: EndpointSpec, outputs: Named): Json => {
  const schema = outputs.refer(spec.answer, `${operationIdOf(spec)}Answer`);
  const content = { [spec.produces ?? 'application/json']: { schema } };
  const others: Record<string, Json> = {};
  for (const [code, description] of Object.entries(spec.otherStatuses ?? {}))
    others[code] = { description, content };
  return {
    ...others,
    [spec.status ?? 200]: { description: 'Done.', content },
    default: { $ref: '#/components/responses/Problem' },
  };
};

const anyKey = [{ bearer: [] }, { apiKey: [] }];

const admissionOf = (roles: EndpointSpec['roles']): Json => {
  if (roles === 'open') return { security: [] };
  return roles === 'open-here'
    ? {
        security: [{}, ...anyKey],
        description: 'Without a key while only this machine can connect; roles else: operator.',
      }
    : { description: `Roles: ${[...new Set([...roles, 'operator'])].join(', ')}.` };
};

const operationOf = (spec: EndpointSpec, inputs: Named, outputs: Named): Json => ({
  operationId: operationIdOf(spec),
  summary: spec.summary,
  tags: [spec.tag],
  ...admissionOf(spec.roles),
  parameters: [...parametersOf(spec.params, 'path'), ...parametersOf(spec.query, 'query')],
  ...bodyOf(spec, inputs),
  responses: responsesOf(spec, outputs),
});

const about = {
  title: 'Kith',
  version: '1',
  description:
    'Memory for AI agents that live among many people: who said what about whom, where, and who may hear it again.',
};

/** The contract as OpenAPI 3.1, made of the endpoints and their schemas alone. */
export const openApiDocument = (endpoints: readonly EndpointSpec[]): OpenAPIObject => {
  const inputs = new Named('input', {
    EntityRef: entityRefSchema,
    SourceRef: placeRefSchema,
    Filter: filterSchema,
  });
  const outputs = new Named('output', {
    Memory: memoryView,
    NamedEntity: namedEntity,
    User: userView,
    Problem: problemSchema,
  });
  const paths: Record<string, Record<string, Json>> = {};
  for (const spec of endpoints)
    paths[spec.path] = {
      ...paths[spec.path],
      [spec.method.toLowerCase()]: operationOf(spec, inputs, outputs),
    };
  return {
    openapi: '3.1.0',
    info: about,
    security: anyKey,
    paths,
    components: {
      schemas: { ...inputs.written(), ...outputs.written() },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      responses: {
        Problem: {
          description: 'What went wrong (RFC 9457).',
          content: { [problemMediaType]: { schema: refTo('Problem') } },
        },
      },
    },
  } as unknown as OpenAPIObject;
};
