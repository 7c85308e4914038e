import type { EventLog, LogWriter, RecordedEvent, RecordedEventOf, Subscription } from '#event-log';
import {
  declaredByOne,
  declaredIn,
  decideLink,
  evidenceKinds,
  nothingKnownOfPair,
  saidByOneOf,
  scoreLink,
  type AccountProfile,
  type LinkScore,
} from '#identity';
import {
  accountProfiles,
  askedLinkOf,
  clustersOf,
  companyOf,
  declaredAlike,
  findLink,
  linkCandidates,
  linksAround,
  type Declared,
  type LinkCandidate,
  type LinkRow,
} from '#read-models';
import { roomToAsk, type Actor, type LinkEvidence } from '#domain';
import { proposeInto } from '../links/propose.js';
import type { IngestPorts } from '../ingest-ports.js';

type Ports = Pick<IngestPorts, 'knobs' | 'now' | 'onError'> & { readonly log: EventLog };

export const linking: Actor = { kind: 'system', id: 'linking', viewerId: null };

export const evidenceOf = ({ evidence }: LinkScore): readonly LinkEvidence[] =>
  evidence.map(({ kind, weight, detail }) => ({
    kind,
    weight,
    isStrong: evidenceKinds[kind].strong,
    detail: detail.slice(0, 1024),
  }));

interface Scored {
  readonly one: string;
  readonly other: string;
  readonly score: LinkScore;
}

/** Whether the other one said before that they are the author: it lies in what was asked then. */
const saidOf = (row: LinkRow | undefined, author: AccountProfile, other: AccountProfile): boolean =>
  row?.evidence.some(
    ({ kind, detail }) => kind === declaredByOne && detail === saidByOneOf(other.platform),
  ) === true && author.platform !== other.platform;

/** Of whom somebody said that they are them, where there is such an account. Their word alone is for a person to judge. */
const scoredDeclarations = async (
  writer: LogWriter,
  { knobs }: Ports,
  tenantId: string,
  declared: readonly Declared[],
): Promise<readonly Scored[]> => {
  if (declared.length === 0) return [];
  const found = await declaredAlike(writer.sql, tenantId, declared);
  const profiles = await accountProfiles(
    writer.sql,
    found.flatMap(({ entityId, other }) => [entityId, other]),
  );
  const scores: Scored[] = [];
  for (const { entityId: one, other, platform, handle } of found) {
    const [author, borne] = [profiles.get(one), profiles.get(other)];
    if (!author || !borne || author.platform === borne.platform) continue;
    const before = (await linksAround(writer.sql, tenantId, [one])).find(({ from_entity, to_entity }) =>
      [from_entity, to_entity].includes(other),
    );
    const named = saidOf(before, author, borne) ? author.handle : null;
    const score = scoreLink(
      { ...author, declared: [{ platform, handle }] },
      named === null ? borne : { ...borne, declared: [{ platform: author.platform, handle: named }] },
      nothingKnownOfPair,
    );
    if (decideLink(score, knobs) !== 'nothing') scores.push({ one, other, score });
  }
  return scores;
};

/** Pairs of one look whose company is looked up. */
const mostNear = 50;

/** What names have to say where company and habits say all that they can. */
const leastByName = (threshold: number): number => {
  const doubt = ['shared-contacts', 'same-hours'] as const;
  return 1 - doubt.reduce((left, kind) => left / (1 - evidenceKinds[kind].weight), 1 - threshold);
};

/** Whatever speaks for enough to ask, the surest first. */
export const scoredCandidates = async (
  writer: LogWriter,
  { knobs }: Pick<Ports, 'knobs'>,
  tenantId: string,
  entityIds: readonly string[],
): Promise<readonly Scored[]> => {
  const candidates = await linkCandidates(writer.sql, tenantId, entityIds);
  const among = [...new Set(candidates.flatMap(({ one, other }) => [one, other]))];
  const profiles = await accountProfiles(writer.sql, among);
  const scoredBy = (known: ReadonlyMap<string, AccountProfile>, some: readonly LinkCandidate[]) =>
    some.flatMap(({ one, other, namesakes }) => {
      const [a, b] = [known.get(one), known.get(other)];
      if (!a || !b) return [];
      return [{ one, other, namesakes, score: scoreLink(a, b, { ...nothingKnownOfPair, namesakes }) }];
    });
  const byName = scoredBy(profiles, candidates);
  // Where, with whom and when they talk is looked up of those alone for whom it may matter.
  const least = leastByName(knobs['identity.require_review_threshold']);
  const near = byName
    .filter(({ score }) => score.confidence >= least)
    .sort((a, b) => b.score.confidence - a.score.confidence)
    .slice(0, mostNear);
  const company = await companyOf(
    writer.sql,
    near.flatMap(({ one, other }) => [one, other]),
  );
  const known = new Map(
    [...company].flatMap(([id, own]) => {
      const profile = profiles.get(id);
      return profile ? [[id, { ...profile, ...own }] as const] : [];
    }),
  );
  return [...scoredBy(known, near), ...byName.filter((pair) => !near.includes(pair))]
    .filter(({ score }) => decideLink(score, knobs) !== 'nothing')
    .sort((a, b) => b.score.confidence - a.score.confidence);
};

