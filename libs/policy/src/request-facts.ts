import type { Knobs } from '#domain';
import type {
  Membership,
  MemoryFacts,
  MemorySource,
  Operation,
  Place,
  ReadRequest,
  Reader,
  Stretch,
} from './request.js';

/** What one request settles for all of its rows. */
export interface RequestFacts {
  readonly request: ReadRequest;
  readonly knobs: Knobs;
  readonly cluster: ReadonlySet<string>;
  /** A dm or no place at all, whoever reads along: readers whom a caller adds do not make a group of it. */
  readonly isDm: boolean;
  /** private(s): a dm, or no place at all, and the answer is read by the viewer alone. */
  readonly isPrivate: boolean;
  readonly isVerified: boolean;
  /** An operator looks after the store; each such read is audited by the caller. */
  readonly isInspection: boolean;
  /** Somebody reads or forgets what is held about them, and nobody else reads along. */
  readonly isSelfService: boolean;
  /** The one person of a single_user tenant, who need not be named. */
  readonly isOnlyUser: boolean;
  readonly intervalsOf: ReadonlyMap<string, readonly Membership[]>;
  /** Sources of which the viewer is an active participant now. */
  readonly liveIn: ReadonlySet<string>;
  /** The viewer takes part in the place where the answer is read, or may read there anyway; or took part once. */
  readonly takesPart: 'now' | 'once' | null;
  /** Whoever the caller named besides the viewer takes part in the place, or may read there anyway. */
  readonly isReadByAdded: boolean;
  /** The workspace of the place, while everybody who reads along is a member of it. */
  readonly sharedWorkspaceId: string | null;
  readonly contactsOfAll: ReadonlySet<string>;
  /** Stored participants of the place, not those whom the caller added. */
  readonly presentPeople: ReadonlySet<string>;
  readonly granted: ReadonlySet<string>;
  /** Everybody who will read the answer, the viewer first, each with all linked entities. */
  readonly readers: readonly ReadonlySet<string>[];
}

/** Half-open, and false for an invalid date: an unreadable time is not a presence. */
const covers = ({ from, to }: Membership, at: Date): boolean => from <= at && (to === null || at < to);

const isDmPlace = (place: Place | null): boolean => place === null || place.type === 'dm';

const isReadAlone = ({ audience }: ReadRequest, cluster: ReadonlySet<string>): boolean => {
  const [only, ...others] = audience;
  return only !== undefined && others.length === 0 && only.cluster.some((entityId) => cluster.has(entityId));
};

const bySource = (memberships: readonly Membership[]): ReadonlyMap<string, readonly Membership[]> => {
  const grouped = new Map<string, Membership[]>();
  for (const membership of memberships) {
    const of = grouped.get(membership.sourceId);
    if (of === undefined) grouped.set(membership.sourceId, [membership]);
    else of.push(membership);
  }
  return grouped;
};

const takingPart = (stays: readonly Membership[], now: Date): RequestFacts['takesPart'] => {
  if (stays.some((stay) => covers(stay, now))) return 'now';
  return stays.some(({ from }) => from <= now) ? 'once' : null;
};

/** Any member of its workspace reads there. A dm has readers, not members, whatever its access says. */
const readsOpenly = (place: Place, liveIn: ReadonlySet<string>): boolean =>
  place.access === 'open' &&
  place.type !== 'dm' &&
  place.workspaceId !== null &&
  liveIn.has(place.workspaceId);

const takingPartIn = (
  place: Place,
  { intervalsOf, liveIn }: Pick<RequestFacts, 'intervalsOf' | 'liveIn'>,
  now: Date,
): RequestFacts['takesPart'] => {
  if (readsOpenly(place, liveIn)) return 'now';
  return takingPart(
    place.readerSourceIds.flatMap((sourceId) => intervalsOf.get(sourceId) ?? []),
    now,
  );
};

/** What people may always do with what is held about them. An answer to a question is not among it: it is no list of one's own. */
const selfService: ReadonlySet<Operation> = new Set(['list', 'get', 'history', 'export', 'forget']);

/** Of readers whom the caller named: those who take part are known as they are stored. */
interface AddedReaders {
  readonly isReadByAdded: boolean;
  readonly areAllIn: (sourceId: string) => boolean;
}

const liveAt = (memberships: readonly Membership[], now: Date): ReadonlySet<string> =>
  new Set(memberships.filter((membership) => covers(membership, now)).map(({ sourceId }) => sourceId));

/** INVARIANT: a reader whom the caller adds is judged as a reader of their own, and by where they are now. */
const readersAdded = ({ place, audience, now }: ReadRequest, viewer: ReadonlySet<string>): AddedReaders => {
  const isAdded = ({ isParticipant, cluster }: Reader): boolean =>
    isParticipant !== true && !cluster.some((entityId) => viewer.has(entityId));
  const livesIn = audience.filter(isAdded).map(({ memberships = [] }) => liveAt(memberships, now));
  return {
    isReadByAdded: livesIn.every(
      (liveIn) =>
        place !== null &&
        (readsOpenly(place, liveIn) || place.readerSourceIds.some((sourceId) => liveIn.has(sourceId))),
    ),
    areAllIn: (sourceId) => livesIn.every((liveIn) => liveIn.has(sourceId)),
  };
};

