import { z } from 'zod';
import type { Database } from '#database';
import { answered, type Answer } from '#contracts';
import type { MemoryIndex } from '#memory-index';
import type { Delivery, Outcome } from '#messaging';
import type { DocumentVectors } from './document-vectors.js';
import { entriesFor } from './entries.js';

const changesSchema = z
  .array(
    z.object({
      what: z.enum(['memory', 'message', 'entity', 'source', 'roster']),
      id: z.uuid(),
      position: z.string().regex(/^\d+$/u),
    }),
  )
  .min(1);
type Changed = z.output<typeof changesSchema>[number];

export interface IndexerOptions {
  readonly database: Database;
  readonly index: MemoryIndex;
  readonly vectors: DocumentVectors;
  readonly onIndexed: (entries: number) => void;
}

const decode = (delivery: Delivery): readonly Changed[] | null => {
  try {
    const parsed = changesSchema.safeParse(JSON.parse(Buffer.from(delivery.body).toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};

/** What is found by these people's names: what they said, and what was said of them. */
const naming = async (database: Database, entityIds: readonly string[]): Promise<readonly string[]> => {
  const rows = await database.query<{ id: string }>(
    `select memory_id as id from memories where speaker_entity_id = any($1::uuid[]) or subject_entity_ids && $1::uuid[]
     union all
     select record_id from messages where author_id = any($1::uuid[]) and read_position > 0
       and source_id in (select source_id from source_participants where entity_id = any($1::uuid[]))`,
    [entityIds],
  );
  return rows.map((row) => row.id);
};

/** Whatever was said in this source, or in one below it. */
const saidIn = async (database: Database, sourceId: string): Promise<readonly string[]> => {
  const rows = await database.query<{ id: string }>(
    `with recursive below(source_id, depth) as (
       select $1::uuid, 0
       union select s.source_id, depth + 1 from below join sources s on s.parent_source_id = below.source_id where depth < 8)
     select memory_id as id from memories where source_id in (select source_id from below)
     union all
     select record_id from messages where read_position > 0 and source_id in (select source_id from below)`,
    [sourceId],
  );
  return rows.map((row) => row.id);
};

/**
 * What was said in dms, and their threads, since somebody is said to have been there or not: with two people in it a dm
 * is a group. Elsewhere who is where changes no row.
 */
const saidInDms = async (
  database: Database,
  rosterOf: readonly string[],
  messageIds: readonly string[],
): Promise<readonly string[]> => {
  const rows = await database.query<{ id: string }>(
    `with met(source_id, at) as (
       select id, '-infinity'::timestamptz from unnest($1::uuid[]) as id
       union all select source_id, min(sent_at) from messages where record_id = any($2::uuid[]) group by source_id),
     dms(source_id, at) as (
       select below.source_id, min(met.at) from met join sources s using (source_id)
       join sources root on root.source_id = s.root_id and root.source_type = 'dm'
       join sources below on below.root_id = root.source_id group by below.source_id)
     select memory_id as id from memories join dms using (source_id) where observed_at >= at
     union all
     select record_id from messages join dms using (source_id) where read_position > 0 and sent_at >= at`,
    [rosterOf, messageIds],
  );
  return rows.map((row) => row.id);
};

interface Affected {
  readonly ids: ReadonlySet<string>;
  readonly named: readonly Changed[];
}

const affectedBy = async (database: Database, changes: readonly Changed[]): Promise<Affected> => {
  const named = changes.filter((change) => change.what === 'memory' || change.what === 'message');
  const ids = new Set(named.map((change) => change.id));
  for (const change of changes)
    if (change.what === 'source') for (const id of await saidIn(database, change.id)) ids.add(id);
  const idsOf = (what: Changed['what']) =>
    changes.filter((change) => change.what === what).map((change) => change.id);
  const [renamed, rosters, messages] = [idsOf('entity'), idsOf('roster'), idsOf('message')];
  if (renamed.length > 0) for (const id of await naming(database, renamed)) ids.add(id);
  if (rosters.length + messages.length > 0)
    for (const id of await saidInDms(database, rosters, messages)) ids.add(id);
  return { ids, named };
};

const chunkSize = 400;

/** Indexes these changes of one tenant: what has a row and words is upserted, what has none is removed. */
const indexChanges = async (
  { database, index, vectors, onIndexed }: IndexerOptions,
  tenantId: string,
  changes: readonly Changed[],
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
    if (entries.some(({ kind, embedding }) => kind === 'fact' && embedding === null)) vectors.owe();
    for (const entry of entries) indexed.add(entry.id);
    onIndexed(entries.length);
  }
  for (const change of named)
    if (!indexed.has(change.id)) await index.remove([change.id], BigInt(change.position));
};

const firstSchema = z.object({ tenantId: z.string(), changes: changesSchema });

/** Handler of a request to index changes that somebody waits for, before those that the bus holds. */
export const indexFirst =
  (options: IndexerOptions) =>
  async (asked: unknown): Promise<Answer<null>> => {
    const { tenantId, changes } = firstSchema.parse(asked);
    await indexChanges(options, tenantId, changes);
    return answered(null);
  };

/** One by one, so that what cannot be indexed keeps nothing else out; then says that something could not. */
const indexEach = async (
  options: IndexerOptions,
  tenantId: string,
  changes: readonly Changed[],
): Promise<void> => {
  const failures: unknown[] = [];
  for (const change of changes)
    await indexChanges(options, tenantId, [change]).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};

/** Handler of bus `facts`: reads the rows fresh, embeds, and upserts; what is gone or has no words is removed. */
export const indexDeliveries =
  (options: IndexerOptions) =>
  async (deliveries: readonly Delivery[]): Promise<readonly Outcome[]> => {
    const decoded = deliveries.map(decode);
    const byTenant = new Map<string, { changes: readonly Changed[]; isRetry: boolean }>();
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
      await (isRetry ? indexEach : indexChanges)(options, tenantId, changes);
    return decoded.map((changes) =>
      changes ? { kind: 'done' } : { kind: 'park', cause: 'is not a notice of change' },
    );
  };
