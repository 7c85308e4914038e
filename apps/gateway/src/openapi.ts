import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { problemSchema } from './answers.js';
import { schemaOf, type EndpointSpec, type Shape } from './endpoint.js';
import { problemMediaType } from './problem.js';

type Json = Readonly<Record<string, unknown>>;
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

const now = (): Date => new Date();

const jsonSchemaOf = (shape: Shape, io: 'input' | 'output'): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(schemaOf(shape, now), {
    io,
    unrepresentable: 'any',
  }) as Json;
  return schema;
};

const parametersOf = (shape: Shape | undefined, place: 'path' | 'query'): readonly Json[] => {
  if (!shape) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(shape, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
};

const bodyOf = ({ body, documentedBody, consumes = [] }: EndpointSpec): Json => {
  if (!body) return {};
  const schema = jsonSchemaOf(documentedBody ?? body, 'input');
  const types = ['application/json', ...consumes];
  return {
    requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) },
  };
};

const responsesOf = ({ answer, produces, status = 200, otherStatuses = {} }: EndpointSpec): Json => {
  const content = { [produces ?? 'application/json']: { schema: jsonSchemaOf(answer, 'output') } };
  const others = Object.entries(otherStatuses).map(([code, description]) => [code, { description, content }]);
  return {
    ...Object.fromEntries(others),
    [status]: { description: 'Done.', content },
    default: { $ref: '#/components/responses/Problem' },
  };
};

const operationOf = (spec: EndpointSpec): Json => ({
  operationId: `${spec.method.toLowerCase()}${spec.path.replace(/[^\w]+(\w)?/gu, (_, first: string | undefined) => (first ?? '').toUpperCase())}`,
  summary: spec.summary,
  tags: [spec.tag],
  ...(spec.roles === 'open'
    ? { security: [] }
    : { description: `Roles: ${[...new Set([...spec.roles, 'operator'])].join(', ')}.` }),
  parameters: [...parametersOf(spec.params, 'path'), ...parametersOf(spec.query, 'query')],
  ...bodyOf(spec),
  responses: responsesOf(spec),
});

/** The contract as OpenAPI 3.1, made of the endpoints and their schemas alone. */
export const openApiDocument = (endpoints: readonly EndpointSpec[]): OpenAPIObject => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const spec of endpoints)
    paths[spec.path] = { ...paths[spec.path], [spec.method.toLowerCase()]: operationOf(spec) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kith',
      version: '1',
      description:
        'Memory for AI agents that live among many people: who said what about whom, where, and who may hear it again.',
    },
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      responses: {
        Problem: {
          description: 'What went wrong (RFC 9457).',
          content: { [problemMediaType]: { schema: jsonSchemaOf(problemSchema, 'output') } },
        },
      },
    },
  } as unknown as OpenAPIObject;
};
