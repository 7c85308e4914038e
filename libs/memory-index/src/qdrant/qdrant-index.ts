import { QdrantClient } from '@qdrant/js-client-rest';
import type { Database } from '#database';
import type { Plan } from '#policy';
import { givenRows } from '../index-rows.js';
import {
  type HeldRow,
  type IndexEntry,
  type IndexKey,
  type LaneHits,
  type LaneQuery,
  MemoryIndex,
  type MissingVectors,
  type Models,
  type TextVector,
} from '../memory-index.js';
import { PgVectorMemoryIndex } from '../pgvector-index.js';
import { Asking, everyOne } from './asking.js';
import { Collections, isMissing, type Quantization } from './collections.js';
import {
  fieldsAskedBy,
  type Filter,
  type KnownField,
  type KnownValues,
  living,
  planFilter,
} from './condition-filter.js';
import { searchLane } from './lanes.js';
import { pointIdOf, vectorNames } from './points.js';
import type { Limits } from './populations.js';
import { heldRows } from './held.js';
import { copyRows, removeAll, removeRows, writeRows, writeVectors } from './writing.js';

export interface QdrantIndexOptions {
  readonly url: string;
  readonly apiKey: string | null;
  readonly prefix: string;
  readonly quantization: Quantization;
  readonly limits?: Partial<Limits>;
}

/** Up to these sizes an answer is as exact as from the other engines (ADR 0029). */
const exactUpTo: Limits = { scanned: 20_000, weighed: 2_000, talked: 10_000 };

/** A search that takes longer is away for who asks; a change may wait until the server sees it. */
const patienceMs = { reading: 10_000, writing: 60_000 } as const;

const clientOf = ({ url, apiKey }: QdrantIndexOptions, timeout: number): QdrantClient =>
  new QdrantClient({
    url,
    ...(apiKey === null ? {} : { apiKey }),
    timeout,
    checkCompatibility: false,
    // Without a port in it the client would take its own.
    port: new URL(url).port === '' ? null : Number(new URL(url).port),
    // A longer answer that comes compressed comes 40 ms later.
    headers: { 'accept-encoding': 'identity' },
  });

/**
 * The index in Qdrant: conditions as payload filters, meaning by dense vectors, words by sparse ones without idf. Which
 * models' vectors answer stands in Postgres, beside what the rows are made from.
 */
export class QdrantMemoryIndex extends MemoryIndex {
  private readonly client: QdrantClient;
  private readonly writer: QdrantClient;
  private readonly collections: Collections;
  private readonly limits: Limits;

  constructor(
    private readonly database: Database,
    options: QdrantIndexOptions,
  ) {
    super();
    this.client = clientOf(options, patienceMs.reading);
    this.writer = clientOf(options, patienceMs.writing);
    this.collections = new Collections({ ...options, client: this.client });
    this.limits = { ...exactUpTo, ...options.limits };
  }

  /** What the database kept of an index, before it moved here, goes: nobody looks after it any more. */
  async warm(): Promise<void> {
    await this.collections.home();
    const [left] = await this.database.query('select 1 from memory_index limit 1');
    if (left !== undefined) await new PgVectorMemoryIndex(this.database).clear();
  }

  async upsert(entries: readonly IndexEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const given = givenRows(entries);
    const written = await this.collections.written();
    const widths = new Map(
      given.flatMap(({ embedding }) =>
        embedding ? [[embedding.model, embedding.vector.length] as const] : [],
      ),
    );
    const made: string[] = [];
    for (const [model, width] of widths) {
      const collection = await this.collectionOf(model, width);
      if (collection !== null) made.push(collection);
    }
    const targets = made.every((collection) => written.includes(collection))
      ? written
      : await this.collections.written();
    for (const collection of targets)
      await writeRows(this.writer, collection, given, {
        hasMeaning: this.collections.hasMeaning(collection),
        isOfModel: (model) => this.collections.isOf(collection, model),
      });
  }

  async remove(ids: readonly string[], position: bigint): Promise<void> {
    if (ids.length === 0) return;
    for (const collection of await this.collections.written())
      await removeRows(this.writer, collection, [...new Set(ids)], position);
  }

  async search(lanes: readonly LaneQuery[]): Promise<readonly LaneHits[]> {
    if (lanes.length === 0) return [];
    return this.reading(async (home) => {
      const answering = await this.answeringFor(lanes);
      const asking = await this.asking(answering ?? home);
      return Promise.all(
        lanes.map(async (lane): Promise<LaneHits> => {
          const filter = await this.filterOf(asking, lane.where);
          if (filter === null) return { name: lane.name, hits: [], exhausted: true };
          return searchLane(asking, filter, lane, answering !== null, this.limits);
        }),
      );
    });
  }

  async subjects(where: Plan): Promise<readonly string[]> {
    return this.reading(async (home) => {
      const asking = await this.asking(home);
      const filter = await this.filterOf(asking, where);
      if (filter === null) return [];
      return (await asking.values(filter, 'subject_entity_ids')).map(({ value }) => value);
    });
  }

  async positions(ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    if (ids.length === 0) return new Map();
    const points = await this.reading((home) =>
      this.client.retrieve(home, {
        ids: [...new Set(ids.map(pointIdOf))],
        with_payload: ['memory_id', 'position', 'removed'],
        with_vector: false,
      }),
    );
    return new Map(
      points
        .filter(({ payload }) => payload?.['removed'] === false)
        .map(({ payload }) => [String(payload?.['memory_id']), BigInt(Number(payload?.['position']))]),
    );
  }

