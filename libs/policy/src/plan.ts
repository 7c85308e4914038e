import {
  allOf,
  anyOf,
  isAbout,
  isAboutOnly,
  isAbsent,
  isAtOrAfter,
  isBefore,
  isIn,
  isWithheld,
  isWithheldFrom,
  not,
  when,
  type Plan,
} from './condition.js';
import { isReadIn, present } from './heard.js';
import { requestFacts, type RequestFacts } from './request-facts.js';
import type { ReadRequest, Stretch } from './request.js';

const scopeIs = (scope: string): Plan => isIn('visibility_scope', [scope]);
const sensitivityIs = (...levels: readonly number[]): Plan => isIn('sensitivity_rank', levels);
const isPublic = isIn('disclosure', ['public']);
const isPortable = isIn('portable', [true]);
const hasSource = not(isAbsent('source_id'));

const about = ({ isOnlyUser, cluster }: RequestFacts): Plan =>
  isOnlyUser ? 'everything' : isAbout([...cluster]);
const saidBy = ({ cluster }: RequestFacts): Plan => isIn('speaker_entity_id', [...cluster]);
const own = (asked: RequestFacts): Plan =>
  anyOf(about(asked), saidBy(asked), isIn('owner_entity_id', [...asked.cluster]));

/** Rows told in this place, or in threads that are heard in it. */
const toldHere = ({ request: { place } }: RequestFacts): Plan =>
  place === null ? 'nothing' : anyOf(isIn('told_in', [place.sourceId]), isIn('heard_in', [place.sourceId]));

/** Rows told in what this place is a thread of. */
const toldAbove = ({ request: { place } }: RequestFacts): Plan =>
  place === null || place.threadOf === null ? 'nothing' : isIn('told_in', [place.threadOf]);

const ofPlace = (asked: RequestFacts): Plan => anyOf(toldHere(asked), toldAbove(asked));

const isWithin = ({ from, to }: Stretch): Plan =>
  allOf(
    from === null ? 'everything' : isAtOrAfter('observed_at', from),
    to === null ? 'everything' : isBefore('observed_at', to),
  );

/** Rows of this place that everybody who reads along may scroll up to, or heard. */
const here = (asked: RequestFacts): Plan => {
  const { isPrivate, isOnlyUser, isReadByAdded, request } = asked;
  if (!isReadByAdded) return 'nothing';
  const bySpeaker = when(isPrivate, isOnlyUser ? 'everything' : saidBy(asked));
  const inSight = (together: readonly Stretch[]): Plan =>
    anyOf(isIn('source_history', ['visible']), bySpeaker, ...together.map(isWithin));
  return anyOf(
    allOf(toldHere(asked), inSight(request.together.here)),
    allOf(toldAbove(asked), inSight(request.together.above)),
  );
};

/** Instants are whole milliseconds, so "after" is "at or after the next". */
const next = (at: Date): Date => new Date(at.getTime() + 1);

const standsAfter = (field: 'expires_at' | 'superseded_at', at: Date): Plan =>
  anyOf(isAbsent(field), isAtOrAfter(field, next(at)));

/** Rows of the status that is asked for by name. */
const isListed = ({ requestedStatus, now }: ReadRequest): Plan => {
  if (requestedStatus === 'forgotten') return 'nothing';
  const marked = isIn('status', [requestedStatus]);
  if (requestedStatus !== 'expired') return marked;
  return anyOf(marked, allOf(isIn('status', ['active']), isBefore('expires_at', next(now))));
};

const isActive = ({ request }: RequestFacts): Plan => {
  const { asOf, now, requestedStatus } = request;
  if (requestedStatus !== 'active') return isListed(request);
  const unexpired = standsAfter('expires_at', asOf ?? now);
  if (asOf === null) return allOf(isIn('status', ['active']), unexpired);
  return allOf(
    anyOf(
      isIn('status', ['active']),
      allOf(isIn('status', ['superseded']), not(isAbsent('superseded_at'))),
      allOf(isIn('status', ['expired']), not(isAbsent('expires_at'))),
    ),
    unexpired,
    standsAfter('superseded_at', asOf),
    isBefore('first_observed_at', next(asOf)),
  );
};

