import type { SqlParameter } from '#database';
import { Parameters, planSql } from './condition-sql.js';
import { fixedPointText, toFixedPoint } from './fixed-point.js';
import type { LaneQuery } from './memory-index.js';
import { bm25, fusionK, neighbourWeights, retrieverDepth, scoreDigits } from './ranking.js';
import { queryTerms } from './tokens.js';

export interface SearchRow {
  readonly lane: number;
  readonly memory_id: string;
  readonly kind: 'fact' | 'message';
  readonly similarity: number | null;
  readonly lexical: number | null;
  readonly dense_rank: number | null;
  readonly lexical_rank: number | null;
  /** How many rows the lane's plan admits. */
  readonly admitted: number;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly SqlParameter[];
}

/** One statement for all lanes, or null when no lane admits anything. */
export const searchStatement = (lanes: readonly LaneQuery[]): Statement | null => {
  const parameters = new Parameters();
  const queries = new Map<string, Query>();
  const parts = lanes.flatMap((lane, index) => {
    const where = planSql(lane.where, parameters);
    if (where === null) return [];
    return [laneSql(index, lane, `not removed and ${where}`, parameters, queries)];
  });
  if (parts.length === 0) return null;
  const tables = parts.flatMap(({ tables }) => tables);
  const pages = parts.map(({ page }) => page);
  return { text: `with ${tables.join(',\n')}\n${pages.join('\nunion all\n')}`, values: parameters.values };
};

interface LaneSql {
  readonly tables: readonly string[];
  readonly page: string;
}
interface Query {
  readonly terms: readonly string[];
  readonly vector: string | null;
}

const laneSql = (
  index: number,
  lane: LaneQuery,
  where: string,
  parameters: Parameters,
  queries: Map<string, Query>,
): LaneSql => {
  const { order } = lane;
  const count = `stats_${index} as (select count(*)::float8 as rows, coalesce(avg(doc_length), 0)::float8 as length from memory_index where ${where})`;
  const range = `limit ${parameters.add(lane.limit, 'bigint')} offset ${parameters.add(lane.offset, 'bigint')}`;
  if (order.by !== 'relevance') {
    const first = order.by === 'importance' ? 'importance desc, ' : '';
    const page = `(select ${index} as lane, memory_id, kind, null::float8 as similarity, null::float8 as lexical, null::integer as dense_rank,
      null::integer as lexical_rank, (select rows from stats_${index}) as admitted
      from memory_index where ${where} order by ${first}observed_at desc, memory_id ${range})`;
    return { tables: [count], page };
  }
  const query = queries.get(order.text) ?? { terms: queryTerms(order.text), vector: null };
  queries.set(order.text, query);
  const vector =
    order.embedding === null
      ? null
      : parameters.add(fixedPointText(toFixedPoint(order.embedding)), 'vector(512)');
  return {
    tables: [
      count,
      ...lexicalTables(index, where, query.terms.length === 0 ? null : parameters.add(query.terms, 'text[]')),
      denseTable(index, where, vector),
      fusedTable(index),
    ],
    page: pageSql(index, lane, where, vector, range, parameters),
  };
};

