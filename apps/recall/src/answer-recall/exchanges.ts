import type { RecallRequest } from '#contracts';
import type { ReadRequest } from '#policy';
import { messagesAfter, overtakenAmong } from '#read-models';
import { goesOnWith, type Fused, type SpokenLine } from '#retrieval';
import type { AnsweringOptions } from '../permitted/asking.js';
import { decideRows, isAllowed, type Decided, type Ranked } from '../permitted/permitted.js';

/** How far is looked for what follows: a reply of the next day, in a place where little is said. */
const looked = { limit: 20, seconds: 86_400 } as const;
/** Excerpts of which it is asked what follows: each costs as many rows as are looked through. */
const mostAsked = 3;

const lineOf = ({ row }: Decided, repliesTo: string | null): SpokenLine => ({
  id: row.facts.memoryId,
  speakerId: row.facts.speakerId,
  text: row.content ?? '',
  at: row.facts.observedAt,
  repliesTo,
});

/** What its reader may hear of what came after each of these messages. */
const heardAfter = async (
  options: AnsweringOptions,
  request: ReadRequest,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, readonly (SpokenLine & { readonly decided: Decided })[]>> => {
  const later = await messagesAfter(options.database, request.tenantId, recordIds, looked);
  const ids = [...new Set(later.map(({ record_id: id }) => id))];
  const decided = await decideRows(options.database, request, ids, options.onDecided);
  const overtaken = await overtakenAmong(options.database, request, ids);
  // As with excerpts: where others read along, words said alone with the agent are quoted to nobody.
  const isQuotable = ({ row }: Decided): boolean =>
    request.audience.length <= 1 || row.facts.scope !== 'private_subject';
  return new Map(
    recordIds.map((recordId) => [
      recordId,
      later.flatMap(({ of_record: of, record_id: id, replied_to: repliesTo }) => {
        const row = decided.get(id);
        return of === recordId && isAllowed(row) && isQuotable(row) && !overtaken.has(id)
          ? [{ ...lineOf(row, repliesTo), decided: row }]
          : [];
      }),
    ]),
  );
};

/**
 * Excerpts with what they go on with, each after its own: the answers to a question, what a speaker said on of what they
 * named. A caller who filters gets what passes the filter, and nothing beside it.
 */
export const withWhatFollows = async (
  options: AnsweringOptions,
  body: RecallRequest,
  request: ReadRequest,
  answers: readonly Fused<Ranked>[],
  excerpts: readonly Fused<Ranked>[],
): Promise<readonly Fused<Ranked>[]> => {
  if (excerpts.length === 0 || Object.keys(body.filters).length > 0) return excerpts;
  const asked = excerpts.slice(0, mostAsked).map(({ row }) => row.id);
  const after = await heardAfter(options, request, asked);
  const shown = new Set([
    ...excerpts.map(({ row }) => row.id),
    ...answers.flatMap(({ row }) => row.decided.row.evidence.map(({ record_id: id }) => id)),
  ]);
  const all = excerpts.flatMap((excerpt): readonly Fused<Ranked>[] => {
    const following = goesOnWith(lineOf(excerpt.row.decided, null), after.get(excerpt.row.id) ?? []);
    return [
      excerpt,
      ...following.flatMap((line) => {
        const decided = after.get(excerpt.row.id)?.find(({ id }) => id === line.id)?.decided;
        if (!decided || shown.has(line.id)) return [];
        shown.add(line.id);
        return [{ ...excerpt, similarity: null, row: { ...excerpt.row, id: line.id, decided } }];
      }),
    ];
  });
  return all.slice(0, body.top_k - answers.length);
};
