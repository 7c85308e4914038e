import type { OpenAPIObject } from '@nestjs/swagger';
import {
  chatReply,
  entityRefSchema,
  filterSchema,
  memoryView,
  namedEntity,
  placeRefSchema,
  problemSchema,
  userView,
} from '#contracts';
import type { EndpointSpec } from '../http/endpoint.js';
import { problemMediaType } from '../http/problem.js';
import { bodyExamples } from './examples.js';
import { pathParameters, queryParameters } from './parameters.js';
import { anything, type Json } from './rules.js';
import { NamedSchemas, refTo } from './schemas.js';

const operationIdOf = ({ method, path }: EndpointSpec): string =>
  method.toLowerCase() +
  path.replace(/\W+(\w)?/gu, (_, first: string | undefined) => (first ?? '').toUpperCase());

/** One, or a list whose items are judged one by one: others do not suffer for one that is wrong. */
const oneOrMany = (one: Json, most: number): Json => ({
  oneOf: [
    one,
    {
      type: 'array',
      maxItems: most,
      items: { anyOf: [one, { description: 'Anything else is rejected by itself; see its result.' }] },
    },
  ],
});

const bodyOf = (spec: EndpointSpec, operation: string, inputs: NamedSchemas): Json => {
  if (!spec.body) return {};
  const one = inputs.refer(spec.documentedBody ?? spec.body, `${operation}Body`);
  const schema = spec.orMany === undefined ? one : oneOrMany(one, spec.orMany);
  const examples = Object.entries(bodyExamples[operation] ?? {}).map(([name, value]) => [name, { value }]);
  const content = (spec.consumes ?? []).map((type) => [type, { schema }]);
  return {
    requestBody: {
      required: true,
      content: Object.fromEntries([
        ['application/json', { schema, examples: Object.fromEntries(examples) as Json }],
        ...content,
      ]) as Json,
    },
  };
};

const responsesOf = (spec: EndpointSpec, operation: string, outputs: NamedSchemas): Json => {
  const schema = outputs.refer(spec.answer, `${operation}Answer`);
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

const admissionOf = (roles: EndpointSpec['roles']): string => {
  if (roles === 'open') return 'Needs no key.';
  return roles === 'open-here'
    ? 'Without a key while only this machine can connect; roles else: operator.'
    : `Roles: ${[...new Set([...roles, 'operator'])].join(', ')}.`;
};

const securityOf = (roles: EndpointSpec['roles']): Json => {
  if (roles === 'open') return { security: [] };
  return roles === 'open-here' ? { security: [{}, ...anyKey] } : {};
};

const aboutOf = ({ roles, viewer, about }: EndpointSpec): string => {
  const sentences = [
    about,
    viewer === 'fold'
      ? 'The viewer and the place may come as query parameters instead, as in GET /v1/memories.'
      : undefined,
    admissionOf(roles),
  ];
  return sentences.filter((sentence) => sentence !== undefined).join(' ');
};

const operationOf = (spec: EndpointSpec, inputs: NamedSchemas, outputs: NamedSchemas): Json => {
  const operation = operationIdOf(spec);
  // Who is named in the body is not named in the query as well: of two places for one thing the document shows one.
  const query = spec.viewer === 'fold' ? undefined : spec.query;
  return {
    operationId: operation,
    summary: spec.summary,
    tags: [spec.tag],
    description: aboutOf(spec),
    ...securityOf(spec.roles),
    parameters: [...pathParameters(spec.params, operation), ...queryParameters(query, operation)],
    ...bodyOf(spec, operation, inputs),
    responses: responsesOf(spec, operation, outputs),
  };
};

const about = {
  title: 'Kith',
  version: '1',
  description:
    'Memory for AI agents that live among many people: who said what about whom, where, and who may hear it again. What may not be seen is answered like what does not exist. Unknown fields and words are refused with 422, and `errors` names each.',
};

/** The contract as OpenAPI 3.1, made of the endpoints and their schemas, with their words, rules and examples. */
export const openApiDocument = (endpoints: readonly EndpointSpec[]): OpenAPIObject => {
  const inputs = new NamedSchemas('input', {
    EntityRef: entityRefSchema,
    SourceRef: placeRefSchema,
    Filter: filterSchema,
  });
  const outputs = new NamedSchemas('output', {
    ChatReply: chatReply,
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
      schemas: { Anything: anything, ...inputs.written(), ...outputs.written() },
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