/** INVARIANT: `rows`, `length`, `idf` and `place` come from rows that pass `where`, and from no other. */
const lexicalTables = (index: number, where: string, terms: string | null): readonly string[] => {
  const lexical = `lexical_${index}`;
  if (terms === null)
    return [`${lexical} as (select ''::text as memory_id, 0::float8 as score, 0 as rank where false)`];
  const { k1, b } = bm25;
  const shares = neighbourWeights.map(
    (weight, step) =>
      ` + ${weight} * (coalesce(lag(score, ${step + 1}) over talk, 0) + coalesce(lead(score, ${step + 1}) over talk, 0))`,
  );
  return [
    `found_${index} as materialized (
       select memory_id, kind, source_id, observed_at, doc_length, term, count::float8 as count
       from (select * from memory_index where ${where} and terms && ${terms} offset 0) as row,
         unnest(row.terms, row.term_counts) as word(term, count)
       where term = any(${terms}))`,
    `weighed_${index} as (
       select term, ln(1 + (stats.rows - count(*) + .5) / (count(*) + .5)) as idf
       from found_${index}, stats_${index} as stats group by term, stats.rows)`,
    `own_${index} as materialized (
       select memory_id, kind, source_id, observed_at,
         sum(idf * count * ${k1 + 1} / (count + ${k1} * (1 - ${b} + ${b} * doc_length / stats.length)) order by array_position(${terms}, term)) as score
       from found_${index} join weighed_${index} using (term), stats_${index} as stats
       group by memory_id, kind, source_id, observed_at)`,
    `talk_${index} as (
       select memory_id, message.observed_at, message.source_id, coalesce(own.score, 0) as score
       from (select memory_id, observed_at, source_id from memory_index
             where ${where} and kind = 'message'
               and source_id = any(array(select distinct source_id from own_${index} where kind = 'message'))) as message
       left join own_${index} as own using (memory_id))`,
    `spread_${index} as (
       select memory_id, observed_at, score from own_${index} where kind <> 'message' or source_id is null
       union all
       select memory_id, observed_at, score${shares.join('')} from talk_${index}
       window talk as (partition by source_id order by observed_at, memory_id))`,
    `scored_${index} as (
       select memory_id, observed_at, floor(score * 1e${scoreDigits} + .5) / 1e${scoreDigits} as score
       from spread_${index} where score > 0)`,
    `${lexical} as (
       select memory_id, score, row_number() over (order by score desc, observed_at desc, memory_id) as rank from scored_${index}
       order by rank limit ${retrieverDepth})`,
  ];
};

const denseTable = (index: number, where: string, vector: string | null): string =>
  vector === null
    ? `dense_${index} as (select ''::text as memory_id, 0 as rank where false)`
    : `dense_${index} as (
         select memory_id, row_number() over (order by distance, observed_at desc, memory_id) as rank
         from (select memory_id, observed_at, embedding <=> ${vector} as distance from memory_index
               where ${where} and embedding is not null
               order by 3, observed_at desc, memory_id limit ${retrieverDepth}) as nearest)`;

const fusedTable = (index: number): string =>
  `fused_${index} as materialized (
     select memory_id, dense.rank as dense_rank, lexical.rank as lexical_rank, lexical.score as lexical,
       coalesce(1 / (${fusionK} + dense.rank)::float8, 0) + coalesce(1 / (${fusionK} + lexical.rank)::float8, 0) as fused
     from dense_${index} as dense full join lexical_${index} as lexical using (memory_id))`;

/** What neither retriever found stands behind, newest first: rows come back whenever rows pass. */
const pageSql = (
  index: number,
  lane: LaneQuery,
  where: string,
  vector: string | null,
  range: string,
  parameters: Parameters,
): string => {
  const wanted = parameters.add(lane.offset + lane.limit, 'bigint');
  const similarity =
    vector === null
      ? 'null::float8'
      : `round((1 - (row.embedding <=> ${vector}))::numeric, ${scoreDigits})::float8`;
  return `(select ${index} as lane, row.memory_id, row.kind, ${similarity} as similarity, page.lexical,
      page.dense_rank::integer, page.lexical_rank::integer, (select rows from stats_${index}) as admitted
    from (
      select memory_id, dense_rank, lexical_rank, lexical, fused from fused_${index}
      union all
      (select memory_id, null, null, null, 0 from memory_index
       where ${where} and not exists (select 1 from fused_${index} as fused where fused.memory_id = memory_index.memory_id)
       order by observed_at desc, memory_id
       limit greatest(0, ${wanted} - (select count(*) from fused_${index})))
    ) as page join memory_index as row using (memory_id)
    order by page.fused desc, row.observed_at desc, row.memory_id ${range})`;
};
