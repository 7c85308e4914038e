import type { z } from 'zod';

/** What an event type is: its newest shape, which fields are personal text, and whose key seals them. */
export interface EventDefinition<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly schemaVersion: number;
  readonly schema: z.ZodType<Data>;
  /** Top-level fields that are encrypted in the log. */
  readonly sealed: readonly string[];
  /** The record whose key seals them; forgetting that record destroys the key. */
  readonly sealedBy: (data: Data) => string;
  /** One step each, from the version of its key to the next. */
  readonly upcasters: Readonly<Record<number, (old: Record<string, unknown>) => Record<string, unknown>>>;
  /** What older releases wrote under this type, and has a type of its own by now; asked after the upcasters. */
  readonly retyped: (data: Record<string, unknown>) => Retyped | null;
}

export interface Retyped {
  readonly type: string;
  /** Of its newest shape. */
  readonly data: Record<string, unknown>;
}

export interface NewEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
  /** When it happened in the world; the log adds when it was recorded. */
  readonly occurredAt: Date;
}

interface Options<Data> {
  readonly sealed?: readonly (keyof Data & string)[];
  readonly sealedBy?: (data: Data) => string;
  readonly upcasters?: EventDefinition['upcasters'];
  readonly retyped?: EventDefinition['retyped'];
}

export const defineEvent = <const Type extends string, Schema extends z.ZodObject>(
  type: Type,
  schemaVersion: number,
  schema: Schema,
  options: Options<z.output<Schema>> = {},
): EventDefinition<Type, z.output<Schema>> => ({
  type,
  schemaVersion,
  schema: schema as unknown as z.ZodType<z.output<Schema>>,
  sealed: options.sealed ?? [],
  sealedBy: options.sealedBy ?? (() => ''),
  upcasters: options.upcasters ?? {},
  retyped: options.retyped ?? (() => null),
});
