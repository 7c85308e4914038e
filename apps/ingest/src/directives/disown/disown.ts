import { isCopy, type Memory } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { contextWindowMs } from '#read-models';
import type { ExtractedMessage } from '../../message-context/message-context.js';
import { raising } from '../../raise-review/raise-into.js';
import { saidIn, thatMeant } from '../target/target.js';

/** What the agent states between is no other matter; what it asks is, and what anybody else says. */
const isNoMatter = ({ authorKind, text }: { readonly authorKind: string; readonly text: string }): boolean =>
  authorKind === 'agent' && !text.trimEnd().endsWith('?');

/**
 * The messages that "that was not me" may mean: the one replied to, or what its author said right before.
 * INVARIANT: only the account that wrote a message disowns it.
 */
const disowned = async (writer: LogWriter, item: ExtractedMessage): Promise<readonly string[]> => {
  const { row, context } = item.message;
  const replied = context.repliedTo;
  if (replied?.authorId === row.author_id) return [replied.recordId];
  if (row.reply_to !== null && (replied === null || !isNoMatter(replied))) return [];
  const meant = new Set(await thatMeant(writer.sql, item, contextWindowMs));
  const between = context.before.findLastIndex(
    (message) => message.authorId !== row.author_id && !isNoMatter(message),
  );
  return context.before
    .slice(between + 1)
    .flatMap(({ authorId, recordId }) =>
      authorId === row.author_id && meant.has(recordId) ? [recordId] : [],
    )
    .reverse();
};

/**
 * "That was not me", said in chat: whether somebody else wrote it is for an operator to decide, of each fact drawn from it.
 * Read again, it is the question that there is.
 */
export const disown = async (
  writer: LogWriter,
  item: ExtractedMessage,
  own: readonly Memory[],
  now: () => Date,
): Promise<readonly StreamAppend[]> => {
  const { row } = item.message;
  for (const recordId of await disowned(writer, item)) {
    const rows = (await saidIn(writer, row, recordId, own)).filter(
      (memory) => memory.speakerId === row.author_id && !isCopy(memory),
    );
    const asked: StreamAppend[] = [];
    for (const { memoryId } of rows) {
      const { append } = await raising(writer, { now }, row.tenant_id, {
        kind: 'misattribution',
        memoryIds: [memoryId],
        claimantId: row.author_id,
        confidence: 0.5,
        note: null,
        by: { kind: 'system', id: 'ingest', viewerId: row.author_id },
      });
      asked.push(append);
    }
    if (rows.length > 0) return asked;
  }
  return [];
};
