import type { SqlParameter } from '#database';
import { Parameters, planSql } from './condition-sql.js';
import { fixedPointText, toFixedPoint } from './fixed-point.js';
import type { AskedEmbedding, Clues, LaneQuery } from './memory-index.js';
import {
  bm25,
  clueFactors,
  fusionK,
  longestCounted,
  meaning,
  retrieverDepth,
  scoreDigits,
  windows,
} from './ranking.js';
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
/** A question's vector, as parameters. */
interface AskedVector {
  readonly model: string;
  readonly vector: string;
  readonly near: string;
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
        { where, vector, ...(isAsked ? cluesSql(order.clues, parameters) : noClues) },
        isAsked ? parameters.add(terms, 'text[]') : null,
      ),
      denseTable(index, where, vector),
      fusedTable(index),
    ],
    page: pageSql(index, lane, where, vector, range, parameters),
  };
};

type Bm25 = (typeof bm25)[keyof typeof bm25];

const vectorSql = ({ model, vector, near }: AskedEmbedding, parameters: Parameters): AskedVector => ({
  model: parameters.add(model, 'text'),
  vector: parameters.add(fixedPointText(toFixedPoint(vector)), 'vector'),
  near: parameters.add(near, 'float8'),
});

/** Joins a row with its vector: one of a text that it has no more does not count. */
const embeddedBy = ({ model }: AskedVector): string =>
  `memory_index_vectors as vectors on vectors.memory_id = row.memory_id and vectors.model = ${model} and vectors.text_key = row.text_key`;

interface Asked {
  readonly where: string;
  readonly vector: AskedVector | null;
  readonly speakers: string | null;
  /** When they begin, and when they end. */
  readonly times: string | null;
}

const noClues: Omit<Asked, 'where' | 'vector'> = { speakers: null, times: null };

const cluesSql = (
  { speakerIds, within }: Clues,
  parameters: Parameters,
): Omit<Asked, 'where' | 'vector'> => ({
  speakers: speakerIds.length === 0 ? null : parameters.add(speakerIds, 'text[]'),
  times:
    within.length === 0
      ? null
      : `${parameters.add(
          within.map(({ from }) => from.getTime()),
          'bigint[]',
        )}, ${parameters.add(
          within.map(({ to }) => to.getTime()),
          'bigint[]',
        )}`,
});

