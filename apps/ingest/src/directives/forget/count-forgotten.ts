import type { Sql } from '#database';
import { nothingMeant, type FactOutcome } from '#domain';
import type { MessageRow } from '#read-models';
import type { CapturedMessage } from '../../message-context/message-context.js';
import { knownToAuthor, type CountSettings } from '../target/known-to-author.js';

/** As its author left it. What an order takes out of itself, or that it goes with all the rest, it does as it is given. */
const isAsSent = ({ sent_at: sentAt, edited_at: editedAt, deleted_at: deletedAt }: MessageRow): boolean =>
  [editedAt, deletedAt].every((at) => at === null || at.getTime() === sentAt.getTime());

/** What an order that went with all the rest said that it left undone: read again without its words, it still did. */
const isLeftUndone = ({ memoryId, outcome }: FactOutcome): boolean => memoryId === null && outcome === 'NOOP';

/** The answer to an order to forget: how many memories went, without their ids. */
const forgettingOutcome = (
  past: readonly FactOutcome[],
  known: ReadonlySet<string> | null,
): readonly FactOutcome[] => {
  const before = past.find(({ outcome }) => outcome === 'FORGOTTEN');
  if (known === null) return before ? [before] : [];
  return [{ memoryId: null, outcome: 'FORGOTTEN', count: (before?.count ?? 0) + known.size }];
};

/** Of an order by which something went, also by its words or when it was read before, nobody says that it meant nothing. */
const meant = ({ outcomes, reading }: CapturedMessage): readonly FactOutcome[] =>
  reading.directives.every(({ kind }) => kind.startsWith('forget') || kind === 'take-back')
    ? outcomes.filter(({ reason }) => reason !== nothingMeant.reason)
    : outcomes;

/**
 * With what each of these messages made be forgotten, by its directives and by the words (`goneBy`) that it took out.
 * INVARIANT: only memories that the person who gave the order may be told of are counted.
 */
export const withForgottenCounts = async (
  sql: Sql,
  settings: CountSettings,
  read: readonly CapturedMessage[],
  goneBy: ReadonlyMap<string, readonly string[]>,
): Promise<readonly CapturedMessage[]> => {
  const counted: CapturedMessage[] = [];
  for (const item of read) {
    const { row } = item.message;
    const gone = goneBy.get(row.record_id);
    const known = gone ? await knownToAuthor(sql, settings, row, gone) : [];
    const forgot = gone || item.forgot ? new Set([...(item.forgot ?? []), ...known]) : null;
    const past = isAsSent(row) ? item.past : [];
    const undone = row.text === null ? past.filter(isLeftUndone) : [];
    const outcome = forgettingOutcome(past, forgot);
    counted.push({
      ...item,
      outcomes: [...(outcome.length > 0 ? meant(item) : item.outcomes), ...undone, ...outcome],
    });
  }
  return counted;
};
