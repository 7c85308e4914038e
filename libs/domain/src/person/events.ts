import { z } from 'zod';
import { defineEvent } from '../define-event.js';
import { at, id, type Old } from '../event-fields.js';
import { entityTypes } from '../words.js';

/** An account is called by its platform as people call it, often enough: its id goes with its names. */
const accountNames = {
  platformUserId: z.string().nullable(),
  handle: z.string().nullable(),
  displayName: z.string().nullable(),
};
const accountNamesSealed = {
  sealed: ['platformUserId', 'handle', 'displayName'],
  sealedBy: (data: { readonly entityId: string }) => data.entityId,
  // In version 1 the platform's id of an account stood open.
  upcasters: { 1: (old: Old): Old => old },
} as const;

export const AccountRegistered = defineEvent(
  'AccountRegistered',
  2,
  z.object({
    entityId: id,
    entityType: z.enum(entityTypes),
    platform: z.string(),
    at,
    ...accountNames,
  }),
  accountNamesSealed,
);
/** A name seen for the first time, earlier than known, or again after another one. */
export const ProfileObserved = defineEvent(
  'ProfileObserved',
  2,
  z.object({ entityId: id, platform: z.string(), at, ...accountNames }),
  accountNamesSealed,
);
/** Somebody mentioned whom no account is known of yet. `placeId` null: a handle of the whole platform. */
export const PersonNamed = defineEvent(
  'PersonNamed',
  1,
  z.object({ entityId: id, platform: z.string(), placeId: id.nullable(), name: z.string().nullable(), at }),
  { sealed: ['name'], sealedBy: (data) => data.entityId },
);
/** Somebody said how they are called: a name of the person, not of an account, and no proof of anything. */
export const PersonRegistered = defineEvent(
  'PersonRegistered',
  1,
  z.object({
    entityId: id,
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    at,
  }),
  { sealed: ['firstName', 'lastName'], sealedBy: (data) => data.entityId },
);

/**
 * A token said who an account belongs to elsewhere. INVARIANT: nothing of the token itself is kept: `tokenKey` is a keyed
 * hash, by which it is known when it is shown again.
 */
export const IdentityVerified = defineEvent(
  'IdentityVerified',
  1,
  z.object({
    entityId: id,
    issuer: z.string().nullable(),
    externalId: z.string().nullable(),
    /** Keyed hash of issuer and external id: who has the same is the same person. */
    identityKey: id,
    tokenKey: id,
    expiresAt: at,
    /** Of whom the account was verified to be before. */
    previousKey: id.nullable(),
    at,
  }),
  { sealed: ['issuer', 'externalId'], sealedBy: (data) => data.entityId },
);

export const verificationRefusals = ['token-spent', 'verified-as-other'] as const;
/** A token that was good by itself, and was refused all the same: what an audit asks for. */
export const VerificationRefused = defineEvent(
  'VerificationRefused',
  1,
  z.object({
    entityId: id,
    reason: z.enum(verificationRefusals),
    identityKey: id,
    tokenKey: id,
    /** Who spent the token, or whom the account is verified to be. */
    insteadOfKey: id.nullable(),
    at,
  }),
);

/** How somebody wants to be called, or an operator calls them; null: as their accounts do. */
export const PersonRenamed = defineEvent(
  'PersonRenamed',
  1,
  z.object({ entityId: id, name: z.string().nullable(), by: z.enum(['self', 'operator']), at }),
  { sealed: ['name'], sealedBy: (data) => data.entityId },
);
/** A further name by which somebody is meant. Never proof of who they are. */
export const AliasAdded = defineEvent(
  'AliasAdded',
  2,
  z.object({
    aliasId: id,
    entityId: id,
    /** In whose places it means them; null: in all. */
    platform: z.string().nullable(),
    name: z.string().nullable(),
    by: z.enum(['self', 'operator']),
    at,
  }),
  {
    sealed: ['name'],
    sealedBy: (data) => data.entityId,
    upcasters: { 1: (old) => ({ ...old, platform: null }) },
  },
);
export const AliasRevoked = defineEvent(
  'AliasRevoked',
  1,
  z.object({ aliasId: id, entityId: id, by: z.enum(['self', 'operator']), at }),
);
/** Nobody bore it, nor was anybody called so, for long: from then on it means them no more, unless they come to bear it again. */
export const NameClosed = defineEvent(
  'NameClosed',
  1,
  z.object({ entityId: id, kind: z.enum(['handle', 'heard']), name: z.string().nullable(), at }),
  { sealed: ['name'], sealedBy: (data) => data.entityId },
);
