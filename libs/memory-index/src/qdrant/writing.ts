import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { toFixedPoint } from '../fixed-point.js';
import type { Given } from '../index-rows.js';
import type { TextVector } from '../memory-index.js';
import { living } from './condition-filter.js';
import { payloadOf, pointIdOf, sparseOf, vectorNames } from './points.js';

type Operation = Schemas['UpdateOperation'];
type Point = Schemas['PointStruct'];

/** Points of one request. */
const together = 200;

/** A change is answered when a search sees it: whoever waits for a row to be indexed asks right after. */
const seen = { wait: true } as const;

/** What stands there is older; or the same again, unless it was removed since. */
const unlessNewer = (position: number): Schemas['Filter'] => ({
  should: [
    { key: 'position', range: { lt: position } },
    { must: [{ key: 'position', range: { gte: position, lte: position } }, living] },
  ],
});

const pagesOf = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / together) }, (_, at) =>
    all.slice(at * together, (at + 1) * together),
  );

/** Points of one position are one operation: its filter is the same. */
const byPosition = (points: readonly Point[]): ReadonlyMap<number, readonly Point[]> => {
  const groups = new Map<number, Point[]>();
  for (const point of points) {
    const position = Number(point.payload?.['position']);
    const group = groups.get(position);
    if (group === undefined) groups.set(position, [point]);
    else group.push(point);
  }
  return groups;
};

/** INVARIANT: the server itself decides by position, in one step with the change, whoever else writes meanwhile. */
const upsertPoints = async (
  client: QdrantClient,
  collection: string,
  points: readonly Point[],
): Promise<void> => {
  for (const page of pagesOf(points)) {
    const operations: Operation[] = [...byPosition(page)].map(([position, group]) => ({
      upsert: { points: [...group], update_filter: unlessNewer(position) },
    }));
    await client.batchUpdate(collection, { ...seen, operations });
  }
};

/** The vector of each of these points whose text is still that of its row. */
const vectorsKept = async (
  client: QdrantClient,
  collection: string,
  textKeys: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, number[]>> => {
  const kept = new Map<string, number[]>();
  for (const ids of pagesOf([...textKeys.keys()])) {
    const there = await client.retrieve(collection, {
      ids: [...ids],
      with_payload: ['text_key'],
      with_vector: [vectorNames.meaning],
    });
    for (const { id, payload, vector } of there) {
      const meaning = (vector as Readonly<Record<string, number[]>> | null | undefined)?.[
        vectorNames.meaning
      ];
      if (meaning !== undefined && payload?.['text_key'] === textKeys.get(String(id)))
        kept.set(String(id), meaning);
    }
  }
  return kept;
};

/** Rows into one collection, each with the vector of its model that it was given, or has of the same text. */
export const writeRows = async (
  client: QdrantClient,
  collection: string,
  given: readonly Given[],
  of: { readonly hasMeaning: boolean; readonly isOfModel: (model: string) => boolean },
): Promise<void> => {
  const hasMeaning = (one: Given): boolean => one.embedding !== null && of.isOfModel(one.embedding.model);
  const asked = given.flatMap((one): readonly (readonly [string, string])[] =>
    !of.hasMeaning || hasMeaning(one) || !one.row.text_key
      ? []
      : [[pointIdOf(one.row.memory_id), one.row.text_key]],
  );
  const kept = await vectorsKept(client, collection, new Map(asked));
  const points = given.map((one): Point => {
    const id = pointIdOf(one.row.memory_id);
    const meaning = hasMeaning(one) && one.embedding ? Array.from(one.embedding.vector) : kept.get(id);
    const words = sparseOf(one.row);
    return {
      id,
      vector: {
        ...(meaning === undefined ? {} : { [vectorNames.meaning]: meaning }),
        ...(words.indices.length === 0 ? {} : { [vectorNames.words]: { ...words } }),
      },
      payload: { ...payloadOf(one.row) },
    };
  });
  await upsertPoints(client, collection, points);
};

/** Everything, bare ids too. */
export const removeAll = async (client: QdrantClient, collection: string): Promise<void> => {
  await client.delete(collection, { ...seen, filter: { must_not: [{ has_id: [] }] } });
};

/** A bare id with its position stays, so that an older upsert which comes late finds that it is too late. */
export const removeRows = async (
  client: QdrantClient,
  collection: string,
  ids: readonly string[],
  position: bigint,
): Promise<void> => {
  const at = Number(position);
  for (const page of pagesOf(ids)) {
    const points = page.map((id) => ({
      id: pointIdOf(id),
      vector: {},
      payload: { memory_id: id, position: at, removed: true },
    }));
    const update_filter = { must: [{ key: 'position', range: { lte: at } }] };
    await client.batchUpdate(collection, { ...seen, operations: [{ upsert: { points, update_filter } }] });
  }
};

/** INVARIANT: a vector goes to a row that has its text when it is written; the server looks in the same step. */
export const writeVectors = async (
  client: QdrantClient,
  collection: string,
  vectors: readonly TextVector[],
): Promise<void> => {
  for (const page of pagesOf(vectors)) {
    const ids = page.map(({ id }) => pointIdOf(id));
    const there = await client.retrieve(collection, {
      ids,
      with_payload: ['text_key', 'removed'],
      with_vector: false,
    });
    const textKeys = new Map(
      there.map(({ id, payload }) => [
        String(id),
        payload?.['removed'] === false ? payload['text_key'] : null,
      ]),
    );
    const operations = page.flatMap(({ id, textKey, vector }): readonly Operation[] => {
      const point = pointIdOf(id);
      if (textKeys.get(point) !== textKey) return [];
      const update_filter = { must: [living, { key: 'text_key', match: { value: textKey } }] };
      const meaning = { [vectorNames.meaning]: Array.from(toFixedPoint(vector)) };
      return [{ update_vectors: { points: [{ id: point, vector: meaning }], update_filter } }];
    });
    if (operations.length > 0) await client.batchUpdate(collection, { ...seen, operations: [...operations] });
  }
};

/** Every row of one collection into another, without its vectors; what is newer there stays. */
export const copyRows = async (client: QdrantClient, from: string, into: string): Promise<void> => {
  let offset: Schemas['ExtendedPointId'] | undefined;
  do {
    const page = await client.scroll(from, {
      limit: together,
      with_payload: true,
      with_vector: [vectorNames.words],
      ...(offset === undefined ? {} : { offset }),
    });
    const points = page.points.map(({ id, payload, vector }): Point => ({
      id,
      vector: (vector ?? {}) as Point['vector'],
      payload: payload ?? {},
    }));
    if (points.length > 0) await upsertPoints(client, into, points);
    offset = (page.next_page_offset ?? undefined) as Schemas['ExtendedPointId'] | undefined;
  } while (offset !== undefined);
};
