// A second reading of docs/policy.md, written from its sentences as sets over one small world. It shares no code with
// libs/policy, and is slow and plain on purpose: what it says is what the API must say.

/** The account with all that active links join to it, at this moment: a chain of links as well as one. */
export const clusterOf = (world, account) => {
  const cluster = new Set([account]);
  for (const one of cluster)
    for (const { from, to, status } of world.links.values()) {
      if (status !== 'active') continue;
      if (from === one) cluster.add(to);
      if (to === one) cluster.add(from);
    }
  return cluster;
};

const isAnyIn = (cluster, accounts) => [...cluster].some((account) => accounts.has(account));

/** Accounts active in a place at an instant: joined before or then, and not gone by then. */
export const activeIn = (world, placeId, at) => {
  const known = (world.active ??= new Map());
  const key = `${placeId} ${at}`;
  if (!known.has(key)) known.set(key, findActive(world, placeId, at));
  return known.get(key);
};

const findActive = (world, placeId, at) => {
  const place = world.places.get(placeId);
  const opens = [...world.places.values()].filter(
    (other) => other.workspace === placeId && other.open && other.id !== placeId,
  );
  const joinsCount = place.type === 'workspace' ? [placeId, ...opens.map((other) => other.id)] : [placeId];
  const above = [];
  for (let up = place; up; up = world.places.get(up.parent)) above.push(up.id);
  const people = new Set();
  for (const person of world.people) {
    const signs = world.moves
      .filter(
        (move) =>
          move.person === person &&
          ((move.kind === 'joined' && joinsCount.includes(move.place)) ||
            (move.kind === 'left' && above.includes(move.place))),
      )
      .filter((move) => move.at <= at)
      .sort((a, b) => a.at - b.at);
    if (signs.at(-1)?.kind === 'joined') people.add(person);
  }
  return people;
};

/** How a place stood then: the parent it hung under, whether it was open, and whether newcomers saw what was said before. */
const stoodAt = (world, placeId, at) => {
  const place = world.places.get(placeId);
  const hung = place.movedAt !== null && at < place.movedAt;
  const above = hung ? world.places.get(place.parentBefore) : world.places.get(place.parent);
  const open = hung
    ? above.open
    : place.changedAt !== null && at < place.changedAt
      ? !place.open
      : place.open;
  const shown = hung
    ? above.shown
    : place.changedAt !== null
      ? open
      : place.shown && (place.showsSince === null || at >= place.showsSince);
  const threadOf = hung ? place.parentBefore : place.threadOf;
  return { open, shown, threadOf, dm: isOfDm(world, placeId) };
};

const isOfDm = (world, placeId) => {
  const place = world.places.get(placeId);
  return place.type === 'dm' || world.places.get(place.threadOf)?.type === 'dm';
};

/** Sources whose participants read here: a thread that is not apart is read by those of its place. */
const readIn = (world, placeId) => {
  const place = world.places.get(placeId);
  const above = place.type === 'thread' && !place.apart ? world.places.get(place.threadOf) : null;
  return above && above.type !== 'workspace' ? [placeId, above.id] : [placeId];
};

/** Whoever takes part where the place is read, then. */
const readersIn = (world, placeIds, at) =>
  new Set(placeIds.flatMap((placeId) => [...activeIn(world, placeId, at)]));

/** What was said is as open as its place was then and is now; once it was opened or led elsewhere, it is no more told in it. */
const asSaid = (world, fact, now) => {
  const [then, since] = [stoodAt(world, fact.place, fact.at), stoodAt(world, fact.place, now)];
  const place = world.places.get(fact.place);
  const widened =
    (since.open && !then.open) ||
    (place.type === 'thread' && !place.apart && then.threadOf !== since.threadOf);
  return {
    open: then.open && since.open,
    shown: then.shown && since.shown,
    widened,
    threadOf: then.threadOf,
  };
};

/** Asked in `here`, was it said in the same place? A thread apart is no other place's. */
const related = (world, here, fact, now) => {
  const [asked, told] = [world.places.get(here), world.places.get(fact.place)];
  const { widened, threadOf } = asSaid(world, fact, now);
  if (widened) return null;
  if (here === fact.place) return readIn(world, here);
  if (asked.threadOf === fact.place)
    return asked.apart ? [here, ...readIn(world, fact.place)] : readIn(world, here);
  return told.type === 'thread' && !told.apart && threadOf === here ? readIn(world, here) : null;
};

/** A dm of two or more accounts is a group, whoever they are. A thread of a dm is a dm, unless two people are in it or in the dm; one of nothing known is none. */
const isDmAt = (world, placeId, at) => {
  const place = world.places.get(placeId);
  if (place.type === 'dm') return activeIn(world, placeId, at).size <= 1;
  if (place.type !== 'thread' || world.places.get(place.threadOf)?.type !== 'dm') return false;
  return new Set([...activeIn(world, placeId, at), ...activeIn(world, place.threadOf, at)]).size <= 1;
};

/** Whom readers share a place with they know by the account that is there, not by what is linked to it. */
const shareAPlace = (world, cluster, account, now) =>
  [...world.places.keys()].some((placeId) => {
    const people = activeIn(world, placeId, now);
    return isAnyIn(cluster, people) && people.has(account);
  });