const factsOfRequest = (request: ReadRequest): RequestFacts => {
  const { viewer, place, principal, operation, knobs, now, audience } = request;
  const cluster = new Set(viewer?.cluster);
  const memberships = viewer?.memberships ?? [];
  const intervalsOf = bySource(memberships);
  const liveIn = liveAt(memberships, now);
  const { isReadByAdded, areAllIn } = readersAdded(request, cluster);
  const workspaceId = request.arePlaceReadersMembers ? (place?.workspaceId ?? null) : null;
  const isDm = isDmPlace(place);
  const isOnlyUser =
    viewer === null && knobs['identity.mode'] === 'single_user' && isDm && audience.length === 0;
  const isPrivate = isOnlyUser || (isDm && isReadAlone(request, cluster));
  return {
    request,
    knobs,
    cluster,
    isDm,
    isPrivate,
    isOnlyUser,
    isVerified: viewer?.isVerified === true,
    isInspection: principal === 'operator' && operation === 'inspect',
    isSelfService: selfService.has(operation) && isPrivate && cluster.size > 0,
    intervalsOf,
    liveIn,
    takesPart: place === null ? null : takingPartIn(place, { intervalsOf, liveIn }, now),
    isReadByAdded,
    sharedWorkspaceId:
      workspaceId !== null && liveIn.has(workspaceId) && areAllIn(workspaceId) ? workspaceId : null,
    contactsOfAll: new Set(request.contactsOfAll),
    presentPeople: new Set(
      audience.filter(({ isParticipant }) => isParticipant).flatMap((reader) => reader.cluster),
    ),
    granted: new Set(viewer === null ? [] : request.grantedMemoryIds),
    readers: [...(viewer === null ? [] : [cluster]), ...audience.map((reader) => new Set(reader.cluster))],
  };
};

// A request is a value: thousands of rows are judged against it, and its sets are built once.
const cached = new WeakMap<ReadRequest, RequestFacts>();

export const requestFacts = (request: ReadRequest): RequestFacts => {
  const before = cached.get(request);
  if (before !== undefined) return before;
  const asked = factsOfRequest(request);
  cached.set(request, asked);
  return asked;
};

/** One row against one request. */
export interface Case {
  readonly asked: RequestFacts;
  readonly memory: MemoryFacts;
  /** same_place(m, s): the same source, or one is a thread of the other; a thread apart is nobody's but its own. */
  readonly isOfPlace: boolean;
  /** here(m): same_place, and whoever reads along could scroll up to it, or was there when it was said. */
  readonly isHere: boolean;
  readonly isSubject: boolean;
  readonly isSpeaker: boolean;
  /** own(m): the viewer is a subject, the owner or the speaker. */
  readonly isOwn: boolean;
}

/** Any member of its workspace might read it then, and may now. */
const isOpen = ({ type, access }: MemorySource): boolean => access === 'open' && type !== 'dm';

/** reads_open: whoever is a member of its workspace may scroll up to it, no matter since when. */
export const isReadBy = (source: MemorySource, isMemberOf: (workspaceId: string) => boolean): boolean =>
  isOpen(source) &&
  source.history === 'visible' &&
  source.workspaceId !== null &&
  isMemberOf(source.workspaceId);

const isToldIn = ({ source }: MemoryFacts, place: Place | null): 'here' | 'above' | null => {
  if (source === null || place === null) return null;
  if (source.toldIn === place.sourceId || source.heardIn === place.sourceId) return 'here';
  return source.toldIn !== null && source.toldIn === place.threadOf ? 'above' : null;
};

const isWithin = ({ from, to }: Stretch, at: Date): boolean =>
  (from === null || from <= at) && (to === null || at < to);

export const has = (cluster: ReadonlySet<string>, entityId: string | null): boolean =>
  entityId !== null && cluster.has(entityId);

export const caseOf = (asked: RequestFacts, memory: MemoryFacts): Case => {
  const { cluster, isOnlyUser, isPrivate, request } = asked;
  const isSubject = isOnlyUser || memory.subjectIds.some((entityId) => cluster.has(entityId));
  const isSpeaker = isOnlyUser || has(cluster, memory.speakerId);
  const isOwn = isSubject || isSpeaker || has(cluster, memory.ownerId);
  const toldIn = isToldIn(memory, request.place);
  const isHere =
    toldIn !== null &&
    asked.isReadByAdded &&
    (memory.source?.history === 'visible' ||
      // Who said it in their own dm was there, whatever is known of when they came.
      (isPrivate && isSpeaker) ||
      request.together[toldIn].some((stretch) => isWithin(stretch, memory.observedAt)));
  return { asked, memory, isOfPlace: toldIn !== null, isHere, isSubject, isSpeaker, isOwn };
};

/** present(m): heard it, or may scroll up to it, and is still there; heard it and left since; null: never heard it there. */
export type Presence = 'there' | 'left' | null;

export const presenceOf = ({ memory: { source, observedAt }, asked }: Case): Presence => {
  const { isOnlyUser, intervalsOf, liveIn } = asked;
  if (source === null) return null;
  if (isOnlyUser || isReadBy(source, (workspaceId) => liveIn.has(workspaceId))) return 'there';
  // Whoever reads the place that an open thread hangs under reads the thread.
  const readIn = [source.sourceId, ...(source.heardIn === null ? [] : [source.heardIn])];
  const heard = readIn.some((sourceId) =>
    intervalsOf.get(sourceId)?.some((membership) => covers(membership, observedAt)),
  );
  if (!heard) return null;
  // Whoever left the workspace lost its open channels too, even where no channel said goodbye.
  const isOfWorkspace = isOpen(source) && source.workspaceId !== null;
  const isThere = isOfWorkspace
    ? liveIn.has(source.workspaceId)
    : readIn.some((sourceId) => liveIn.has(sourceId));
  return isThere ? 'there' : 'left';
};