/** Scopes other than source_shared: they reach the same readers wherever they were learned. */
const placelessScopes = (asked: RequestFacts): Plan => {
  const { principal } = asked.request;
  return anyOf(
    when(principal === 'agent' || principal === 'operator', scopeIs('system')),
    allOf(scopeIs('global_shared'), sensitivityIs(0)),
    allOf(scopeIs('private_subject'), own(asked)),
  );
};

/**
 * Kept from no reader. Nothing is kept from its owner, so only of linked entities one may own what is kept from
 * another; a reader whom nobody knows might be the one it is kept from.
 */
const isKeptFromNone = ({ readers }: RequestFacts): Plan => {
  if (readers.some((reader) => reader.size === 0)) return not(isWithheld);
  const linked = readers.filter((reader) => reader.size > 1);
  const others = readers.filter((reader) => reader.size <= 1).flatMap((reader) => [...reader]);
  return allOf(
    not(isWithheldFrom(others)),
    ...linked.map((reader) => anyOf(not(isWithheldFrom([...reader])), isIn('owner_entity_id', [...reader]))),
  );
};

/** What people may list of themselves: what they said and what was said of them, save what rule 6 protects for others. */
const heldWith = (asked: RequestFacts): Plan =>
  allOf(anyOf(about(asked), saidBy(asked)), anyOf(isPublic, here(asked), present(asked)));

/**
 * The viewer reads alone. The rules on scope and on dm-context together leave of source_shared what is here, what is the viewer's own, what
 * the viewer heard, and imported rows of no source; every wider clause of the one is taken back by the other.
 */
const alone = (asked: RequestFacts): Plan => {
  const { knobs, granted } = asked;
  const mine = own(asked);
  const legacy = when(knobs['privacy.legacy_fail_open'], allOf(isAbsent('source_id'), sensitivityIs(0)));
  const placed = anyOf(hasSource, isIn('imported', [true]));
  const reaches = anyOf(
    allOf(
      anyOf(here(asked), allOf(present(asked), isPortable)),
      anyOf(scopeIs('source_shared'), placelessScopes(asked)),
    ),
    allOf(
      isPublic,
      isPortable,
      anyOf(allOf(scopeIs('source_shared'), anyOf(mine, legacy), placed), placelessScopes(asked)),
    ),
  );
  const bearable = anyOf(
    sensitivityIs(0),
    allOf(sensitivityIs(1), mine),
    allOf(sensitivityIs(2), anyOf(about(asked), saidBy(asked))),
    allOf(sensitivityIs(3), isIn('memory_id', [...granted])),
  );
  const held = when(asked.isSelfService, heldWith(asked));
  // By another status people list their own, and nothing else is told.
  return anyOf(when(asked.request.requestedStatus === 'active', allOf(reaches, bearable)), held);
};

/**
 * Rows that reach readers who have contact with their subjects; who has, is asked of these subjects before the plan is
 * made. Nothing where no rule asks.
 */
export const planContacts = (request: ReadRequest): Plan => {
  const asked = requestFacts(request);
  const isAsked =
    request.knobs['privacy.public_facts_travel'] === 'shared_contacts' &&
    asked.cluster.size > 0 &&
    !asked.isPrivate &&
    !asked.isInspection;
  if (!isAsked) return 'nothing';
  return allOf(
    isIn('tenant_id', [request.tenantId]),
    anyOf(when(request.agentId !== null, isIn('agent_id', [request.agentId ?? ''])), isAbsent('agent_id')),
    isIn('visibility_scope', ['source_shared']),
    hasSource,
    isAbsent('workspace_id'),
    isPublic,
    isPortable,
    sensitivityIs(0),
    not(here(asked)),
  );
};

