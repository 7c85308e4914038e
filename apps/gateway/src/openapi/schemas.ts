import { z } from 'zod';
import { schemaOf, type Shape } from '../http/endpoint.js';
import { fieldWords } from './field-words.js';
import { fieldRules, hiddenFields, schemaRules, type Json } from './rules.js';

const now = (): Date => new Date();
const uriOf = (id: string): string => `#/components/schemas/${id}`;
export const refTo = (id: string): Json => ({ $ref: uriOf(id) });

interface Written {
  type?: unknown;
  format?: string;
  pattern?: string;
  enum?: unknown;
  const?: unknown;
}

/** Patterns only say again, at length, what the format says. No text that comes in may have a NUL. */
const tidied =
  (io: 'input' | 'output') =>
  ({ jsonSchema }: { jsonSchema: Written }): void => {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    const isFreeText =
      jsonSchema.type === 'string' &&
      [jsonSchema.format, jsonSchema.pattern, jsonSchema.enum, jsonSchema.const].every(
        (given) => given === undefined,
      );
    if (io === 'input' && isFreeText) jsonSchema.pattern = '^[^\\u0000]*$';
  };

const schemaOptions = (io: 'input' | 'output') =>
  ({ unrepresentable: 'any', uri: uriOf, override: tidied(io), io }) as const;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldOf = (context: string, name: string, schema: Json): Json => {
  const hidden = hiddenFields[`${context}.${name}`] ?? [];
  const fields = isRecord(schema['properties']) ? schema['properties'] : {};
  const shown = Object.fromEntries(Object.entries(fields).filter(([field]) => !hidden.includes(field)));
  const words = fieldWords[`${context}.${name}`] ?? fieldWords[name];
  return {
    ...(words === undefined ? {} : { description: words }),
    ...worded(context, hidden.length > 0 ? { ...schema, properties: shown } : schema),
    ...fieldRules[`${context}.${name}`],
  };
};

/** A schema with the words and the rules of its fields; `context` is the name of the schema or of the operation. */
const worded = (context: string, schema: Json): Json =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isRecord(value))
        return [
          key,
          Object.fromEntries(
            Object.entries(value).map(([name, field]) => [
              name,
              isRecord(field) ? fieldOf(context, name, field) : field,
            ]),
          ),
        ];
      if (key === 'default' || key === 'examples' || key === 'enum') return [key, value];
      if (Array.isArray(value))
        return [key, value.map((item: unknown) => (isRecord(item) ? worded(context, item) : item))];
      return [key, isRecord(value) ? worded(context, value) : value];
    }),
  );

const bare = (schema: object): Json =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));

/** A schema of its own, as `context` calls its fields. */
export const schemaHere = (shape: Shape, context: string): Json =>
  worded(context, bare(z.toJSONSchema(schemaOf(shape, now), schemaOptions('input'))));

/** Schemas by name, each written once and referred to from then on. */
export class NamedSchemas {
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
    const { schemas } = z.toJSONSchema(this.#registry, schemaOptions(this.io));
    return Object.fromEntries(
      Object.entries(schemas).map(([id, schema]) => [
        id,
        worded(id, { ...bare(schema), ...schemaRules[id] }),
      ]),
    );
  }
}
