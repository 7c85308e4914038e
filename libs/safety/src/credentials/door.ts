import type { FieldError } from '#domain';
import { findCredential, redactCredentials } from './find.js';

/** Fields by which things are told apart: another value would be another thing, so nothing is cut out of them. */
const identifiers = new Set([
  'id',
  'source',
  'platform',
  'platform_user_id',
  'agent_id',
  'message_id',
  'external_id',
  'conversation_id',
  'reply_to',
  'entity_id',
  'user_id',
  'source_id',
  'memory_id',
]);
/** Never written by people, and long: skipped, since every message has some. */
const machineFields = new Set([
  'specversion',
  'type',
  'time',
  'sent_at',
  'edited_at',
  'deleted_at',
  'at',
  'traceparent',
]);
/** What is a secret by its form alone, and no platform's way of numbering things. */
const unmistakable = new Set([
  'private-key',
  'anthropic-key',
  'openai-key',
  'stripe-key',
  'github-token',
  'gitlab-token',
  'slack-token',
  'slack-webhook',
  'token',
  'google-key',
  'npm-token',
  'sendgrid-key',
  'discord-token',
  'telegram-token',
  'jwt',
  'url-credentials',
]);

const kindInIdentifier = (text: string): string | null => {
  const kind = findCredential(text)?.pattern ?? null;
  if (kind === null || !unmistakable.has(kind)) return null;
  // `sk-` is also a language: `sk-novice-2024` is a channel.
  return kind === 'openai-key' && !/\bsk-(?:\w+-)?[A-Za-z0-9]{18,}/u.test(text) ? null : kind;
};

/** Alone on its line and shaped like a key, it is one, however short: nobody remembers that for its beauty. */
const loneKey =
  /^[^\S\n\r\u2028\u2029]*(?:sk|pk|rk|api|key|token)[-_](?=.*\d)[\w-]{6,}[^\S\n\r\u2028\u2029]*$/imu;

/** `{"password": "x"}` says what it is by its name. */
const kindIn = (name: string, text: string): string | null => {
  if (identifiers.has(name)) return kindInIdentifier(text);
  if (loneKey.test(text)) return 'api-key';
  // A field that is called just `code` may hold any code there is.
  const said = /^codes?$/iu.test(name) ? null : findCredential(`${name}: ${text}`);
  return (findCredential(text) ?? said)?.pattern ?? null;
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The first credential in a document, by its place and kind; never the credential. */
export const credentialIn = (value: unknown, path: readonly string[] = []): FieldError | null => {
  if (typeof value === 'string' || typeof value === 'number') {
    const kind = kindIn(path.findLast((step) => !/^\d+$/u.test(step)) ?? '', String(value));
    return kind === null ? null : { path: path.join('.'), message: `looks like a credential (${kind})` };
  }
  if (!isObject(value)) return null;
  for (const [key, inner] of Object.entries(value)) {
    const kind = findCredential(key)?.pattern;
    if (kind !== undefined)
      return {
        path: [...path, '?'].join('.'),
        message: `is a field name that looks like a credential (${kind})`,
      };
    const found = machineFields.has(key) ? null : credentialIn(inner, [...path, key]);
    if (found) return found;
  }
  return null;
};

/** The first credential in a field that cannot be changed without becoming something else. */
export const credentialInIdentifiers = (value: unknown, path: readonly string[] = []): FieldError | null => {
  if (!isObject(value)) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') {
      const found = credentialInIdentifiers(inner, [...path, key]);
      if (found) return found;
    } else if (identifiers.has(key)) {
      const kind = kindInIdentifier(inner);
      if (kind !== null)
        return { path: [...path, key].join('.'), message: `looks like a credential (${kind})` };
    }
  }
  return null;
};

const cut = (value: unknown): unknown => {
  if (typeof value === 'string') return redactCredentials(value);
  if (!isObject(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map(cut);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const fields = Object.entries(value).map(([key, inner]) =>
    typeof inner === 'string' && (identifiers.has(key) || machineFields.has(key))
      ? ([key, inner, inner] as const)
      : ([key, cut(inner), inner] as const),
  );
  return fields.every(([, kept, inner]) => kept === inner)
    ? value
    : Object.fromEntries(fields.map(([key, kept]) => [key, kept]));
};

/**
 * The document with a mark in the place of every credential that people wrote; itself when there is none.
 * INVARIANT: this and `credentialIn` are the one door: whatever anybody gives to be kept, to be asked or to be shown passes
 * one of them, so that all of it is judged alike.
 */
export const withoutCredentials = <T>(value: T): T => cut(value) as T;