/** INVARIANT: counts, lengths, `idf`, `place` and the best come from rows that pass `where`, and from no other. */
const lexicalTables = (index: number, lane: Asked, terms: string | null): readonly string[] => {
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

const idfSql = (rows: string): string => `ln(1 + (${rows} - count(*) + .5) / (count(*) + .5))`;

const termSum = ({ k1, b }: Bm25, count: string, length: string, average: string, terms: string): string =>
  `sum(idf * ${count} * ${k1 + 1} / (${count} + ${k1} * (1 - ${b} + ${b} * ${length} / ${average})) order by array_position(${terms}, term))`;

const ownTable = (index: number, kind: 'fact' | 'message', terms: string): string => {
  const ofKind = `(kind = 'message') is ${kind === 'message' ? '' : 'not '}true`;
  return `own_${kind}_${index} as materialized (
     select memory_id, source_id, ${termSum(bm25[kind], 'count', 'doc_length', `stats.${kind}_length`, terms)} as score
     from found_${index} join
       (select term, ${idfSql(`stats.${kind}_rows`)} as idf from found_${index}, stats_${index} as stats
        where ${ofKind} group by term, stats.${kind}_rows) as weighed using (term), stats_${index} as stats
     where ${ofKind} group by memory_id, source_id)`;
};

const inWindow = (reach: number): string => `rows between ${reach} preceding and ${reach} following`;

/** Every message with its neighbours as one document: how often it has each word of the question, and what that gives. */
const windowTables = (index: number, terms: string): readonly string[] => [
  `spread_${index} as materialized (
     select memory_id, term, ${windows.map(({ reach }) => `length_${reach}, sum(count) over (near ${inWindow(reach)}) as count_${reach}`).join(', ')}
     from (select talk.*, term, coalesce(found.count, 0) as count
       from talk_${index} as talk cross join unnest(${terms}) as word(term)
       left join found_${index} as found using (memory_id, term)) as place
     window near as (partition by source_id, term order by place))`,
  ...windows.map(
    ({ reach }) => `window_${reach}_${index} as materialized (
     select memory_id, ${termSum(bm25.window, `count_${reach}`, `length_${reach}`, `(stats.message_length * ${2 * reach + 1})`, terms)} as score
     from spread_${index} join
       (select term, ${idfSql('stats.message_rows')} as idf from spread_${index}, stats_${index} as stats
        where count_${reach} > 0 group by term, stats.message_rows) as weighed using (term), stats_${index} as stats
     where count_${reach} > 0 group by memory_id)`,
  ),
];

/** Cosines of the messages that have a vector, as they are shown; and what lies between the least and the most of them. */
const meantTables = (index: number, where: string, vector: AskedVector): readonly string[] => [
  `meant_${index} as materialized (
     select row.memory_id, row.source_id, floor((1 - (vectors.embedding <=> ${vector.vector})) * 1e${scoreDigits} + .5) / 1e${scoreDigits} as cosine
     from (select memory_id, source_id, text_key from memory_index where ${where} and kind = 'message' offset 0) as row
     join ${embeddedBy(vector)})`,
  `scale_${index} as materialized (
     select low, span, (select avg((cosine - low) / span) from meant_${index}) as average
     from (select least(min(cosine), ${vector.near}) as low,
       greatest(max(cosine) - least(min(cosine), ${vector.near}), ${meaning.leastSpan}) as span from meant_${index}) as ends)`,
];

/** One that has no vector yet is as near as they are on average. */
const scaledSql = 'coalesce((meant.cosine - scale.low) / scale.span, scale.average)';

const aroundTable = (index: number): string =>
  `around_${index} as (
     select talk.memory_id, avg(${scaledSql}) over
       (partition by talk.source_id order by place rows between ${meaning.reach} preceding and ${meaning.reach} following exclude current row) as scaled
     from talk_${index} as talk left join meant_${index} as meant using (memory_id), scale_${index} as scale)`;

/**
 * A message by its own words, and by its windows, each over the best, and its meaning, times the best of its own words;
 * its length; and the clues.
 */
const saidTable = (index: number, { vector, speakers, times }: Asked): string => {
  const best = (table: string): string => `(select max(score) from ${table})`;
  const widest = `window_${windows.at(-1)?.reach ?? 0}_${index}`;
  const shares = windows.map(({ reach, weight }) => {
    const table = `window_${reach}_${index}`;
    return `${weight} * coalesce(${table}.score / ${best(table)}, 0)`;
  });
  const meant =
    vector === null
      ? []
      : [
          `coalesce(${meaning.weight} * ${scaledSql} + ${meaning.nearWeight} * coalesce(around.scaled, 0), 0)`,
        ];
  const factors = [
    `cbrt(least(${longestCounted}, coalesce(row.doc_length / nullif(stats.message_length, 0), 1)))`,
    ...(speakers === null
      ? []
      : [`case when row.speaker_entity_id = any(${speakers}) then ${clueFactors.speaker} else 1 end`]),
    ...(times === null
      ? []
      : [
          `case when exists (select 1 from unnest(${times}) as time(begins, ends) where row.observed_at >= begins and row.observed_at < ends) then ${clueFactors.time} else 1 end`,
        ]),
  ];
  const found = [`own_message_${index}`, widest].map((table) => `select memory_id from ${table}`);
  const joined = windows.map(({ reach }) => `left join window_${reach}_${index} using (memory_id)`);
  const score = `(coalesce(own.score, 0) + coalesce(${best(`own_message_${index}`)}, 1) * (${[...shares, ...meant].join(' + ')}))`;
  return `said_${index} as (
     select memory_id, row.observed_at, ${[score, ...factors].join(' * ')} as score
     from (${[...found, ...(vector === null ? [] : [`select memory_id from meant_${index} where cosine >= ${vector.near}`])].join(' union ')}) as candidate
     left join own_message_${index} as own using (memory_id) ${joined.join(' ')}
     ${vector === null ? '' : `left join meant_${index} as meant using (memory_id) left join around_${index} as around using (memory_id)`}
     join memory_index as row using (memory_id), stats_${index} as stats${vector === null ? '' : `, scale_${index} as scale`})`;
};

/** Of facts alone: a message has one retriever, in which meaning is counted. */
const denseTable = (index: number, where: string, vector: AskedVector | null): string =>
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
  vector: AskedVector | null,
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
