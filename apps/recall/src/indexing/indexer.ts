import type { Database } from '#database';
import { answered, changeNotices, indexNow, type Answer, type ChangeNotice } from '#contracts';
import type { MemoryIndex } from '#memory-index';
import type { Delivery, Outcome } from '#messaging';
import { idsNaming, idsSaidIn, idsSaidInDms } from '#read-models';
import { tracedForEach, traceparentIn } from '#observability';
import type { DocumentVectors } from './document-vectors.js';
import { entriesFor } from './entries.js';

export interface IndexerOptions {
  readonly database: Database;
  readonly index: MemoryIndex;
  readonly vectors: DocumentVectors;
  readonly onIndexed: (entries: number) => void;
}

const decode = (delivery: Delivery): readonly ChangeNotice[] | null => {
  try {
    const parsed = changeNotices.safeParse(JSON.parse(Buffer.from(delivery.body).toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};

interface Affected {
  readonly ids: ReadonlySet<string>;
  readonly named: readonly ChangeNotice[];
}

const affectedBy = async (database: Database, changes: readonly ChangeNotice[]): Promise<Affected> => {
  const named = changes.filter((change) => change.what === 'memory' || change.what === 'message');
  const ids = new Set(named.map((change) => change.id));
  for (const change of changes)
    if (change.what === 'source') for (const id of await idsSaidIn(database, change.id)) ids.add(id);
  const idsOf = (what: ChangeNotice['what']) =>
    changes.filter((change) => change.what === what).map((change) => change.id);
  const [renamed, rosters, messages] = [idsOf('entity'), idsOf('roster'), idsOf('message')];
  if (renamed.length > 0) for (const id of await idsNaming(database, renamed)) ids.add(id);
  if (rosters.length + messages.length > 0)
    for (const id of await idsSaidInDms(database, rosters, messages)) ids.add(id);
  return { ids, named };
};

const chunkSize = 400;

/** Indexes these changes of one tenant: what has a row and words is upserted, what has none is removed. */
const indexChanges = async (
  { database, index, vectors, onIndexed }: IndexerOptions,
  tenantId: string,
  changes: readonly ChangeNotice[],
): Promise<void> => {
  const { ids, named } = await affectedBy(database, changes);
  const indexed = new Set<string>();
  const all = [...ids];
  for (let from = 0; from < all.length; from += chunkSize) {
    const entries = await vectors.inTurn(async () => {
      const fresh = await entriesFor(database, vectors, tenantId, all.slice(from, from + chunkSize));
      await index.upsert(fresh);
      return fresh;
    });
    vectors.followFacts(
      tenantId,
      entries
        .filter(
          ({ kind, status, embedding }) => kind === 'fact' && status !== 'archived' && embedding === null,
        )
        .map(({ id }) => id),
    );
    vectors.follow(
      tenantId,
      entries.filter(({ kind }) => kind === 'message'),
    );
    for (const entry of entries) indexed.add(entry.id);
    onIndexed(entries.length);
  }
  for (const change of named)
    if (!indexed.has(change.id)) await index.remove([change.id], BigInt(change.position));
};

/** Handler of a request to index changes that somebody waits for, before those that the bus holds. */
export const indexAtOnce =
  (options: IndexerOptions) =>
  async (asked: unknown): Promise<Answer<null>> => {
    const { tenantId, changes } = indexNow.parse(asked);
    await indexChanges(options, tenantId, changes);
    return answered(null);
  };

/** One by one, so that what cannot be indexed keeps nothing else out; then says that something could not. */
const indexEach = async (
  options: IndexerOptions,
  tenantId: string,
  changes: readonly ChangeNotice[],
): Promise<void> => {
  const failures: unknown[] = [];
  for (const change of changes)
    await indexChanges(options, tenantId, [change]).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};

const spansOf = (changes: readonly ChangeNotice[]) =>
  changes.flatMap(({ id, traceparent }) => {
    const from = traceparentIn({ traceparent: traceparent ?? '' });
    const attributes = { 'kith.record_id': id };
    return from === null ? [] : [{ name: 'recall-indexer', kind: 'consumer' as const, from, attributes }];
  });

/** Handler of bus `facts`: reads the rows fresh, embeds, and upserts; what is gone or has no words is removed. */
export const indexDeliveries =
  (options: IndexerOptions) =>
  async (deliveries: readonly Delivery[]): Promise<readonly Outcome[]> => {
    const decoded = deliveries.map(decode);
    const byTenant = new Map<string, { changes: readonly ChangeNotice[]; isRetry: boolean }>();
    decoded.forEach((changes, at) => {
      const delivery = deliveries[at];
      if (!changes || !delivery) return;
      const known = byTenant.get(delivery.tenantId);
      byTenant.set(delivery.tenantId, {
        changes: [...(known?.changes ?? []), ...changes],
        isRetry: (known?.isRetry ?? false) || delivery.attempt > 1,
      });
    });
    for (const [tenantId, { changes, isRetry }] of byTenant)
      await tracedForEach(spansOf(changes), () =>
        (isRetry ? indexEach : indexChanges)(options, tenantId, changes),
      );
    return decoded.map((changes) =>
      changes ? { kind: 'done' } : { kind: 'park', cause: 'is not a notice of change' },
    );
  };
