import type { EventLog, LogWriter, RecordedEvent, Subscription } from '#event-log';
import { decideLink, evidenceKinds, nothingKnownOfPair, scoreLink, type LinkScore } from '#identity';
import { accountProfiles, clustersOf, linkCandidates } from '#read-models';
import type { Actor, LinkEvidence } from '#domain';
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

/** Asks about everybody whom one of these accounts may be on another platform, as far as anything speaks for it. */
const proposeFor = async (
  writer: LogWriter,
  ports: Ports,
  tenantId: string,
  entityIds: readonly string[],
): Promise<void> => {
  const candidates = await linkCandidates(writer.sql, tenantId, entityIds);
  const among = [...new Set(candidates.flatMap(({ one, other }) => [one, other]))];
  const profiles = await accountProfiles(writer.sql, among);
  for (const { one, other, namesakes } of candidates) {
    const [a, b] = [profiles.get(one), profiles.get(other)];
    if (!a || !b) continue;
    const score = scoreLink(a, b, { ...nothingKnownOfPair, namesakes });
    if (decideLink(score, ports.knobs) === 'nothing') continue;
    const [joined = []] = await clustersOf(writer.sql, [one]);
    if (joined.includes(other)) continue;
    await proposeInto(writer, ports, {
      tenantId,
      fromId: one,
      toId: other,
      confidence: score.confidence,
      evidence: evidenceOf(score),
      by: linking,
    });
  }
};

const told = ['AccountRegistered', 'ProfileObserved', 'IdentityVerified'] as const;

/** By tenant, everybody of whom something new is known. */
const changedBy = (events: readonly RecordedEvent[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const changed = new Map<string, Set<string>>();
  for (const { tenantId, data } of events)
    if ('entityId' in data)
      changed.set(tenantId, (changed.get(tenantId) ?? new Set<string>()).add(data.entityId));
  return changed;
};

/** As people become known, whoever may be the same person elsewhere is asked about. Asking twice is asking once. */
export const startProposing = (ports: Ports): Promise<Subscription> =>
  ports.log.subscribe({
    name: 'propose-links',
    types: told,
    batchSize: 200,
    handle: async (events) => {
      for (const [tenantId, entityIds] of changedBy(events))
        await ports.log.write(tenantId, (writer) => proposeFor(writer, ports, tenantId, [...entityIds]));
    },
    onError: ports.onError,
  });