/** Met, by any of one's accounts and by the account that is named, in a place where both were at once, or where whoever comes later reads what was said before. */
const hasMet = (world, viewer, other, now) =>
  [...world.places.values()].some(({ id, type, open, workspace }) => {
    const times = world.moves.map((move) => move.at).filter((at) => at <= now);
    const isThere = (cluster, at) => isAnyIn(cluster, activeIn(world, id, at));
    const others = new Set([other]);
    if (times.some((at) => isThere(viewer, at) && isThere(others, at))) return true;
    const isReadBack = type === 'workspace' || (open && workspace !== null && !isOfDm(world, id));
    return isReadBack && isThere(viewer, now) && times.some((at) => isThere(others, at));
  });

/** Whom the caller names besides the viewer; of whom the viewer never met, as of whom nobody knows, nothing counts as known. */
const namedBy = (world, viewer, added, now) =>
  added
    .filter((account) => !viewer.has(account))
    .map((account) =>
      world.accounts.includes(account) && hasMet(world, viewer, account, now)
        ? clusterOf(world, account)
        : new Set(),
    );

/**
 * May `viewer` be told `fact`, the answer being read in `here` (null: alone with the agent)? `added`: whom the
 * caller says reads along. `self`: they list or get what is held of them. `asOf`: what was known then. `status`: what is listed by name.
 */
export const mayHear = (
  world,
  fact,
  viewer,
  here,
  now,
  { self = false, asOf = null, status = 'active', added = [] } = {},
) => {
  const place = here === null ? null : world.places.get(here);
  const me = clusterOf(world, viewer);
  const named = namedBy(world, me, added, now);
  const inPlace = place ? readersIn(world, readIn(world, here), now) : new Set();
  const others = [...inPlace].filter((account) => !me.has(account));
  const readers = [me, ...named, ...others.map((account) => clusterOf(world, account))];
  const isDm = place === null || isDmAt(world, here, now);
  const alone = isDm && readers.length === 1;
  const from = world.places.get(fact.place);
  const learnedInDm = isDmAt(world, fact.place, fact.at);
  const kept = asSaid(world, fact, now);
  const at = here === null ? null : related(world, here, fact, now);
  const isSubject = fact.subjects.some((account) => me.has(account));
  const isSpeaker = me.has(fact.speaker);
  const wasThere = (cluster) => at !== null && isAnyIn(cluster, readersIn(world, at, fact.at));
  // In front of everybody who reads along: they can scroll up to it, or were there; who takes part, by that account.
  const areAllWhoWereThere = () =>
    [me, ...named, ...others.map((account) => new Set([account]))].every(wasThere);
  const isOpenToAll = place?.workspace && place.open && !isOfDm(world, here);
  const isOfItsWorkspace = (cluster) => isAnyIn(cluster, activeIn(world, place.workspace, now));
  const readsHere = (cluster) =>
    isAnyIn(cluster, inPlace) || Boolean(isOpenToAll && isOfItsWorkspace(cluster));
  const same =
    at !== null && named.every(readsHere) && (kept.shown || (alone && isSpeaker) || areAllWhoWereThere());
  const isOfWorkspace = kept.open && from.workspace && !isOfDm(world, fact.place);
  const isMember = isOfWorkspace && isAnyIn(me, activeIn(world, from.workspace, now));
  const canScrollUp = isMember && kept.shown;
  const listensIn =
    from.type === 'thread' && !from.apart && !kept.widened && kept.threadOf !== null
      ? [fact.place, kept.threadOf]
      : [fact.place];
  const heardThen = isAnyIn(me, readersIn(world, listensIn, fact.at));
  const thereNow = isOfWorkspace ? isMember : isAnyIn(me, readersIn(world, listensIn, now));
  const heard = canScrollUp || (heardThen && thereNow);

  const isExpired = fact.expires !== null && fact.expires <= (asOf ?? now);
  if (isExpired !== (status === 'expired')) return false;
  if (asOf !== null && fact.first > asOf) return false;
  const confined = fact.disclosure === 'conversation_private' && !same && !(alone && heard);
  // What is held of them is theirs to read alone: in front of others it is an answer like any other.
  if (self && alone && (isSubject || isSpeaker)) return !confined;
  if (status !== 'active') return false;
  if (fact.rank === 3 && !(alone && fact.grantedTo.some((account) => me.has(account)))) return false;
  if (confined) return false;
  if (!fact.portable && !same) return false;

  if (fact.scope === 'private_subject' && !(isSubject || isSpeaker)) return false;
  if (fact.scope === 'source_shared') {
    const reads = alone || readsHere(me);
    // Somebody else's dm is no less theirs than a group is its members'.
    if (at !== null && !reads) return false;
    if (!same) {
      const sharedOpenly =
        place && place.workspace === from.workspace && canScrollUp && [...readers].every(isOfItsWorkspace);
      const inPrivate = alone && (isSubject || isSpeaker || heard);
      const ownTravels = isSubject && fact.rank <= 1;
      const contacts =
        !from.workspace &&
        fact.rank === 0 &&
        fact.portable &&
        fact.subjects.length > 0 &&
        [...readers].every((reader) =>
          fact.subjects.every((subject) => shareAPlace(world, reader, subject, now)),
        );
      if (!(sharedOpenly || inPrivate || ownTravels || contacts)) return false;
    }
  }
  if (learnedInDm && !same && !alone && !(isSubject && fact.rank === 0 && fact.portable)) return false;
  if (fact.rank === 1 && alone && !(isSubject || isSpeaker)) return false;
  if (fact.rank === 1 && !alone && !isSubject) return false;
  if (fact.rank === 2 && !(alone && (isSubject || isSpeaker))) return false;
  // Also where somebody reads along in a dm: one more reader must not let more be said.
  if (isDm && !same && fact.scope === 'source_shared' && !(isSubject || isSpeaker || heard)) return false;
  return true;
};
