import type { IndexRow } from '../index-rows.js';
import { retrieverDepth } from '../ranking.js';
import { noRows } from '../resident/value-rows.js';
import { invert } from '../resident/bits.js';
import { Columns } from '../resident/columns.js';
import { Lexicon } from '../resident/lexicon.js';
import { type Asking, newestFirst } from './asking.js';
import type { Filter } from './condition-filter.js';
import type { Question } from './likely-messages.js';
import { likeliestPool, type Pool, wholePool } from './message-pool.js';
import { countOf } from './points.js';
import type { Limits, Population } from './populations.js';
import { best, type Scored } from './weighing.js';

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
  for (const { term, found } of pool.words)
    for (const { row, score } of found) {
      const known = counts.get(row.id) ?? new Map<string, number>();
      counts.set(row.id, known.set(term, countOf('message', score, row.length)));
    }
  for (const row of [...pool.rows].sort(newestFirst).reverse()) {
    const found = counts.get(row.id) ?? new Map<string, number>();
    const indexed: IndexRow = {
      ...bare,
      memory_id: row.id,
      source_id: row.stretch,
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
  const having = new Map(pool.words.map((word) => [word.term, word.having]));
  const messages = { bits, slots: Int32Array.from(pool.rows, (_, slot) => slot), of: { ...of, having } };
  const compared = pool.compared.filter(({ row }) => columns.slotOf.has(row.id));
  const meant =
    asked === null || compared.length === 0
      ? null
      : {
          slots: Int32Array.from(compared, ({ row }) => columns.slotOf.get(row.id) ?? 0),
          cosines: Float64Array.from(compared, ({ score }) => score),
          near: asked.near,
          ...(pool.least === undefined ? {} : { least: pool.least }),
        };
  const { slots, scores } = lexicon.searchMessages(terms, messages, { clues, meant });
  const rowOf = new Map(pool.rows.map((row) => [row.id, row]));
  return Array.from(slots).flatMap((slot, at) => {
    const row = rowOf.get(columns.ids[slot] ?? '');
    return row?.isWhole ? [{ row, score: scores[at] ?? 0 }] : [];
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
  const cosines = new Map(pool.compared.map(({ row, score }) => [row.id, score]));
  return { ranked: best(rank(pool, question, of), retrieverDepth), cosines };
};