  async entriesBehind(
    tenantId: string,
    after: string,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly position: bigint }[]> {
    const filter = { must: [living, { key: 'tenant_id', match: { value: tenantId } }] };
    const rows = await this.reading((home) => this.rowsBehind(home, filter, after, limit));
    return rows.map(({ id, payload }) => ({ id, position: BigInt(Number(payload['position'])) }));
  }

  async withoutVectors(
    model: string,
    kind: 'fact' | 'message',
    after: string,
    limit: number,
  ): Promise<MissingVectors> {
    const filter: Filter = {
      must: [living, { key: 'kind', match: { value: kind } }],
      must_not: [
        { key: 'text_key', match: { value: '' } },
        { key: 'status', match: { value: 'archived' } },
      ],
    };
    return this.reading(async (home) => {
      const rows = await this.rowsBehind(this.collections.whole(model) ?? home, filter, after, limit);
      const lacking = new Set(
        await this.lackingIn(
          model,
          rows.map(({ id }) => id),
        ),
      );
      const keys = rows.flatMap(({ id, payload }): readonly IndexKey[] =>
        lacking.has(id) ? [{ tenantId: String(payload['tenant_id']), id }] : [],
      );
      return { keys, last: rows.at(-1)?.id ?? null };
    });
  }

  async lackingVectors(model: string, ids: readonly string[]): Promise<readonly string[]> {
    return this.reading(() => this.lackingIn(model, ids));
  }

  async addVectors(model: string, vectors: readonly TextVector[]): Promise<void> {
    const [first] = vectors;
    if (first === undefined) return;
    await this.collections.written();
    const collection = await this.collectionOf(model, first.vector.length);
    if (collection !== null) await writeVectors(this.writer, collection, vectors);
  }

  async models(): Promise<Models> {
    const [models] = await this.database.query<Models>('select answering, building from memory_index_turn');
    return models ?? { answering: null, building: null };
  }

  async useModels(models: Models): Promise<void> {
    await this.database.query(
      'update memory_index_turn set turn = turn + 1, answering = $1::text, building = $2::text',
      [models.answering, models.building],
    );
    await this.collections.settle(models);
  }

  async count(): Promise<number> {
    const { count } = await this.reading((home) =>
      this.client.count(home, { filter: { must: [living] }, exact: false }),
    );
    return count;
  }

  readonly server = 'Qdrant';

  async *held(tenantId: string): AsyncGenerator<HeldRow> {
    for (const collection of await this.collections.written())
      yield* heldRows(this.client, collection, tenantId);
  }

  async clear(): Promise<void> {
    for (const collection of await this.collections.written()) await removeAll(this.writer, collection);
  }

  /** Whose collection went meanwhile, because another model answers now, asks for the one that stands in its place. */
  private async reading<T>(work: (home: string) => Promise<T>): Promise<T> {
    try {
      return await work(await this.collections.home());
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.collections.look();
      return work(await this.collections.home());
    }
  }

  private async asking(collection: string): Promise<Asking> {
    return new Asking(
      this.client,
      collection,
      await this.collections.isSampled(collection, this.limits.scanned),
    );
  }

  /** The collection of the model that the lanes were embedded by; null where there is none. */
  private async answeringFor(lanes: readonly LaneQuery[]): Promise<string | null> {
    const model = lanes
      .map(({ order }) => (order.by === 'relevance' ? (order.embedding?.model ?? null) : null))
      .find((one) => one !== null);
    if (model === undefined) return null;
    if (this.collections.whole(model) === null) await this.collections.look();
    return this.collections.whole(model);
  }

  /** Where vectors of this model go; null where nobody uses it any more. */
  private async collectionOf(model: string, dimensions: number): Promise<string | null> {
    const known = this.collections.whole(model);
    if (known !== null) return known;
    const models = await this.models();
    const isNamed = models.answering !== null || models.building !== null;
    if (isNamed && model !== models.answering && model !== models.building) return null;
    return this.collections.make(model, dimensions, models, (from, into) =>
      copyRows(this.writer, from, into),
    );
  }

  private async filterOf(asking: Asking, where: Plan): Promise<Filter | null> {
    const fields = [...fieldsAskedBy(where)];
    if (fields.length === 0) return planFilter(where);
    const wider = planFilter(where);
    if (wider === null) return null;
    const known: Partial<Record<KnownField, readonly string[]>> = {};
    for (const field of fields) known[field] = (await asking.values(wider, field)).map(({ value }) => value);
    return planFilter(where, known satisfies KnownValues);
  }

  private async rowsBehind(collection: string, filter: Filter, after: string, limit: number) {
    const { points } = await this.client.scroll(collection, {
      filter,
      limit: limit + 1,
      with_payload: ['memory_id', 'tenant_id', 'position'],
      with_vector: false,
      ...(after === '' ? {} : { offset: pointIdOf(after) }),
    });
    return points
      .map(({ payload }) => ({ id: String(payload?.['memory_id']), payload: payload ?? {} }))
      .filter(({ id }) => id !== after)
      .slice(0, limit);
  }

  private async lackingIn(model: string, ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const collection = this.collections.whole(model);
    const lacking = {
      must: [living, { has_id: ids.map(pointIdOf) }],
      ...(collection === null ? {} : { must_not: [{ has_vector: vectorNames.meaning }] }),
    };
    const { points } = await this.client.scroll(collection ?? (await this.collections.home()), {
      filter: lacking,
      limit: Math.min(ids.length, everyOne),
      with_payload: ['memory_id'],
      with_vector: false,
    });
    return points.map(({ payload }) => String(payload?.['memory_id']));
  }
}
