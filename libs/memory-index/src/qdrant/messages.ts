import type { IndexRow } from '../index-rows.js';
import type { Clues } from '../memory-index.js';
import { retrieverDepth, windows } from '../ranking.js';
import { noRows } from '../resident/value-rows.js';
import { invert } from '../resident/bits.js';
import { Columns } from '../resident/columns.js';
import { Lexicon } from '../resident/lexicon.js';
import { and, type Asking, newestFirst, type Row, type ScoredRow } from './asking.js';
import type { Filter } from './condition-filter.js';
import {
  type AskedVector,
  best,
  havingWord,
  idfOf,
  type Limits,
  type Population,
  type Scored,
  searchParams,
  withWord,
} from './facts.js';
import { countOf, dimensionOf, pointIdOf, vectorNames } from './points.js';

export interface Question {
  readonly terms: readonly string[];
  readonly clues: Clues;
  readonly asked: AskedVector | null;
}

/** Messages that are ranked together, with what the question finds in them. */
interface Pool {
  readonly rows: readonly Row[];
  readonly words: readonly { readonly term: string; readonly rows: readonly ScoredRow[] }[];
  readonly compared: readonly ScoredRow[];
}

/** Rows may be written between the counting and the asking. */
const slack = 100;

const wholePool = async (
  asking: Asking,
  filter: Filter,
  { terms, asked }: Question,
  of: Population,
): Promise<Pool> => {
  const limit = of.rows + slack;
  const [words, compared] = await Promise.all([
    Promise.all(
      terms.map(async (term) => ({ term, rows: await asking.rows(filter, { ...withWord(term), limit }) })),
    ),
    asked === null
      ? []
      : asking.rows(filter, {
          using: vectorNames.meaning,
          query: asked.vector,
          params: { exact: true },
          limit,
        }),
  ]);
  const isFound =
    words.some(({ rows }) => rows.length > 0) || compared.some(({ score }) => score >= (asked?.near ?? 1));
  return { rows: isFound ? await asking.rows(filter, { limit }) : [], words, compared };
};

/** Of so many messages by words, and so many by meaning, the surroundings are read. */
const seeds = 60;
const reach = Math.max(...windows.map((window) => window.reach));

const likeliestRows = async (
  asking: Asking,
  filter: Filter,
  { terms, asked }: Question,
  of: Population,
  limits: Limits,
): Promise<readonly Row[]> => {
  const having = await Promise.all(terms.map((term) => havingWord(asking, filter, term)));
  const found = await Promise.all([
    terms.length === 0
      ? []
      : asking.rows(filter, {
          using: vectorNames.words,
          query: { indices: terms.map(dimensionOf), values: having.map((count) => idfOf(of.rows, count)) },
          limit: seeds,
        }),
    asked === null
      ? []
      : asking.rows(filter, {
          using: vectorNames.meaning,
          query: asked.vector,
          params: searchParams(of, limits),
          score_threshold: asked.near,
          limit: seeds,
        }),
  ]);
  return [...new Map(found.flat().map((row) => [row.id, row])).values()];
};

/** A message with those that stand around it where it was said. */
const surroundings = async (asking: Asking, filter: Filter, row: Row): Promise<readonly Row[]> => {
  if (row.source === null) return [row];
  const said = and(filter, { key: 'source_id', match: { value: row.source } });
  const sides = (['asc', 'desc'] as const).map((direction) =>
    asking.rows(said, {
      query: { order_by: { key: 'observed_at', direction, start_from: row.at } },
      limit: reach + 2,
    }),
  );
  return [row, ...(await Promise.all(sides)).flat()];
};

