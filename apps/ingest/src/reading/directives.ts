import type { Sql } from '#database';
import { event as build, type KithEvent } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import type { SubjectRef } from '#extraction';
import { clusterOf, memories, type MemoryRow, type MessageRow } from '#read-models';
import type { ToHold } from './contexts.js';
import { erasedMessages } from './erasing.js';
import { confidedAgain, toldTo } from './releasing.js';
import type { Touched } from './settling.js';
import { speaksOf } from './speaks-of.js';

const columns = Object.keys(memories.columns)
  .map((column) => `m.${column}`)
  .join(', ');

/** What the speaker said, or what is about them: not what others confided of them elsewhere. */
const ownMemories = (sql: Sql, row: MessageRow, cluster: readonly string[]): Promise<readonly MemoryRow[]> =>
  sql.query<MemoryRow>(
    `select ${columns} from memories m
     where m.tenant_id = $1 and m.agent_id = $2 and m.content is not null and m.status in ('active', 'superseded', 'pending')
       and (m.speaker_entity_id = any($3::uuid[])
         or (m.subject_entity_ids && $3::uuid[] and (m.disclosure = 'public' or m.source_id = $4)))
       and m.first_observed_at <= $5`,
    [row.tenant_id, row.agent_id, cluster, row.source_id, row.sent_at],
  );

const heldFrom = (sql: Sql, recordIds: readonly string[]): Promise<readonly MemoryRow[]> =>
  sql.query<MemoryRow>(
    `select distinct ${columns} from memories m join memory_evidence e using (memory_id)
     where e.record_id = any($1::uuid[]) and m.content is not null and m.status in ('active', 'superseded', 'pending')`,
    [recordIds],
  );

/** The message that "that" speaks of: the one replied to, if it is the speaker's own; else their last one. */
const lastOwn = ({ unread: { row, context } }: ToHold): string | null => {
  const replied = context.repliedTo;
  if (replied) return replied.authorId === row.author_id ? replied.recordId : null;
  return context.before.filter((message) => message.authorId === row.author_id).at(-1)?.recordId ?? null;
};

/** What a directive is about: by its words, else what this message says, else what the speaker said last. */
const meant = async (
  sql: Sql,
  item: ToHold,
  what: string | null,
  own: readonly MemoryRow[],
  withThis: boolean,
): Promise<readonly MemoryRow[]> => {
  if (what !== null) {
    const named = own.filter((memory) => speaksOf(memory.content ?? '', what));
    if (named.length > 0 || !withThis) return named;
  }
  const here = withThis ? await heldFrom(sql, [item.unread.row.record_id]) : [];
  const last = lastOwn(item);
  const found = here.length > 0 || last === null ? here : await heldFrom(sql, [last]);
  const ownIds = new Set(own.map((memory) => memory.memory_id));
  return found.filter((memory) => ownIds.has(memory.memory_id));
};

const entitiesOf = (refs: readonly SubjectRef[]): readonly string[] =>
  refs.flatMap((ref) => (ref.kind === 'entity' ? [ref.entityId] : []));

const onMemory = (memoryId: string, event: KithEvent): StreamAppend => ({
  stream: `memory-${memoryId}`,
  expectedVersion: 'any',
  events: [event],
});

interface Outcome {
  readonly appends: readonly StreamAppend[];
  readonly destroyed: readonly string[];
  readonly touched: readonly Touched[];
}

const touchedBy = (rows: readonly MemoryRow[]): readonly Touched[] =>
  rows.flatMap((row) => (row.topic === null ? [] : [{ agentId: row.agent_id, topic: row.topic }]));

const forgotten = async (
  sql: Sql,
  item: ToHold,
  rows: readonly MemoryRow[],
  about: { readonly cluster: readonly string[]; readonly everything: boolean },
  at: Date,
): Promise<Outcome> => {
  const by = item.unread.row.author_id;
  const ids = rows.map((row) => row.memory_id);
  const messages = await erasedMessages(sql, item.unread.row, ids, about, at);
  return {
    appends: [
      ...ids.map((memoryId) =>
        onMemory(memoryId, build('MemoryForgotten', { memoryId, by, reason: 'asked-in-a-message' }, at)),
      ),
      ...messages.appends,
    ],
    destroyed: [...ids, ...messages.recordIds],
    touched: touchedBy(rows),
  };
};

const obey = async (sql: Sql, item: ToHold, at: Date): Promise<Outcome> => {
  const { row } = item.unread;
  const cluster = await clusterOf(sql, row.author_id);
  const own = await ownMemories(sql, row, cluster);
  const said = own.filter((memory) => cluster.includes(memory.speaker_entity_id ?? ''));
  const outcomes: Outcome[] = [];
  for (const directive of item.reading.directives) {
    switch (directive.kind) {
      case 'forget-about-me':
        outcomes.push(await forgotten(sql, item, own, { cluster, everything: true }, at));
        break;
      case 'forget': {
        const rows = await meant(sql, item, directive.what, own, false);
        outcomes.push(await forgotten(sql, item, rows, { cluster, everything: false }, at));
        break;
      }
      case 'confide': {
        const rows = await meant(sql, item, directive.what, said, true);
        const told = toldTo(item, rows, entitiesOf(directive.except));
        outcomes.push({
          appends: [...confidedAgain(row, rows, at), ...told],
          destroyed: [],
          touched: touchedBy(rows),
        });
        break;
      }
      case 'release': {
        const rows = await meant(sql, item, directive.what, said, true);
        outcomes.push({
          appends: toldTo(item, rows, entitiesOf(directive.to)),
          destroyed: [],
          touched: touchedBy(rows),
        });
        break;
      }
      case 'forget-values':
        break;
    }
  }
  return {
    appends: outcomes.flatMap((outcome) => outcome.appends),
    destroyed: outcomes.flatMap((outcome) => outcome.destroyed),
    touched: outcomes.flatMap((outcome) => outcome.touched),
  };
};

/**
 * Does what these messages ask to be done with what was said before: forgets it, keeps it to its conversation, tells it
 * on. In the order of the messages, on what is held by then.
 */
export const applyDirectives = async (
  writer: LogWriter,
  items: readonly ToHold[],
  at: Date,
): Promise<readonly Touched[]> => {
  const touched: Touched[] = [];
  for (const item of items) {
    if (item.reading.directives.length === 0) continue;
    const outcome = await obey(writer.sql, item, at);
    await writer.append(outcome.appends, { actor: 'ingest' });
    await writer.destroyKeys(outcome.destroyed);
    touched.push(...outcome.touched);
  }
  return touched;
};
