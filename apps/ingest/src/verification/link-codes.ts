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
import { clusterOf, codeMisses, linkCodeByKey, linkCodesByKeys } from '#read-models';
import { proposeInto } from '../links/propose.js';
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
}

export interface CodeSaid {
  readonly outcome: Exclude<LinkCodeSaid['kind'], 'confirmed'> | 'linked' | 'waits-for-review';
  /** Whose account asked for the code, once it was right. */
  readonly otherId?: string;
}

interface Revealing {
  readonly tenantId: string;
  readonly actor: string;
  /** Null where it is not told who wrote it. */
  readonly entityId: string | null;
  readonly codes: readonly string[];
}

/** Codes that others could read: however many they are, they are looked up at once. */
export const revealCodes = async (
  writer: LogWriter,
  { now }: Pick<VerifyingOptions, 'now'>,
  { tenantId, actor, entityId, codes }: Revealing,
): Promise<void> => {
  const { sql, idKey } = writer;
  const keys = codes.map((code) => linkCodeKeyOf(idKey, tenantId, code));
  const appends = (await linkCodesByKeys(sql, tenantId, keys)).map((state) => {
    const saying = {
      entityId: entityId ?? state.askedBy,
      cluster: [],
      isPrivate: false,
      misses: 0,
      at: now(),
    };
    return codeAppend(state.codeId, sayLinkCode(saying, state).events);
  });
  await writer.append(appends, { actor });
};

/** Hears a code that is said in private. By another account it joins the two, unless something stands against it: then people decide. */
export const sayCode = async (
  writer: LogWriter,
  options: Pick<VerifyingOptions, 'knobs' | 'now'>,
  { tenantId, actor, entityId, code }: Saying,
): Promise<CodeSaid> => {
  const at = options.now();
  const { sql, idKey } = writer;
  const state = await linkCodeByKey(sql, tenantId, linkCodeKeyOf(idKey, tenantId, code));
  const cluster = await clusterOf(sql, entityId);
  const misses = await codeMisses(sql, entityId, new Date(at.getTime() - missesCountMs));
  const said = sayLinkCode({ entityId, cluster, isPrivate: true, misses, at }, state);
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
