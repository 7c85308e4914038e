import type { EventLog, LogWriter, RecordedEvent, Subscription } from '#event-log';
import { decideLink, evidenceKinds, nothingKnownOfPair, scoreLink, type LinkScore } from '#identity';
import {
  accountProfiles,
  askedLinkOf,
  clustersOf,
  findLink,
  linkCandidates,
  linksAround,
} from '#read-models';
import { roomToAsk, type Actor, type LinkEvidence } from '#domain';
import { proposeInto } from '../commands/links/propose.js';
import type { IngestPorts } from '../ingest-ports.js';

type Ports = Pick<IngestPorts, 'knobs' | 'now' | 'onError'> & { readonly log: EventLog };

const linking: Actor = { kind: 'system', id: 'linking', viewerId: null };

const evidenceOf = ({ evidence }: LinkScore): readonly LinkEvidence[] =>
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

/** Whatever speaks for enough to ask, the surest first. */
const scoredCandidates = async (
  writer: LogWriter,
  { knobs }: Ports,
  tenantId: string,
  entityIds: readonly string[],
): Promise<readonly Scored[]> => {
  const candidates = await linkCandidates(writer.sql, tenantId, entityIds);
  const among = [...new Set(candidates.flatMap(({ one, other }) => [one, other]))];
  const profiles = await accountProfiles(writer.sql, among);
  return candidates
    .flatMap(({ one, other, namesakes }): readonly Scored[] => {
      const [a, b] = [profiles.get(one), profiles.get(other)];
      if (!a || !b) return [];
      const score = scoreLink(a, b, { ...nothingKnownOfPair, namesakes });
      return decideLink(score, knobs) === 'nothing' ? [] : [{ one, other, score }];
    })
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
): Promise<void> => {
  for (const found of await scoredCandidates(writer, ports, tenantId, entityIds)) {
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
  'IdentityVerified',
  // A decision makes room for what found none.
  'LinkApproved',
  'LinkRejected',
  'LinkReverted',
] as const;

interface Changed {
  readonly entityIds: Set<string>;
  readonly linkIds: Set<string>;
}

/** By tenant, everybody of whom something new is known, and what was decided. */
const changedBy = (events: readonly RecordedEvent[]): ReadonlyMap<string, Changed> => {
  const changed = new Map<string, Changed>();
  for (const { tenantId, data } of events) {
    const { entityIds, linkIds } = changed.get(tenantId) ?? { entityIds: new Set(), linkIds: new Set() };
    if ('entityId' in data) entityIds.add(data.entityId);
    if ('linkId' in data) linkIds.add(data.linkId);
    changed.set(tenantId, { entityIds, linkIds });
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
    batchSize: 200,
    handle: async (events) => {
      for (const [tenantId, changed] of changedBy(events))
        await ports.log.write(tenantId, async (writer) =>
          proposeFor(writer, ports, tenantId, await concerned(writer, tenantId, changed)),
        );
    },
    onError: ports.onError,
  });
