import {
  askLinkCode,
  linkCodeKeyOf,
  linkCodeOf,
  missesCountMs,
  sayLinkCode,
  type KithEvent,
  type LinkCodeEvent,
  type LinkCodeSaid,
} from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { clusterOf, codeMisses, linkCodeByKey } from '#read-models';
import { proposeInto } from '../commands/links/propose.js';
import type { VerifyingOptions } from './identities.js';

export const codeAppend = (codeId: string, events: readonly KithEvent[]): StreamAppend => ({
  stream: `link-code-${codeId}`,
  events,
});

/** A code for this account; whoever says it by another account is the same person. */
export const askCode = (
  writer: LogWriter,
  { newId, now }: Pick<VerifyingOptions, 'newId' | 'now'>,
  tenantId: string,
  entityId: string,
): { readonly codeId: string; readonly code: string; readonly events: readonly LinkCodeEvent[] } => {
  const codeId = newId();
  const code = linkCodeOf(writer.idKey, tenantId, codeId);
  const codeKey = linkCodeKeyOf(writer.idKey, tenantId, code);
  return { codeId, code, events: askLinkCode({ codeId, codeKey, entityId, at: now() }) };
};

interface Saying {
  readonly tenantId: string;
  readonly actor: string;
  readonly entityId: string;
  readonly code: string;
  readonly isPrivate: boolean;
}

export interface CodeSaid {
  readonly outcome: Exclude<LinkCodeSaid['kind'], 'confirmed'> | 'linked' | 'waits-for-review';
  /** Whose account asked for the code, once it was right. */
  readonly otherId?: string;
}

/** Hears a code. Said in private by another account it joins the two, unless something stands against it: then people decide. */
export const sayCode = async (
  writer: LogWriter,
  options: Pick<VerifyingOptions, 'knobs' | 'now'>,
  { tenantId, actor, entityId, code, isPrivate }: Saying,
): Promise<CodeSaid> => {
  const at = options.now();
  const { sql, idKey } = writer;
  const state = await linkCodeByKey(sql, tenantId, linkCodeKeyOf(idKey, tenantId, code));
  const cluster = await clusterOf(sql, entityId);
  const misses = await codeMisses(sql, entityId, new Date(at.getTime() - missesCountMs));
  const said = sayLinkCode({ entityId, cluster, isPrivate, misses, at }, state);
  const append = ({ type }: LinkCodeEvent): string =>
    type === 'LinkCodeMissed' || state === null ? `entity-${entityId}` : `link-code-${state.codeId}`;
  await writer.append(
    said.events.map((event) => ({ stream: append(event), events: [event] })),
    { actor },
  );
  if (said.kind !== 'confirmed' || state === null)
    return { outcome: said.kind === 'confirmed' ? 'no-such-code' : said.kind };
  const proposed = await proposeInto(writer, options, {
    tenantId,
    fromId: state.askedBy,
    toId: entityId,
    confidence: 1,
    evidence: [{ kind: 'code-confirmed', weight: 1, isStrong: true, detail: null }],
    by: { kind: 'system', id: 'verification', viewerId: null },
  });
  const isLinked = proposed.kind === 'linked' || proposed.kind === 'known';
  return { outcome: isLinked ? 'linked' : 'waits-for-review', otherId: state.askedBy };
};
