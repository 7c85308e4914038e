import type { AccountRef, SourceRef } from '#contracts';
import {
  accountEntityId,
  evolveAccount,
  evolveSource,
  observeAccount as decideAccount,
  observeSource as decideSource,
  seenAgain,
  withNames,
  type AccountSeen,
  type KithEvent,
  type NamesHeld,
  type ParticipantRole,
} from '#domain';
import type { StreamAppend } from '#event-log';
import { areNamesErased, lineage, sourceIdSaidIn, type Known } from './known.js';

/** Nothing to append where nothing was decided. */
export const append = (stream: string, events: readonly KithEvent[]): readonly StreamAppend[] =>
  events.length === 0 ? [] : [{ stream, events }];

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

const seenIn = (tenantId: string, observation: Observation): AccountSeen => {
  const { ref, at, role } = observation;
  const platform = ref.platform ?? observation.platform;
  return {
    entityId: accountEntityId(tenantId, platform, ref.platform_user_id),
    platform,
    platformUserId: ref.platform_user_id,
    entityType: ref.kind ?? (role === 'agent' ? 'agent' : null),
    handle: ref.handle ?? null,
    displayName: ref.display_name ?? null,
    at,
    isOfNames: observation.isOfNames ?? false,
  };
};

/** Decides about one account that was seen; `known` is moved along. */
export const observeAccount = (known: Known, observation: Observation): Observed => {
  const told = seenIn(known.tenantId, observation);
  const { entityId, at } = told;
  const seen = areNamesErased(known, entityId, at) ? { ...told, handle: null, displayName: null } : told;
  const account = known.accounts.get(entityId) ?? null;
  const { events, held } = decideAccount(seen, account);
  const next = events.reduce(evolveAccount, account && withNames(account, seen, at));
  if (next) known.accounts.set(entityId, next);
  return { entityId, appends: append(`entity-${entityId}`, events), held };
};

interface ObservedSource {
  readonly sourceId: string;
  readonly appends: readonly StreamAppend[];
  /** The source and its parents, as far as they are still as known. */
  readonly confirmed: readonly string[];
}

/** Decides about a source that was seen, and its parents, outermost first; `known` is moved along. */
export const observeSource = (known: Known, ref: SourceRef, platform: string, at: Date): ObservedSource => {
  const appends: StreamAppend[] = [];
  let sourceId = sourceIdSaidIn(known.tenantId, ref, platform);
  const confirmed: string[] = [];
  let parentId: string | null = null;
  for (const place of lineage(ref, platform)) {
    sourceId = sourceIdSaidIn(known.tenantId, place.ref, place.platform);
    const source = known.sources.get(sourceId) ?? null;
    const seen = {
      sourceId,
      sourceType: place.ref.type,
      platform: place.platform,
      externalId: place.ref.external_id,
      parentId,
      access: place.ref.access ?? null,
      history: place.ref.history ?? null,
      name: place.ref.name ?? null,
      at,
    };
    const events = decideSource(seen, source);
    if (events.length === 0) confirmed.push(sourceId);
    const next = events.reduce(evolveSource, source && seenAgain(source, at));
    if (next) known.sources.set(sourceId, next);
    appends.push(...append(`source-${sourceId}`, events));
    parentId = sourceId;
  }
  return { sourceId, appends, confirmed };
};