/** What of source_shared reaches these readers from elsewhere; a dm with readers added to it is still no group. */
const sharedFromElsewhere = (asked: RequestFacts): Plan => {
  const { knobs, sharedWorkspaceId, contactsOfAll, isDm } = asked;
  const readersOfTravelling = {
    never: 'nothing',
    shared_contacts: isAboutOnly([...contactsOfAll]),
    anywhere: 'everything',
  } as const satisfies Record<string, Plan>;
  const reaches = anyOf(
    sharedWorkspaceId === null ? 'nothing' : isReadIn([sharedWorkspaceId]),
    allOf(about(asked), sensitivityIs(0, 1), anyOf(hasSource, isIn('imported', [true]))),
    allOf(
      hasSource,
      isAbsent('workspace_id'),
      sensitivityIs(0),
      readersOfTravelling[knobs['privacy.public_facts_travel']],
    ),
  );
  return isDm ? allOf(reaches, anyOf(own(asked), present(asked))) : reaches;
};

/** Others read along: nothing secret, nothing of a dm but the viewer's own public facts, nothing sensitive of the absent. */
const amongOthers = (asked: RequestFacts): Plan => {
  const { knobs, presentPeople } = asked;
  const takesPart =
    asked.takesPart === 'now' || (knobs['privacy.leavers_keep_memory'] && asked.takesPart === 'once');
  const thisPlace = here(asked);
  const mine = about(asked);
  const ofNoDm = anyOf(
    isIn('source_type', ['group', 'thread', 'workspace']),
    isAbsent('source_id'),
    allOf(mine, sensitivityIs(0)),
  );
  const reaches = anyOf(
    allOf(thisPlace, anyOf(when(takesPart, scopeIs('source_shared')), placelessScopes(asked))),
    allOf(
      isPublic,
      isPortable,
      ofNoDm,
      anyOf(
        allOf(
          scopeIs('source_shared'),
          takesPart ? 'everything' : not(ofPlace(asked)),
          sharedFromElsewhere(asked),
        ),
        placelessScopes(asked),
      ),
    ),
  );
  const aboutPresent = isAboutOnly([...presentPeople]);
  const bearable = anyOf(
    sensitivityIs(0),
    allOf(
      sensitivityIs(1),
      anyOf(mine, when(knobs['privacy.personal_in_group'] === 'subject_present', aboutPresent)),
    ),
    when(knobs['privacy.sensitive_in_group'] === 'subject_present', allOf(sensitivityIs(2), aboutPresent)),
  );
  return allOf(reaches, bearable);
};

/**
 * What an index may hand over for this request, to be decided row by row afterwards.
 *
 * INVARIANT: whatever decide allows, the plan admits; and what the plan admits and decide denies is a fault, for words
 * are counted and time is spent over what the plan admits.
 */
export const planRead = (request: ReadRequest): Plan => {
  const asked = requestFacts(request);
  const tenant = isIn('tenant_id', [request.tenantId]);
  const shared = isAbsent('agent_id');
  const ofAgent = request.agentId === null ? shared : anyOf(isIn('agent_id', [request.agentId]), shared);
  if (asked.isInspection)
    return allOf(tenant, request.agentId === null ? 'everything' : ofAgent, isActive(asked));
  const isUnknown =
    asked.cluster.size === 0 && (request.viewer !== null || request.knobs['identity.mode'] === 'multi_user');
  const isGated = request.knobs['gate.require_verified'] && !asked.isVerified;
  if (isUnknown || isGated || (request.requestedStatus !== 'active' && !asked.isSelfService))
    return 'nothing';
  return allOf(
    tenant,
    ofAgent,
    isActive(asked),
    isKeptFromNone(asked),
    asked.isPrivate ? alone(asked) : amongOthers(asked),
  );
};
