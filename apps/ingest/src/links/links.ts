import {
  answered,
  failed,
  isOperator,
  viewerRefOf,
  type Answer,
  type Caller,
  type ChangedId,
  type EntityRef,
  type LinkClaim,
  type LinkView,
  type ProposeLink,
  type ViewerParams,
} from '#contracts';
import { mayAskMore, revertLink, type Actor, type FieldError, type LinkEvidence } from '#domain';
import type { LogWriter } from '#event-log';
import {
  askedLinkOf,
  clusterOf,
  entityIdOfRef,
  findEntity,
  findLink,
  linkStateOf,
  linksAround,
  acquaintedSince,
  readActor,
  type LinkRow,
} from '#read-models';
import type { CommandOptions } from '../command-options.js';
import { writtenBy } from '../written-by.js';
import { proposeInto } from './propose.js';

const invalid = (errors: readonly FieldError[]) => failed('invalid', 'the link cannot be proposed', errors);
const noSuchLink = failed('not-found', 'no such link');
const viewerRequired = failed('invalid', 'who asks is required', [
  { path: 'viewer', message: 'is required: only operators may leave it out' },
]);

const actorOf = (caller: Caller, viewerId: string | null): Actor => ({
  kind: isOperator(caller) && viewerId === null ? 'operator' : 'client',
  id: caller.keyId,
  viewerId,
});

/** What an operator knows. Their word weighs much, and links nobody: another one approves. */
const operatorsEvidence = (claims: readonly LinkClaim[]): readonly LinkEvidence[] =>
  (claims.length === 0 ? [{ kind: 'operator-says' }] : claims).map(
    ({ kind, weight = 0.8, detail }: LinkClaim) => ({
      kind,
      weight,
      detail: detail ?? null,
      isStrong: false,
    }),
  );

/** Whatever a client says is what one side says of itself, in whichever words. */
const clientsEvidence = (claims: readonly LinkClaim[]): readonly LinkEvidence[] => [
  {
    kind: 'declared-by-one',
    weight: 0.6,
    isStrong: false,
    detail:
      claims
        .map(({ kind, detail }) => (detail === undefined ? kind : `${kind}: ${detail}`))
        .join('; ')
        .slice(0, 1024) || null,
  },
];

const idIn = (ref: EntityRef): string | undefined => ref.entity_id ?? ref.user_id;

