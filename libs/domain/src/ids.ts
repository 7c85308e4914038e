import { createHash, createHmac } from 'node:crypto';
import type { SourceType } from './words.js';

/** Namespace of every id derived by Kith (UUID v5, RFC 9562 section 5.5). Changing it orphans every stored row. */
const namespace = Buffer.from('6b1f0b6e2f0a5d1c9d6e4a7c3b2a1908', 'hex');

/** Parts are length-prefixed, so no two lists collide. */
const nameOf = (parts: readonly string[]): string =>
  parts.map((part) => `${String(Buffer.byteLength(part))}:${part}`).join('|');

const asUuid = (digest: Buffer, version: 5 | 8): string => {
  const bytes = digest.subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** The same words give the same UUID on any machine, for ever: whoever knows the words can compute it. */
export const derivedId = (...parts: readonly string[]): string =>
  asUuid(createHash('sha1').update(namespace).update(nameOf(parts)).digest(), 5);

const met = new Map<string, string>();
const mostMet = 8_000;

/** Of what every event names anew: places, accounts and agents. */
const derivedOften = (...parts: readonly string[]): string => {
  const name = nameOf(parts);
  const known = met.get(name);
  if (known !== undefined) return known;
  if (met.size >= mostMet) met.clear();
  const id = derivedId(...parts);
  met.set(name, id);
  return id;
};

/**
 * The secret of one store, with which it derives the ids of memories and messages: the same words give the same UUID
 * (v8, RFC 9562 section 5.8) in this store alone, and nobody else can compute it. It prints as nothing.
 */
export class IdKey {
  readonly #secret: Uint8Array | null;

  /** Null: of a store from before ids were keyed, which derives them as it always did. */
  constructor(secret: Uint8Array | null) {
    this.#secret = secret;
  }

  derive(...parts: readonly string[]): string {
    return this.#secret === null
      ? derivedId(...parts)
      : asUuid(createHmac('sha256', this.#secret).update(nameOf(parts)).digest(), 8);
  }
}

export const sourceIdOf = (
  tenantId: string,
  platform: string,
  type: SourceType,
  externalId: string,
): string => derivedOften('source', tenantId, platform, type, externalId);

/** The entity that an account is born with. Links may join it to others later; the id never changes. */
export const accountEntityId = (tenantId: string, platform: string, platformUserId: string): string =>
  derivedOften('account', tenantId, platform, platformUserId);

/** The persona that remembers, by its handle (`agent_id` on the wire). */
export const agentEntityId = (tenantId: string, handle: string): string =>
  derivedOften('agent', tenantId, handle.toLowerCase());

/** Somebody who was only named so far: a name is somebody of one place, a handle somebody of one platform. */
export const namedEntityId = (
  tenantId: string,
  platform: string,
  placeId: string | null,
  name: string,
): string => derivedId('named', tenantId, platform, placeId ?? '*', name.normalize('NFKC').toLowerCase());

/** Somebody of one speaker's life, by what they are to the speaker and their name: another speaker's is somebody else. */
export const kinEntityId = (tenantId: string, speakerId: string, relation: string, name: string): string =>
  derivedId('kin', tenantId, speakerId, relation, name.normalize('NFKC').toLowerCase());

/** The name key by which a message is noted as read by whom its author had named as theirs. */
export const kinKeyOf = (tenantId: string, speakerId: string): string =>
  derivedId('kin-key', tenantId, speakerId);

/** The name key by which a message is noted as one that orders its author's words, or those of its place, to be forgotten. */
export const orderKeyOf = (tenantId: string, entityOrSourceId: string): string =>
  derivedId('order-key', tenantId, entityOrSourceId);

/** By which a message that ends what was told is known to wait for it: of whom, of which place, or in which message. */
export const endingKeyOf = (tenantId: string, personPlaceOrMessageId: string): string =>
  derivedId('ending-key', tenantId, personPlaceOrMessageId);

/** Hash by which a value that a message asked to forget is known again, though nobody holds it. */
export const forgottenValueKeyOf = (tenantId: string, orderRecordId: string, value: string): string =>
  derivedId('forgotten-value', tenantId, orderRecordId, value);

/**
 * One message, whoever delivers it and how often: platform + source + message id, as an agent heard it. What another agent
 * heard is a message of its own; null: of the agent by default, and of whoever held it before agents were told apart.
 */
export const messageRecordId = (
  idKey: IdKey,
  tenantId: string,
  platform: string,
  sourceId: string,
  messageId: string,
  agentId: string | null = null,
): string =>
  idKey.derive('message', tenantId, platform, sourceId, messageId, ...(agentId === null ? [] : [agentId]));

/** The scope in which the id of an event is unique: its platform, and the agent that it names, by its handle. */
export interface EventScope {
  readonly platform: string;
  readonly agent: string | null;
}

/** What tells events apart: CloudEvents' `source` and `id` together. A bar in a source is written as URIs write it. */
export const eventKeyOf = ({ source, id }: { readonly source: string; readonly id: string }): string =>
  `${source.replaceAll('|', '%7C')}|${id}`;

const scopePart = (part: string): string => part.replaceAll('%', '%25').replaceAll('|', '%7c');

/** The key of an event whose own is held by one of another platform or agent. */
export const eventKeyWithin = (eventKey: string, { platform, agent }: EventScope): string => {
  const bar = eventKey.indexOf('|');
  const scope = [platform, agent ?? ''].map((part) => `%7C${scopePart(part)}`).join('');
  return `${eventKey.slice(0, bar)}${scope}${eventKey.slice(bar)}`;
};

/** What seals the edits of a message that come without saying where it was posted. */
export const revisionKeyOf = (tenantId: string, platform: string, messageId: string): string =>
  derivedId('revision', tenantId, platform, messageId);

/** By which it is known that two accounts are verified to be the same person; nobody else can compute it. */
export const identityKeyOf = (idKey: IdKey, tenantId: string, issuer: string, externalId: string): string =>
  idKey.derive('identity', tenantId, issuer, externalId);

/** The key by which a token is known when it is shown again. */
export const tokenKeyOf = (idKey: IdKey, tenantId: string, fingerprint: readonly string[]): string =>
  idKey.derive('token', tenantId, ...fingerprint);

/** Of a pair, whichever is named first: whatever is proposed of them, and decided, is one history. */
export const linkIdOf = (idKey: IdKey, tenantId: string, one: string, other: string): string =>
  idKey.derive('link', tenantId, ...[one, other].sort());

/** Hash under which a looked-up name is remembered: equal names meet, the name itself is not stored. */
export const nameKeyOf = (tenantId: string, name: string): string =>
  derivedId('name-key', tenantId, name.normalize('NFKC').toLowerCase().trim());

const words = (content: string): string =>
  content
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether two say the same, as far as the id of a memory tells. */
export const isSameWords = (a: string, b: string): boolean => words(a) === words(b);

export interface DuplicateKey {
  readonly tenantId: string;
  readonly agentId: string;
  readonly speakerId: string | null;
  readonly subjectIds: readonly string[];
  readonly placeRootId: string | null;
  readonly scope: string;
  readonly sensitivity: number;
  readonly disclosure: string;
  readonly withheldFromIds: readonly string[];
  readonly content: string;
}

/**
 * INVARIANT: two statements share a memory only within the same agent, speaker, subjects, source root, scope,
 * sensitivity, disclosure and those it is kept from. The id is that key, so merging can never widen who may read.
 */
export const memoryIdOf = (idKey: IdKey, key: DuplicateKey): string =>
  idKey.derive(
    'memory',
    key.tenantId,
    key.agentId,
    key.speakerId ?? '',
    [...key.subjectIds].sort().join(','),
    key.placeRootId ?? '',
    key.scope,
    String(key.sensitivity),
    key.disclosure,
    words(key.content) || key.content,
    // Of what is kept from nobody the id stays what it was before anything could be.
    ...(key.withheldFromIds.length === 0 ? [] : [[...key.withheldFromIds].sort().join(',')]),
  );
