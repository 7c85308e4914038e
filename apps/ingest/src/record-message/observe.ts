import {
  accountEntityId,
  event as build,
  type AccountRef,
  type EntityType,
  type KithEvent,
  type NamesHeld,
  type ParticipantRole,
  type SourceAccess,
  type SourceHistory,
  type SourceRef,
} from '#domain';
import type { StreamAppend } from '#event-log';
import { heldAt, withStatement, type Statement } from '#read-models';
import { lineage, sourceIdOfRef, type Known, type KnownAccount, type KnownSource } from './known.js';

// Any version: an edit may stand in a message's stream before the message; who writes twice is stopped by its record id.
export const append = (stream: string, event: KithEvent): StreamAppend => ({
  stream,
  expectedVersion: 'any',
  events: [event],
});

interface Observation {
  readonly ref: AccountRef;
  readonly platform: string;
  readonly at: Date;
  readonly role?: ParticipantRole | undefined;
  /** It is told of the names themselves, and nothing else of the event can carry that they still hold. */
  readonly isOfNames?: boolean;
}

interface Observed {
  readonly entityId: string;
  readonly appends: readonly StreamAppend[];
  readonly held: NamesHeld;
}

const typeOf = (observation: Observation): EntityType =>
  observation.ref.kind ?? (observation.role === 'agent' ? 'agent' : 'human');

/** INVARIANT: whoever was ever said to be human reads as one: what is not sure never makes a conversation private. */
const turnsHuman = ({ entityType }: KnownAccount, { ref }: Observation): boolean =>
  ref.kind === 'human' && entityType !== 'human';

const heldOf = (
  account: KnownAccount,
  names: { readonly handle: string | null; readonly displayName: string | null },
): NamesHeld => {
  const isHandle = names.handle !== null && names.handle === account.handle;
  const isDisplayName = names.displayName !== null && names.displayName === account.displayName;
  if (isHandle && isDisplayName) return 'both';
  if (isHandle) return 'handle';
  return isDisplayName ? 'display-name' : 'none';
};

const isLater = (
  account: KnownAccount,
  names: { readonly handle: string | null; readonly displayName: string | null },
  at: Date,
): boolean =>
  (names.handle !== null && account.handleAt !== null && at > account.handleAt) ||
  (names.displayName !== null && account.displayNameAt !== null && at > account.displayNameAt);

const isNews = (
  account: KnownAccount,
  key: string,
  name: string | null,
  current: string | null,
  currentAt: Date | null,
  at: Date,
): boolean => {
  if (name === null) return false;
  const first = account.firstSeen.get(key);
  if (first === undefined || at < first) return true;
  return name !== current && (currentAt === null || at >= currentAt);
};

const withNames = (
  account: KnownAccount,
  handle: string | null,
  displayName: string | null,
  at: Date,
): KnownAccount => {
  const firstSeen = new Map(account.firstSeen);
  for (const key of [
    handle && `h:${handle.toLowerCase()}`,
    displayName && `d:${displayName.toLowerCase()}`,
  ]) {
    if (!key) continue;
    const first = firstSeen.get(key);
    if (first === undefined || at < first) firstSeen.set(key, at);
  }
  const isNewer = (known: Date | null): boolean => known === null || at >= known;
  return {
    ...account,
    firstSeen,
    handle: handle !== null && isNewer(account.handleAt) ? handle : account.handle,
    handleAt: handle !== null && isNewer(account.handleAt) ? at : account.handleAt,
    displayName: displayName !== null && isNewer(account.displayNameAt) ? displayName : account.displayName,
    displayNameAt: displayName !== null && isNewer(account.displayNameAt) ? at : account.displayNameAt,
  };
};

