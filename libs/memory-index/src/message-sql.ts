import { bm25, clueFactors, longestCounted, meaning, scoreDigits, windows } from './ranking.js';
import {
  type VectorParameters,
  embeddedBy,
  type LaneParameters,
  idfSql,
  termSum,
} from './lane-parameters.js';

export const ownTable = (index: number, kind: 'fact' | 'message', terms: string): string => {
  const ofKind = `(kind = 'message') is ${kind === 'message' ? '' : 'not '}true`;
  return `own_${kind}_${index} as materialized (
     select memory_id, source_id, ${termSum(bm25[kind], 'count', 'doc_length', `stats.${kind}_length`, terms)} as score
     from found_${index} join
       (select term, ${idfSql(`stats.${kind}_rows`)} as idf from found_${index}, stats_${index} as stats
        where ${ofKind} group by term, stats.${kind}_rows) as weighed using (term), stats_${index} as stats
     where ${ofKind} group by memory_id, source_id)`;
};

export const inWindow = (reach: number): string => `rows between ${reach} preceding and ${reach} following`;

/** Every message with its neighbours as one document: how often it has each word of the question, and what that gives. */
export const windowTables = (index: number, terms: string): readonly string[] => [
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
export const meantTables = (index: number, where: string, vector: VectorParameters): readonly string[] => [
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

export const aroundTable = (index: number): string =>
  `around_${index} as (
     select talk.memory_id, avg(${scaledSql}) over
       (partition by talk.source_id order by place rows between ${meaning.reach} preceding and ${meaning.reach} following exclude current row) as scaled
     from talk_${index} as talk left join meant_${index} as meant using (memory_id), scale_${index} as scale)`;

/**
 * A message by its own words, and by its windows, each over the best, and its meaning, times the best of its own words;
 * its length; and the clues.
 */
export const saidTable = (index: number, { vector, speakers, times }: LaneParameters): string => {
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