/** Of which two accounts it is asked; null: of none. Proof is of the two that it was found of, and waits for no room. */
const pairToAsk = async (
  { sql }: LogWriter,
  tenantId: string,
  { one, other, score }: Scored,
): Promise<{ readonly fromId: string; readonly toId: string } | null> => {
  const [from = [], to = []] = await clustersOf(sql, [one, other]);
  if (from.includes(other)) return null;
  const itself = { fromId: one, toId: other };
  if (score.strong) return itself;
  const room = roomToAsk(from, to, (await linksAround(sql, tenantId, [...from, ...to])).map(askedLinkOf));
  switch (room.kind) {
    case 'free':
      return itself;
    case 'full':
      return null;
    case 'asked':
      return { fromId: room.link.fromId, toId: room.link.toId };
  }
};

/** Asks about everybody whom one of these accounts may be on another platform, as far as anything speaks for it. */
const proposeFor = async (
  writer: LogWriter,
  ports: Ports,
  tenantId: string,
  entityIds: readonly string[],
  declared: readonly Declared[],
): Promise<void> => {
  const alike = await scoredCandidates(writer, ports, tenantId, entityIds);
  for (const found of [...(await scoredDeclarations(writer, ports, tenantId, declared)), ...alike]) {
    const pair = await pairToAsk(writer, tenantId, found);
    if (pair === null) continue;
    await proposeInto(writer, ports, {
      ...pair,
      tenantId,
      confidence: found.score.confidence,
      evidence: evidenceOf(found.score),
      by: linking,
    });
  }
};

const told = [
  'AccountRegistered',
  'ProfileObserved',
  'ParticipantJoined',
  'IdentityVerified',
  // A decision makes room for what found none.
  'LinkApproved',
  'LinkRejected',
  'LinkReverted',
  'MessageRecorded',
] as const;

interface Changed {
  readonly entityIds: Set<string>;
  readonly linkIds: Set<string>;
  readonly declared: Declared[];
}

/** People alone have accounts to speak of. */
const declaredBy = ({ authorId, authorType, text }: RecordedEventOf<'MessageRecorded'>['data']) =>
  text === null || authorType === 'agent' || authorType === 'system'
    ? []
    : declaredIn(text).map((said) => ({ ...said, entityId: authorId }));

/** By tenant, everybody of whom something new is known, and what was decided. */
const changedBy = (events: readonly RecordedEvent[]): ReadonlyMap<string, Changed> => {
  const changed = new Map<string, Changed>();
  for (const event of events) {
    const { tenantId, data } = event;
    const declared = event.type === 'MessageRecorded' ? declaredBy(event.data) : [];
    if (event.type === 'MessageRecorded' && declared.length === 0) continue;
    const known = changed.get(tenantId) ?? { entityIds: new Set(), linkIds: new Set(), declared: [] };
    if ('entityId' in data) known.entityIds.add(data.entityId);
    if ('linkId' in data) known.linkIds.add(data.linkId);
    known.declared.push(...declared);
    changed.set(tenantId, known);
  }
  return changed;
};

/** Everybody of whom something new is known, or may be asked again. */
const concerned = async (
  writer: LogWriter,
  tenantId: string,
  { entityIds, linkIds }: Changed,
): Promise<readonly string[]> => {
  const all = new Set(entityIds);
  for (const linkId of linkIds) {
    const row = await findLink(writer.sql, tenantId, linkId);
    const ends = row === null ? [] : await clustersOf(writer.sql, [row.from_entity, row.to_entity]);
    for (const entityId of ends.flat()) all.add(entityId);
  }
  return [...all];
};

/** As people become known, whoever may be the same person elsewhere is asked about. Asking twice is asking once. */
export const startProposing = (ports: Ports): Promise<Subscription> =>
  ports.log.subscribe({
    name: 'propose-links',
    types: told,
    batchSize: 500,
    handle: async (events) => {
      for (const [tenantId, changed] of changedBy(events))
        await ports.log.write(tenantId, async (writer) =>
          proposeFor(writer, ports, tenantId, await concerned(writer, tenantId, changed), changed.declared),
        );
    },
    onError: ports.onError,
  });
