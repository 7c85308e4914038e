import { eventDefinitions, type EventDefinition, type KithEvent } from '#domain';
import { seal, unseal, type RecordKey, type SealedBox } from './sealing.js';

type KeyOf = (recordId: string) => RecordKey | null;

type Definitions = ReadonlyMap<string, EventDefinition>;

export const definitionsOf = (definitions: readonly unknown[]): Definitions =>
  new Map((definitions as readonly EventDefinition[]).map((definition) => [definition.type, definition]));

const ours = definitionsOf(eventDefinitions);

/** An event of a type that this version of Kith does not know. */
export class UnknownEventError extends Error {
  constructor(readonly eventType: string) {
    super(`no event type ${eventType} is defined`);
    this.name = 'UnknownEventError';
  }
}

/** An event that nobody could read again: appended, it would stop every subscription and rebuild for ever. */
class InvalidEventError extends Error {
  constructor(
    readonly eventType: string,
    paths: readonly string[],
  ) {
    super(`${eventType} does not fit its schema at ${paths.join(', ')}`);
    this.name = 'InvalidEventError';
  }
}

const checkShape = ({ schema, type }: EventDefinition, data: unknown): void => {
  const parsed = schema.safeParse(data);
  if (!parsed.success)
    throw new InvalidEventError(
      type,
      parsed.error.issues.map(({ path }) => path.join('.')),
    );
};

export const definitionOf = (type: string, definitions: Definitions = ours): EventDefinition => {
  const definition = definitions.get(type);
  if (!definition) throw new UnknownEventError(type);
  return definition;
};

/** The record whose key seals this event, or null when it holds no personal text. */
export const sealedByOf = (event: KithEvent): string | null => {
  const definition = definitionOf(event.type);
  return definition.sealed.length === 0 ? null : definition.sealedBy(event.data);
};

export const encode = (
  event: KithEvent,
  stream: string,
  keyOf: KeyOf,
  definitions: Definitions = ours,
): string => {
  const definition = definitionOf(event.type, definitions);
  checkShape(definition, event.data);
  const sealedFields = Object.entries(event.data).filter(
    ([field, value]) => definition.sealed.includes(field) && value !== null && value !== undefined,
  );
  if (sealedFields.length === 0) return JSON.stringify(event.data);
  const by = definition.sealedBy(event.data);
  const hidden = new Set(sealedFields.map(([field]) => field));
  const plain = Object.fromEntries(Object.entries(event.data).filter(([field]) => !hidden.has(field)));
  const { secret, generation } = keyOf(by) ?? { secret: null, generation: 0 };
  if (secret === null) return JSON.stringify({ ...plain, $sealed: { by, box: '' } satisfies SealedBox });
  const box = seal(Object.fromEntries(sealedFields), secret, `${stream}|${event.type}`);
  const sealed: SealedBox = generation === 0 ? { by, box } : { by, box, generation };
  return JSON.stringify({ ...plain, $sealed: sealed });
};

export interface StoredEvent {
  readonly stream: string;
  readonly type: string;
  readonly schema_version: number;
  readonly data: Readonly<Record<string, unknown>> & { readonly $sealed?: SealedBox };
}

interface Decoded {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** Null: it was destroyed, or the key of another generation has taken its place. */
const secretFor = ({ box, generation = 0 }: SealedBox, key: RecordKey | null): Uint8Array | null =>
  key !== null && box !== '' && key.generation === generation ? key.secret : null;

/**
 * Opens, upcasts step by step, and parses. A destroyed key leaves the sealed fields null. What an older release stored under
 * another type has the type of now.
 */
export const decode = (stored: StoredEvent, keyOf: KeyOf, definitions: Definitions = ours): Decoded => {
  const definition = definitionOf(stored.type, definitions);
  const { $sealed: sealed, ...plain } = stored.data;
  const secret = sealed ? secretFor(sealed, keyOf(sealed.by)) : null;
  const opened = sealed && secret ? unseal(sealed.box, secret, `${stored.stream}|${stored.type}`) : {};
  const absent = sealed && !secret ? Object.fromEntries(definition.sealed.map((field) => [field, null])) : {};
  let data: Record<string, unknown> = { ...plain, ...absent, ...opened };
  for (let version = stored.schema_version; version < definition.schemaVersion; version += 1) {
    const upcast = definition.upcasters[version];
    if (!upcast) throw new UnknownEventError(`${stored.type} v${String(version)}`);
    data = upcast(data);
  }
  const retyped = definition.retyped(data);
  const { schema } = retyped ? definitionOf(retyped.type, definitions) : definition;
  return {
    type: retyped?.type ?? stored.type,
    data: schema.parse(retyped?.data ?? data) as Record<string, unknown>,
  };
};

/** The record that a stored event is sealed by, for loading keys in one go. */
export const sealOf = (stored: StoredEvent): string | null => stored.data.$sealed?.by ?? null;
