import type { Actor } from '../event-fields.js';
import type { LinkStatus } from './link.js';

/** A link that somebody asked for, as far as it tells what else may be asked. */
export interface AskedLink {
  readonly fromId: string;
  readonly toId: string;
  readonly status: LinkStatus;
  readonly confidence: number;
  readonly proposedBy: Actor;
}

/** How many questions of Kith's own about one person wait at once: whoever is shown more stops reading them. */
const mostWaiting = 5;

/** How many links a person may have asked for that nobody approved. Decided or not: a rejection is not told by it. */
const mostAsked = 10;

/** What is asked already decides first: what waits, then the surest. */
const bySay = (a: AskedLink, b: AskedLink): number =>
  Number(b.status === 'pending') - Number(a.status === 'pending') || b.confidence - a.confidence;

export type Room = { readonly kind: 'free' | 'full' } | { readonly kind: 'asked'; readonly link: AskedLink };

/**
 * Whether Kith itself may ask if two people are one. About the accounts of the same two it asks once, whichever of them are
 * alike. What finds no room is looked for again whenever something of theirs is decided.
 */
export const roomToAsk = (
  one: readonly string[],
  other: readonly string[],
  /** All that were asked of them and others. */
  links: readonly AskedLink[],
): Room => {
  const isBetween = ({ fromId, toId }: AskedLink): boolean =>
    (one.includes(fromId) && other.includes(toId)) || (other.includes(fromId) && one.includes(toId));
  const [link] = links.filter(isBetween).sort(bySay);
  if (link !== undefined) return { kind: 'asked', link };
  const waitingOf = (cluster: readonly string[]): number =>
    links.filter(
      ({ status, proposedBy, fromId, toId }) =>
        status === 'pending' &&
        proposedBy.kind === 'system' &&
        (cluster.includes(fromId) || cluster.includes(toId)),
    ).length;
  return { kind: Math.max(waitingOf(one), waitingOf(other)) < mostWaiting ? 'free' : 'full' };
};

/** Whether somebody may have a client ask for one more link of theirs. */
export const mayAskMore = (own: readonly string[], links: readonly AskedLink[]): boolean =>
  links.filter(
    ({ status, proposedBy: { kind, viewerId } }) =>
      kind === 'client' &&
      viewerId !== null &&
      own.includes(viewerId) &&
      (status === 'pending' || status === 'rejected'),
  ).length < mostAsked;
