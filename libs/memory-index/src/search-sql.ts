import type { SqlParameter } from '#database';
import { Parameters, planSql } from './condition-sql.js';
import type { LaneQuery } from './memory-index.js';
import { fusionK, retrieverDepth, scoreDigits, windows } from './ranking.js';
import { queryTerms } from './tokens.js';
import { ownTable, inWindow, windowTables, meantTables, aroundTable, saidTable } from './message-sql.js';
import {
  type VectorParameters,
  vectorSql,
  embeddedBy,
  type LaneParameters,
  noCluesSql,
  cluesSql,
} from './lane-parameters.js';

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

export interface SqlStatement {
  readonly text: string;
  readonly values: readonly SqlParameter[];
}

/** One statement for all lanes, or null when no lane admits anything. */
export const searchStatement = (lanes: readonly LaneQuery[]): SqlStatement | null => {
  const parameters = new Parameters();
  const queries = new Map<string, readonly string[]>();
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

const laneSql = (
  index: number,
  lane: LaneQuery,
  where: string,
  parameters: Parameters,
  queries: Map<string, readonly string[]>,
): LaneSql => {
  const { order } = lane;
  const count = `stats_${index} as (
    select count(*)::float8 as rows,
      ${(['fact', 'message'] as const)
        .map((kind) => {
          const ofKind = `filter (where (kind = 'message') is ${kind === 'message' ? '' : 'not '}true)`;
          return `(count(*) ${ofKind})::float8 as ${kind}_rows, coalesce(avg(doc_length) ${ofKind}, 0)::float8 as ${kind}_length`;
        })
        .join(', ')}
    from memory_index where ${where})`;
  const range = `limit ${parameters.add(lane.limit, 'bigint')} offset ${parameters.add(lane.offset, 'bigint')}`;
  if (order.by !== 'relevance') {
    const first = order.by === 'importance' ? 'importance desc, ' : '';
    const page = `(select ${index} as lane, memory_id, kind, null::float8 as similarity, null::float8 as lexical, null::integer as dense_rank,
      null::integer as lexical_rank, (select rows from stats_${index}) as admitted
      from memory_index where ${where} order by ${first}observed_at desc, memory_id ${range})`;
    return { tables: [count], page };
  }
  const terms = queries.get(order.text) ?? queryTerms(order.text);
  queries.set(order.text, terms);
  const vector = order.embedding && vectorSql(order.embedding, parameters);
  const isAsked = terms.length > 0 || vector !== null;
  return {
    tables: [
      count,
      ...lexicalTables(
        index,
        // A parameter that no text names has no type: Postgres refuses the statement.
        { where, vector, ...(isAsked ? cluesSql(order.clues, parameters) : noCluesSql) },
        isAsked ? parameters.add(terms, 'text[]') : null,
      ),
      denseTable(index, where, vector),
      fusedTable(index),
    ],
    page: pageSql(index, lane, where, vector, range, parameters),
  };
};

/** INVARIANT: counts, lengths, `idf`, `place` and the best come from rows that pass `where`, and from no other. */
const lexicalTables = (index: number, lane: LaneParameters, terms: string | null): readonly string[] => {
  const lexical = `lexical_${index}`;
  if (terms === null)
    return [`${lexical} as (select ''::text as memory_id, 0::float8 as score, 0 as rank where false)`];
  const { where, vector } = lane;
  return [
    ...(vector === null ? [] : meantTables(index, where, vector)),
    `found_${index} as materialized (
       select memory_id, kind, source_id, observed_at, doc_length, term, count::float8 as count
       from (select * from memory_index where ${where} and terms && ${terms} offset 0) as row,
         unnest(row.terms, row.term_counts) as word(term, count)
       where term = any(${terms}))`,
    ...(['fact', 'message'] as const).map((kind) => ownTable(index, kind, terms)),
    `talk_${index} as materialized (
       select memory_id, source_id, row_number() over talk as place,
         ${windows.map(({ reach }) => `(sum(doc_length) over (talk ${inWindow(reach)}))::float8 as length_${reach}`).join(', ')}
       from memory_index where ${where} and kind = 'message'
         and source_id = any(array(select source_id from own_message_${index}${vector === null ? '' : ` union select source_id from meant_${index} where cosine >= ${vector.near}`}))
       window talk as (partition by source_id order by observed_at, memory_id))`,
    ...windowTables(index, terms),
    ...(vector === null ? [] : [aroundTable(index)]),
    saidTable(index, lane),
    `scored_${index} as (
       select memory_id, observed_at, floor(score * 1e${scoreDigits} + .5) / 1e${scoreDigits} as score
       from (select memory_id, observed_at, score from own_fact_${index} join memory_index using (memory_id)
             union all select memory_id, observed_at, score from said_${index}) as either where score > 0)`,
    `${lexical} as (
       select memory_id, score, row_number() over (order by score desc, observed_at desc, memory_id) as rank from scored_${index}
       order by rank limit ${retrieverDepth})`,
  ];
};

/** Of facts alone: a message has one retriever, in which meaning is counted. */
const denseTable = (index: number, where: string, vector: VectorParameters | null): string =>
  vector === null
    ? `dense_${index} as (select ''::text as memory_id, 0 as rank where false)`
    : `dense_${index} as (
         select memory_id, row_number() over (order by distance, observed_at desc, memory_id) as rank
         from (select row.memory_id, observed_at, vectors.embedding <=> ${vector.vector} as distance
               from (select memory_id, observed_at, text_key from memory_index where ${where} and (kind = 'message') is not true offset 0) as row
               join ${embeddedBy(vector)}
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
  vector: VectorParameters | null,
  range: string,
  parameters: Parameters,
): string => {
  const wanted = parameters.add(lane.offset + lane.limit, 'bigint');
  const similarity =
    vector === null
      ? 'null::float8'
      : `round((1 - (vectors.embedding <=> ${vector.vector}))::numeric, ${scoreDigits})::float8`;
  return `(select ${index} as lane, row.memory_id, row.kind, ${similarity} as similarity, page.lexical,
      page.dense_rank::integer, page.lexical_rank::integer, (select rows from stats_${index}) as admitted
    from (
      select memory_id, dense_rank, lexical_rank, lexical, fused from fused_${index}
      union all
      (select memory_id, null, null, null, 0 from memory_index
       where ${where} and not exists (select 1 from fused_${index} as fused where fused.memory_id = memory_index.memory_id)
       order by observed_at desc, memory_id
       limit greatest(0, ${wanted} - (select count(*) from fused_${index})))
    ) as page join memory_index as row using (memory_id)${vector === null ? '' : ` left join ${embeddedBy(vector)}`}
    order by page.fused desc, row.observed_at desc, row.memory_id ${range})`;
};
