import {
  linkErrors,
  linkIdOf,
  proposeLink,
  type Actor,
  type FieldError,
  type LinkEvidence,
  type ProposalDecision,
} from '#domain';
import type { LogWriter } from '#event-log';
import { clustersOf, conflictBetween, findLink, linkStateOf } from '#read-models';
import { writtenBy } from '../written-by.js';
import type { CommandOptions } from '../command-options.js';

/** Two entities may be one: what speaks for it, how sure that makes it, and who says so. */
export interface ProposedLink {
  readonly tenantId: string;
  readonly fromId: string;
  readonly toId: string;
  readonly confidence: number;
  readonly evidence: readonly LinkEvidence[];
  readonly by: Actor;
  /** Platforms of accounts that nobody has heard of yet. */
  readonly named?: readonly { readonly side: 0 | 1; readonly platform: string }[];
}

export type Proposed =
  | { readonly kind: ProposalDecision['kind']; readonly linkId: string }
  | { readonly kind: 'refused'; readonly errors: readonly FieldError[] };

/**
 * The one way in which a link is asked for, whoever asks: people by the API, and Kith itself where it found evidence. What
 * stands against it is looked up here, so that nobody forgets to.
 */
export const proposeInto = async (
  writer: LogWriter,
  { knobs, now }: Pick<CommandOptions, 'knobs' | 'now'>,
  { tenantId, named, ...given }: ProposedLink,
): Promise<Proposed> => {
  const { fromId, toId } = given;
  const [from = [], to = []] = await clustersOf(writer.sql, [fromId, toId]);
  const errors = linkErrors(given, new Set([...from, ...to]).size);
  if (errors.length > 0) return { kind: 'refused', errors };
  const linkId = linkIdOf(writer.idKey, tenantId, fromId, toId);
  const row = await findLink(writer.sql, tenantId, linkId);
  const isOne = from.includes(toId);
  const conflict = isOne ? null : await conflictBetween(writer.sql, from, to, named);
  const decision = proposeLink({ ...given, linkId, conflict, at: now() }, row && linkStateOf(row), knobs);
  await writer.append([{ stream: `link-${linkId}`, events: decision.events }], {
    actor: writtenBy(given.by),
  });
  return { kind: decision.kind, linkId };
};