/** Entities named by an id that is nobody's; accounts need not be known. */
const unknownIds = async (
  { sql }: LogWriter,
  { tenantId }: Caller,
  { from, to }: ProposeLink,
): Promise<readonly FieldError[]> => {
  const errors: FieldError[] = [];
  for (const [path, ref] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (idIn(ref) !== undefined && (await findEntity(sql, tenantId, ref)) === null)
      errors.push({ path, message: 'is not known' });
  return errors;
};

/**
 * Of whom a client asks: one side is its viewer, the other an account by its name, or somebody whom the viewer met.
 * INVARIANT: of somebody else it is told neither that they are nor that they are not.
 */
const clientErrors = async (
  { sql }: LogWriter,
  options: CommandOptions,
  own: readonly string[],
  sides: readonly { readonly path: string; readonly ref: EntityRef; readonly id: string }[],
): Promise<readonly FieldError[]> => {
  const others = sides.filter(({ id }) => !own.includes(id));
  const met = await acquaintedSince(
    sql,
    own,
    others.map(({ id }) => id),
    options.now(),
  );
  return others.flatMap(({ path, ref, id }) =>
    idIn(ref) === undefined || met.has(id) ? [] : [{ path, message: 'is not known' }],
  );
};

const tooMany = failed(
  'conflict',
  'this viewer asked for as many links as may wait: take one back, or ask an operator',
);

/** The same once more takes no room. */
const mayAsk = async (
  { sql }: LogWriter,
  tenantId: string,
  own: readonly string[],
  pair: readonly string[],
): Promise<boolean> => {
  const links = await linksAround(sql, tenantId, own);
  const isSame = (row: LinkRow): boolean => pair.includes(row.from_entity) && pair.includes(row.to_entity);
  return links.some(isSame) || mayAskMore(own, links.map(askedLinkOf));
};

const shown = (row: LinkRow, isClient: boolean): LinkView => ({
  id: row.link_id,
  from: row.from_entity,
  to: row.to_entity,
  // What was decided of a pair before is not told to whoever asks of it.
  status: isClient && row.status !== 'active' ? 'pending' : row.status,
});

/** Asks that two accounts be one person's. The same once more is the link there is. */
export const proposeByCall = async (
  options: CommandOptions,
  caller: Caller,
  asked: ProposeLink,
): Promise<Answer<LinkView>> => {
  const { tenantId } = caller;
  const viewerId = asked.viewer ? entityIdOfRef(tenantId, asked.viewer) : null;
  if (viewerId === null && !isOperator(caller)) return viewerRequired;
  const sides = (['from', 'to'] as const).map((path) => ({
    path,
    ref: asked[path],
    id: entityIdOfRef(tenantId, asked[path]),
  }));
  const [fromId = '', toId = ''] = sides.map(({ id }) => id);
  return options.log.write(tenantId, async (writer) => {
    const own = viewerId === null ? null : await clusterOf(writer.sql, viewerId);
    if (own && !sides.some(({ id }) => own.includes(id)))
      return failed('forbidden', 'a client proposes links of its viewer only');
    const errors = own
      ? await clientErrors(writer, options, own, sides)
      : await unknownIds(writer, caller, asked);
    if (errors.length > 0) return invalid(errors);
    if (own && !(await mayAsk(writer, tenantId, own, [fromId, toId]))) return tooMany;
    const claims = asked.evidence ?? [];
    const evidence = own ? clientsEvidence(claims) : operatorsEvidence(claims);
    const proposed = await proposeInto(writer, options, {
      tenantId,
      fromId,
      toId,
      evidence,
      confidence: Math.max(...evidence.map(({ weight }) => weight)),
      by: actorOf(caller, viewerId),
      named: sides.flatMap(({ ref: { platform } }, side) =>
        platform === undefined ? [] : [{ side: side === 0 ? 0 : 1, platform }],
      ),
    });
    if (proposed.kind === 'refused') return invalid(proposed.errors);
    if (proposed.kind === 'decided-before' && own === null)
      return failed(
        'conflict',
        `link ${proposed.linkId} was decided about; undo that, or propose it on stronger evidence`,
      );
    const row = await findLink(writer.sql, tenantId, proposed.linkId);
    return row ? answered(shown(row, own !== null)) : failed('unavailable', 'the link was not stored');
  });
};

/** Theirs: an account of theirs is linked, or they asked for it. */
const isTheirs = (row: LinkRow, own: readonly string[], viewerId: string): boolean =>
  (own.includes(row.from_entity) || own.includes(row.to_entity)) &&
  (row.status === 'active' || readActor(row.proposed_by).viewerId === viewerId);

/** Takes a link back: what it let be read is as it was. One that was taken back is left as it is. */
export const revertByCall = async (
  options: CommandOptions,
  caller: Caller,
  linkId: string,
  viewer: ViewerParams,
): Promise<Answer<ChangedId>> => {
  const ref = viewerRefOf(viewer);
  if (ref === null && !isOperator(caller)) return viewerRequired;
  const viewerId = ref && entityIdOfRef(caller.tenantId, ref);
  return options.log.write(caller.tenantId, async (writer) => {
    const row = await findLink(writer.sql, caller.tenantId, linkId);
    const own = viewerId === null ? null : await clusterOf(writer.sql, viewerId);
    if (row === null || (own !== null && viewerId !== null && !isTheirs(row, own, viewerId)))
      return noSuchLink;
    const by = actorOf(caller, viewerId);
    const decision = revertLink({ linkId, by, note: null, at: options.now() }, linkStateOf(row));
    const events = decision.kind === 'decided' ? decision.events : [];
    await writer.append([{ stream: `link-${linkId}`, events }], { actor: writtenBy(by) });
    return answered({ id: linkId });
  });
};
