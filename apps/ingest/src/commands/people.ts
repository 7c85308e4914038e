import {
  answered,
  failed,
  isOperator,
  viewerRefOf,
  type AddAlias,
  type AliasView,
  type Answer,
  type Caller,
  type ChangedId,
  type PatchEntity,
  type ViewerParams,
} from '#contracts';
import {
  addAlias,
  derivedId,
  renamePerson,
  revokeAlias,
  type NamedBy,
  type NamingDecision,
  type NamingState,
} from '#domain';
import type { LogWriter } from '#event-log';
import { clusterOf, findEntity, acquaintedSince, namingOf } from '#read-models';
import type { CommandOptions } from '../command-options.js';

const noSuchPerson = failed('not-found', 'no such entity');
const noSuchAlias = failed('not-found', 'no such alias');
const notTheirs = failed('forbidden', 'only they themselves or an operator may say how somebody is called');

/** INVARIANT: whom the viewer may not know is told of like nobody. */
const namedBy = async (
  { sql }: LogWriter,
  { now }: Pick<CommandOptions, 'now'>,
  caller: Caller,
  entityId: string,
  viewer: ViewerParams,
): Promise<NamedBy | null> => {
  const known = await findEntity(sql, caller.tenantId, { entity_id: entityId });
  const ref = viewerRefOf(viewer);
  if (ref === null) return isOperator(caller) && known !== null ? 'operator' : null;
  const viewerId = await findEntity(sql, caller.tenantId, ref);
  if (known === null || viewerId === null) return null;
  const own = await clusterOf(sql, viewerId);
  if (own.includes(entityId)) return 'self';
  return (await acquaintedSince(sql, own, [entityId], now())).has(entityId) ? 'other' : null;
};

interface Asked {
  readonly caller: Caller;
  readonly entityId: string;
  readonly viewer: ViewerParams;
}

const carryOut = async <T>(
  options: Pick<CommandOptions, 'log' | 'now'>,
  { caller, entityId, viewer }: Asked,
  value: T,
  decision: (by: NamedBy, state: NamingState) => NamingDecision,
): Promise<Answer<T>> =>
  options.log.write(caller.tenantId, async (writer) => {
    const by = await namedBy(writer, options, caller, entityId, viewer);
    if (by === null) return noSuchPerson;
    const decided = decision(by, await namingOf(writer.sql, entityId));
    if (decided.kind === 'not-theirs') return notTheirs;
    if (decided.kind === 'no-such-alias') return noSuchAlias;
    await writer.append([{ stream: `entity-${entityId}`, events: decided.events }], {
      actor: `key:${caller.keyId}`,
    });
    return answered(value);
  });

export const renameByCall = (
  options: Pick<CommandOptions, 'log' | 'now'>,
  asked: Asked & { readonly patch: PatchEntity },
): Promise<Answer<ChangedId>> => {
  const { entityId, patch } = asked;
  return carryOut(options, asked, { id: entityId }, (by, state) =>
    renamePerson({ entityId, name: patch.name, by, at: options.now() }, state),
  );
};

export const addAliasByCall = (
  options: Pick<CommandOptions, 'log' | 'now'>,
  asked: Asked & { readonly alias: AddAlias },
): Promise<Answer<AliasView>> => {
  const { entityId, alias, caller } = asked;
  const { name, platform } = alias;
  const of = platform === null ? [] : [platform];
  const aliasId = derivedId('alias', caller.tenantId, entityId, 'given', ...of, name.toLowerCase());
  return carryOut(options, asked, { id: aliasId, entity_id: entityId, platform, name }, (by, state) =>
    addAlias({ entityId, aliasId, platform, name, by, at: options.now() }, state),
  );
};

export const revokeAliasByCall = (
  options: Pick<CommandOptions, 'log' | 'now'>,
  asked: Asked & { readonly aliasId: string },
): Promise<Answer<ChangedId>> => {
  const { entityId, aliasId } = asked;
  return carryOut(options, asked, { id: aliasId }, (by, state) =>
    revokeAlias({ entityId, aliasId, by, at: options.now() }, state),
  );
};
