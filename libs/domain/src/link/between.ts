/** A link that is followed, by whom it joins. */
interface Joining {
  readonly linkId: string;
  readonly fromId: string;
  readonly toId: string;
}

/** Whom these links join to somebody, by walking, as if this one were not. */
const reachedWithout = (links: readonly Joining[], gone: Joining, start: string): ReadonlySet<string> => {
  const nextOf = new Map<string, string[]>();
  for (const { linkId, fromId, toId } of links) {
    if (linkId === gone.linkId) continue;
    nextOf.set(fromId, [...(nextOf.get(fromId) ?? []), toId]);
    nextOf.set(toId, [...(nextOf.get(toId) ?? []), fromId]);
  }
  const reached = new Set([start]);
  for (const one of reached) for (const next of nextOf.get(one) ?? []) reached.add(next);
  return reached;
};

const keysAmong = (ids: ReadonlySet<string>, keyOf: ReadonlyMap<string, string>): readonly string[] => [
  ...new Set([...ids].flatMap((id) => keyOf.get(id) ?? [])),
];

/**
 * Of the links of one cluster, those by which accounts that were verified as different people come to be one. Two accounts of
 * one verified identity stay joined: that is proved. What only hangs on one of the two stays as well.
 */
export const linksBetweenIdentities = (
  links: readonly Joining[],
  /** Keys of verified identities, by entity. */
  keyOf: ReadonlyMap<string, string>,
): readonly Joining[] => {
  if (new Set(keyOf.values()).size < 2) return [];
  return links.filter((link) => {
    const [own, other] = [keyOf.get(link.fromId), keyOf.get(link.toId)];
    if (own !== undefined && other !== undefined) return own !== other;
    const side = reachedWithout(links, link, link.fromId);
    const here = keysAmong(side, keyOf);
    // Another way leads around it: whichever of the two is wrong, neither is followed.
    if (side.has(link.toId)) return here.length > 1;
    const there = keysAmong(reachedWithout(links, link, link.toId), keyOf);
    return here.some((one) => there.some((another) => another !== one));
  });
};