/** Registers an account at its first sight, and records a name when it is new, older than known, or back again. */
export const observeAccount = (known: Known, observation: Observation): Observed => {
  const { ref, at } = observation;
  const platform = ref.platform ?? observation.platform;
  const entityId = accountEntityId(known.tenantId, platform, ref.platform_user_id);
  const names = { handle: ref.handle ?? null, displayName: ref.display_name ?? null };
  const account = known.accounts.get(entityId);
  const identity = { entityId, platform, platformUserId: ref.platform_user_id, at };
  const registered = (entityType: EntityType): StreamAppend =>
    append(`entity-${entityId}`, build('AccountRegistered', { ...identity, ...names, entityType }, at));
  if (!account) {
    const fresh: KnownAccount = {
      entityId,
      entityType: typeOf(observation),
      handle: null,
      handleAt: null,
      displayName: null,
      displayNameAt: null,
      firstSeen: new Map<string, Date>(),
    };
    known.accounts.set(entityId, withNames(fresh, names.handle, names.displayName, at));
    return { entityId, appends: [registered(fresh.entityType)], held: 'none' };
  }
  const handleKey = `h:${names.handle?.toLowerCase() ?? ''}`;
  const displayKey = `d:${names.displayName?.toLowerCase() ?? ''}`;
  const hasNews =
    isNews(account, handleKey, names.handle, account.handle, account.handleAt, at) ||
    isNews(account, displayKey, names.displayName, account.displayName, account.displayNameAt, at);
  const isHumanNow = turnsHuman(account, observation);
  known.accounts.set(entityId, {
    ...withNames(account, names.handle, names.displayName, at),
    entityType: isHumanNow ? 'human' : account.entityType,
  });
  if (isHumanNow) return { entityId, appends: [registered('human')], held: 'none' };
  if (hasNews || (observation.isOfNames && isLater(account, names, at))) {
    const observed = build('ProfileObserved', { ...identity, ...names }, at);
    return { entityId, appends: [append(`entity-${entityId}`, observed)], held: 'none' };
  }
  return { entityId, appends: [], held: heldOf(account, names) };
};

interface ObservedSource {
  readonly sourceId: string;
  readonly appends: readonly StreamAppend[];
  /** The source and its parents, as far as they are still as known. */
  readonly confirmed: readonly string[];
}

interface SeenSource {
  readonly parentId: string | null;
  readonly access: SourceAccess | null;
  readonly history: SourceHistory | null;
  readonly name: string | null;
}

/** Nothing else was said of that moment, or nothing is said now. */
const isHeld = <Word extends string>(
  statements: readonly Statement<Word>[],
  seen: Word | null,
  at: Date,
): boolean => {
  if (seen === null) return true;
  const held = heldAt(statements, at.toISOString());
  return held.length === 1 && held[0] === seen;
};

const isAsKnown = (row: KnownSource | undefined, seen: SeenSource, at: Date): row is KnownSource =>
  row !== undefined &&
  at >= row.since &&
  isHeld(row.parents, seen.parentId, at) &&
  isHeld(row.accesses, seen.access, at) &&
  isHeld(row.histories, seen.history, at) &&
  (seen.name === null || seen.name === row.name);

const withSeen = (row: KnownSource | undefined, seen: SeenSource, at: Date): KnownSource => {
  const isNewer = row === undefined || at >= row.at;
  return {
    parents: withStatement(row?.parents ?? [], seen.parentId, at, null),
    accesses: withStatement(row?.accesses ?? [], seen.access, at, null),
    histories: withStatement(row?.histories ?? [], seen.history, at, null),
    name: isNewer ? (seen.name ?? row?.name ?? null) : row.name,
    at: isNewer ? at : row.at,
    since: row && row.since < at ? row.since : at,
  };
};

/** Registers a source and its parents at their first sight, and records what changed. */
export const observeSource = (known: Known, ref: SourceRef, platform: string, at: Date): ObservedSource => {
  const appends: StreamAppend[] = [];
  let sourceId = sourceIdOfRef(known.tenantId, ref, platform);
  const confirmed: string[] = [];
  let parentId: string | null = null;
  for (const place of lineage(ref, platform)) {
    sourceId = sourceIdOfRef(known.tenantId, place.ref, place.platform);
    const row = known.sources.get(sourceId);
    const seen: SeenSource = {
      parentId,
      access: place.ref.access ?? null,
      history: place.ref.history ?? null,
      name: place.ref.name ?? null,
    };
    if (isAsKnown(row, seen, at)) {
      confirmed.push(sourceId);
      if (at > row.at) known.sources.set(sourceId, { ...row, at });
    } else {
      const observed = build(
        'SourceObserved',
        {
          sourceId,
          sourceType: place.ref.type,
          platform: place.platform,
          externalId: place.ref.external_id,
          ...seen,
          at,
        },
        at,
      );
      appends.push(append(`source-${sourceId}`, observed));
      known.sources.set(sourceId, withSeen(row, seen, at));
    }
    parentId = sourceId;
  }
  return { sourceId, appends, confirmed };
};