const likeliestPool = async (
  asking: Asking,
  filter: Filter,
  question: Question,
  of: Population,
  limits: Limits,
): Promise<Pool> => {
  const found = await likeliestRows(asking, filter, question, of, limits);
  const around = await Promise.all(found.map((row) => surroundings(asking, filter, row)));
  const rows = [...new Map(around.flat().map((row) => [row.id, row])).values()];
  if (rows.length === 0) return { rows, words: [], compared: [] };
  const pool = and(filter, { has_id: rows.map(({ id }) => pointIdOf(id)) });
  const limit = rows.length;
  const [words, compared] = await Promise.all([
    Promise.all(
      question.terms.map(async (term) => ({
        term,
        rows: await asking.rows(pool, { ...withWord(term), limit }),
      })),
    ),
    question.asked === null
      ? []
      : asking.rows(pool, {
          using: vectorNames.meaning,
          query: question.asked.vector,
          params: { exact: true },
          limit,
        }),
  ]);
  return { rows, words, compared };
};

const bare: Omit<
  IndexRow,
  'memory_id' | 'source_id' | 'speaker_entity_id' | 'observed_at' | 'doc_length' | 'terms' | 'term_counts'
> = {
  kind: 'message',
  tenant_id: null,
  agent_id: null,
  status: null,
  visibility_scope: null,
  sensitivity_rank: null,
  disclosure: null,
  portable: null,
  imported: null,
  source_type: null,
  source_access: null,
  source_history: null,
  told_in: null,
  heard_in: null,
  workspace_id: null,
  owner_entity_id: null,
  subject_entity_ids: [],
  withheld_from_ids: [],
  conversation_id: null,
  memory_type: null,
  trust: null,
  importance: null,
  first_observed_at: 0,
  expires_at: null,
  superseded_at: null,
  metadata: {},
  text_key: null,
};

/** The same arithmetic as in memory, over the messages of the pool alone. */
const rank = (pool: Pool, { terms, clues, asked }: Question, of: Population): readonly Scored[] => {
  const columns = new Columns();
  const lexicon = new Lexicon(columns);
  const counts = new Map<string, Map<string, number>>();
  for (const { term, rows } of pool.words)
    for (const { id, score, length } of rows) {
      const known = counts.get(id) ?? new Map<string, number>();
      counts.set(id, known.set(term, countOf('message', score, length)));
    }
  for (const row of [...pool.rows].sort(newestFirst).reverse()) {
    const found = counts.get(row.id) ?? new Map<string, number>();
    const indexed: IndexRow = {
      ...bare,
      memory_id: row.id,
      source_id: row.source,
      speaker_entity_id: row.speaker,
      observed_at: row.at,
      doc_length: row.length,
      terms: [...found.keys()],
      term_counts: [...found.values()],
    };
    lexicon.add(columns.add(indexed), indexed);
  }
  const bits = noRows(columns.slots);
  invert(bits);
  const messages = { bits, slots: Int32Array.from(pool.rows, (_, slot) => slot), of };
  const compared = pool.compared.filter(({ id }) => columns.slotOf.has(id));
  const meant =
    asked === null || compared.length === 0
      ? null
      : {
          slots: Int32Array.from(compared, ({ id }) => columns.slotOf.get(id) ?? 0),
          cosines: Float64Array.from(compared, ({ score }) => score),
          near: asked.near,
        };
  const { slots, scores } = lexicon.searchMessages(terms, messages, { clues, meant });
  const rowOf = new Map(pool.rows.map((row) => [row.id, row]));
  return Array.from(slots).flatMap((slot, at) => {
    const row = rowOf.get(columns.ids[slot] ?? '');
    return row === undefined ? [] : [{ row, score: scores[at] ?? 0 }];
  });
};

export interface RankedMessages {
  readonly ranked: readonly Scored[];
  readonly cosines: ReadonlyMap<string, number>;
}

/** Messages by their words, windows, meaning and clues, the best first; and how near those are that were compared. */
export const messagesOf = async (
  asking: Asking,
  filter: Filter,
  question: Question,
  of: Population,
  limits: Limits,
): Promise<RankedMessages> => {
  if (of.rows === 0 || (question.terms.length === 0 && question.asked === null))
    return { ranked: [], cosines: new Map() };
  const pool =
    of.rows <= limits.talked
      ? await wholePool(asking, filter, question, of)
      : await likeliestPool(asking, filter, question, of, limits);
  const cosines = new Map(pool.compared.map(({ id, score }) => [id, score]));
  return { ranked: best(rank(pool, question, of), retrieverDepth), cosines };
};
