import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import type { Filter } from './condition-filter.js';
import { vectorNames } from './points.js';

type Request = Schemas['QueryRequest'];
type Question = Omit<Request, 'filter' | 'with_payload'>;

/** A row as an answer of the server tells of it. */
export interface Row {
  readonly id: string;
  readonly kind: 'fact' | 'message';
  readonly at: number;
  readonly length: number;
  readonly source: string | null;
  readonly speaker: string | null;
}

export interface ScoredRow extends Row {
  readonly score: number;
  readonly point: string;
}

export interface FactRow extends ScoredRow {
  /** Weights by the dimension of a word, where they were asked for. */
  readonly words: Schemas['SparseVector'] | null;
}

/** What an answer tells of each row: enough to rank it, nothing that is rendered. Each takes the server its time. */
const toldOfFacts = ['memory_id', 'observed_at', 'doc_length'];
const told = [...toldOfFacts, 'kind', 'source_id', 'speaker_entity_id'];

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const rowOf = ({ id, payload, score }: Schemas['ScoredPoint']): ScoredRow => ({
  id: String(payload?.['memory_id']),
  kind: payload?.['kind'] === 'message' ? 'message' : 'fact',
  at: Number(payload?.['observed_at']),
  length: Number(payload?.['doc_length'] ?? 0),
  source: textOf(payload?.['source_id']),
  speaker: textOf(payload?.['speaker_entity_id']),
  score,
  point: String(id),
});

const wordsOf = ({ vector }: Schemas['ScoredPoint']): Schemas['SparseVector'] | null =>
  (vector as Readonly<Record<string, Schemas['SparseVector']>> | null | undefined)?.[vectorNames.words] ??
  null;

/** More than passes anywhere: what is asked with it is bounded by its filter. */
const boundless = 1_000_000;

/** What a request finds, of rows that are known already. */
export interface Scores {
  readonly point: string;
  readonly score: number;
}

interface Tally {
  readonly value: string;
  readonly count: number;
}

interface Waiting {
  readonly request: Request;
  readonly resolve: (points: readonly Schemas['ScoredPoint'][]) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects what the lanes of a search ask for and sends it as one call: each answer waits for the call that it is in. */
export class Asking {
  private waiting: Waiting[] = [];

  constructor(
    private readonly client: QdrantClient,
    private readonly collection: string,
    /** Whether it holds so much that a part may stand for all. */
    readonly isLarge: boolean,
  ) {}

  /** INVARIANT: every request has the filter of its lane at its root; what does not pass takes part in no answer. */
  async rows(filter: Filter, request: Question): Promise<readonly ScoredRow[]> {
    return (await this.points(filter, { ...request, with_payload: told })).map(rowOf);
  }

  /** As `rows`, of facts alone; with their words where `hasWords`. */
  async facts(filter: Filter, request: Question, hasWords: boolean): Promise<readonly FactRow[]> {
    const points = await this.points(filter, {
      ...request,
      with_payload: toldOfFacts,
      with_vector: hasWords && [vectorNames.words],
    });
    return points.map((point) => ({ ...rowOf(point), words: wordsOf(point) }));
  }

  /** As `rows`, without what is told of each: a quarter of the time where there are many. */
  async scores(filter: Filter, request: Question): Promise<readonly Scores[]> {
    const points = await this.points(filter, { ...request, with_payload: false });
    return points.map(({ id, score }) => ({ point: String(id), score }));
  }

  private points(
    filter: Filter,
    request: Omit<Request, 'filter'>,
  ): Promise<readonly Schemas['ScoredPoint'][]> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => void this.send());
      this.waiting.push({ request: { ...request, filter }, resolve, reject });
    });
  }

  /** How often each value of a field stands in rows that pass. */
  values(filter: Filter, key: string): Promise<readonly Tally[]> {
    return this.facet(filter, key, true);
  }

  /** As `values`, in a fraction of the time; a row that the server moves at this moment may count twice. */
  tally(filter: Filter, key: string): Promise<readonly Tally[]> {
    return this.facet(filter, key, false);
  }

  async count(filter: Filter): Promise<number> {
    const { count } = await this.client.count(this.collection, { filter, exact: true });
    return count;
  }

  private async facet(filter: Filter, key: string, exact: boolean): Promise<readonly Tally[]> {
    const { hits } = await this.client.facet(this.collection, { key, filter, limit: boundless, exact });
    return hits.map(({ value, count }) => ({ value: String(value), count }));
  }

  private async send(): Promise<void> {
    const sent = this.waiting;
    this.waiting = [];
    try {
      const answers = await this.client.queryBatch(this.collection, {
        searches: sent.map(({ request }) => request),
      });
      sent.forEach(({ resolve }, at) => resolve(answers[at]?.points ?? []));
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  }
}

export const everyOne = boundless;

export const and = (filter: Filter, ...clauses: readonly Schemas['Condition'][]): Filter => ({
  ...filter,
  must: [...((filter.must as readonly Schemas['Condition'][] | undefined) ?? []), ...clauses],
});

/** Newer first, then by id. */
export const newestFirst = (a: Row, b: Row): number => b.at - a.at || (a.id < b.id ? -1 : 1);

/** The newest rows that pass. The server orders by time alone, so whoever shares the last instant is asked for too. */
export const newest = async (asking: Asking, filter: Filter, count: number): Promise<readonly Row[]> => {
  if (count <= 0) return [];
  const found = await asking.rows(filter, {
    query: { order_by: { key: 'observed_at', direction: 'desc' } },
    limit: count + 1,
  });
  const last = found.at(-1);
  if (found.length <= count || last === undefined || found[count - 1]?.at !== last.at)
    return [...found].sort(newestFirst).slice(0, count);
  const shared = await asking.rows(
    and(filter, { key: 'observed_at', range: { gte: last.at, lte: last.at } }),
    {
      limit: everyOne,
    },
  );
  return [...found.filter(({ at }) => at > last.at), ...shared].sort(newestFirst).slice(0, count);
};

/** The most important rows that pass, the newest of the same importance first. */
export const mostImportant = async (
  asking: Asking,
  filter: Filter,
  count: number,
): Promise<readonly Row[]> => {
  const weights = [...(await asking.values(filter, 'weight'))].sort(
    (a, b) => Number(b.value) - Number(a.value),
  );
  let before = 0;
  const parts = weights.flatMap(({ value, count: there }) => {
    const left = count - before;
    before += there;
    return left <= 0 ? [] : [newest(asking, and(filter, { key: 'weight', match: { value } }), left)];
  });
  return (await Promise.all(parts)).flat().slice(0, count);
};
