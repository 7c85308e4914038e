import type { Shape } from '../http/endpoint.js';
import { parameterExamples } from './examples.js';
import { fieldWords } from './field-words.js';
import { oneRequired, parameterGroups, type Json } from './rules.js';
import { schemaHere } from './schemas.js';

interface ObjectSchema extends Json {
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
}

const exampleOf = (operation: string, name: string): Json => {
  const example = parameterExamples[operation]?.[name];
  return example === undefined ? {} : { example };
};

const wordsOf = (operation: string, name: string): Json => {
  const words = fieldWords[`${operation}.${name}`] ?? fieldWords[name];
  return words === undefined ? {} : { description: words };
};

const only = (fields: Readonly<Record<string, Json>>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));

/** An object of which each field is a plain parameter: the only way to say which of them go together. */
const exploded = (operation: string, name: string, description: string, schema: Json, required: boolean) => ({
  name,
  in: 'query',
  required,
  description,
  style: 'form',
  explode: true,
  schema,
  ...exampleOf(operation, name),
});

type Fields = Readonly<Record<string, Json>>;

const groupsOf = (operation: string, fields: Fields): readonly Json[] =>
  parameterGroups
    .filter(({ of }) => of.every((name) => name in fields))
    .map(({ name, description, variants }) =>
      exploded(
        operation,
        name,
        description,
        {
          anyOf: variants.map((names) => ({
            type: 'object',
            additionalProperties: false,
            properties: only(fields, names),
            ...(names.length > 0 ? { required: names } : {}),
          })),
        },
        false,
      ),
    );

const filterOf = (operation: string, fields: Fields): readonly Json[] => {
  const group = oneRequired[operation];
  if (!group) return [];
  const schema = {
    type: 'object',
    additionalProperties: false,
    minProperties: 1,
    properties: only(fields, group.of),
  };
  return [exploded(operation, group.name, fieldWords[group.name] ?? '', schema, true)];
};

export const queryParameters = (shape: Shape | undefined, operation: string): readonly Json[] => {
  if (!shape) return [];
  const { properties: fields = {}, required = [] } = schemaHere(shape, operation) as ObjectSchema;
  const grouped = new Set([
    ...parameterGroups.flatMap(({ of }) => (of.every((name) => name in fields) ? of : [])),
    ...(oneRequired[operation]?.of ?? []),
  ]);
  const plain = Object.entries(fields)
    .filter(([name]) => !grouped.has(name))
    .map(([name, { description: _, ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...wordsOf(operation, name),
      schema,
      ...exampleOf(operation, name),
    }));
  return [...groupsOf(operation, fields), ...filterOf(operation, fields), ...plain];
};

export const pathParameters = (shape: Shape | undefined, operation: string): readonly Json[] => {
  if (!shape) return [];
  const { properties: fields = {} } = schemaHere(shape, operation) as ObjectSchema;
  return Object.entries(fields).map(([name, { description: _, ...schema }]) => ({
    name,
    in: 'path',
    required: true,
    ...wordsOf(operation, name),
    schema,
    ...exampleOf(operation, name),
  }));
};
