import type { LogWriter } from '#event-log';
import { isCopy, type FactOutcome, type Memory } from '#domain';
import { clusterOf, contextWindowMs } from '#read-models';
import type { ToHold } from './contexts.js';
import { knownToAuthor, type CountSettings } from './counting.js';
import { forgotten } from './erasing.js';
import type { Held } from './held.js';
import { confided, released, type Asking, type Outcome } from './letting-know.js';
import {
  everythingOf,
  justNow,
  meant,
  meantBy,
  nothingMeant,
  ownMemories,
  thatMeant,
  wasObeyed,
} from './meaning.js';
import type { Touched } from './settling.js';
import { speaksOf } from './speaks-of.js';
import { spokenOf } from './spoken-of.js';
import { orderOf } from './standing-orders.js';

/** Everything about the speaker, what arrives later and was sent before with it. */
const forgottenWholly = async (
  writer: LogWriter,
  { unread: { row } }: ToHold,
  cluster: readonly string[],
  at: Date,
): Promise<Outcome> => {
  const others = await spokenOf(writer.sql, row, cluster, at);
  const rows = [...(await everythingOf(writer.sql, row, cluster)), ...others.memories];
  const outcome = await forgotten(writer, row, rows, { cluster, everything: true }, at);
  const ordered = {
    authorIds: [...cluster],
    isEverything: true,
    values: [],
    spokenOfIn: [...others.recordIds],
  };
  return { ...outcome, appends: [orderOf(row, ordered), ...outcome.appends] };
};

/** What its author said here shortly before, of what the order names: it goes also where no memory was drawn from it. */
const spokenOfIn = ({ unread: { row, context } }: ToHold, what: string | null): readonly string[] =>
  what === null
    ? []
    : context.before
        .filter(({ authorId, text }) => authorId === row.author_id && speaksOf(text, what))
        .map(({ recordId }) => recordId);

/** What was done, and what the author may be told went by it; null where nothing was to be forgotten. */
interface Obeyed extends Outcome {
  readonly forgot: ReadonlySet<string> | null;
  /** What was asked and not done, with its reason. */
  readonly undone: readonly FactOutcome[];
}

const obey = async (
  writer: LogWriter,
  item: ToHold,
  held: Held,
  settings: CountSettings,
): Promise<Obeyed> => {
  const { row } = item.unread;
  const at = settings.now;
  let forgot: Set<string> | null = null;
  const count = async (rows: readonly Memory[]): Promise<void> => {
    const ids = rows.filter((memory) => !isCopy(memory)).map(({ memoryId }) => memoryId);
    forgot = new Set([...(forgot ?? []), ...(await knownToAuthor(writer.sql, settings, row, ids))]);
  };
  const cluster = await clusterOf(writer.sql, row.author_id);
  const all = await ownMemories(writer.sql, row, cluster);
  // What somebody was let know follows what it is a copy of; a directive is about that.
  const own = all.filter((memory) => !isCopy(memory));
  const said = own.filter((memory) => cluster.includes(memory.speakerId ?? ''));
  const toldBefore = held.memoryIdsOf.get(row.record_id) ?? new Set<string>();
  const asking: Asking = { item, said, cluster, toldBefore };
  const outcomes: Outcome[] = [];
  const undone: FactOutcome[] = [];
  const takeBack = async (withinMs: number): Promise<void> => {
    if (wasObeyed(row, held.outcomesOf.get(row.record_id) ?? [])) return;
    const messages = await thatMeant(writer.sql, item, withinMs);
    let rows: readonly Memory[] = [];
    for (const id of messages) if (rows.length === 0) rows = await meantBy(writer, row, id, own);
    const replied = item.unread.context.repliedTo;
    const isOfAnother =
      replied !== null && messages[0] === replied.recordId && !cluster.includes(replied.authorId);
    if (messages.length === 0 || (isOfAnother && rows.length === 0)) {
      undone.push(nothingMeant);
      return;
    }
    await count(rows);
    const about = { cluster, everything: false, spokenOfIn: messages };
    outcomes.push(await forgotten(writer, row, rows, about, at));
  };
  for (const directive of item.reading.directives) {
    switch (directive.kind) {
      case 'forget-about-me':
        await count(all);
        outcomes.push(await forgottenWholly(writer, item, cluster, at));
        break;
      case 'forget':
        if (directive.what === null) await takeBack(contextWindowMs);
        else {
          const { rows } = await meant(writer, item, directive.what, own, { withThis: false, orLast: false });
          await count(rows);
          const about = { cluster, everything: false, spokenOfIn: spokenOfIn(item, directive.what) };
          outcomes.push(await forgotten(writer, row, rows, about, at));
        }
        break;
      case 'take-back':
        await takeBack(justNow);
        break;
      case 'left-undone':
        undone.push({ memoryId: null, outcome: 'NOOP', reason: directive.reason });
        break;
      case 'confide':
        outcomes.push(await confided(writer, asking, directive, at));
        break;
      case 'release':
        outcomes.push(await released(writer, asking, directive));
        break;
      case 'forget-values':
        break;
    }
  }
  return {
    appends: outcomes.flatMap((outcome) => outcome.appends),
    destroyed: outcomes.flatMap((outcome) => outcome.destroyed),
    touched: outcomes.flatMap((outcome) => outcome.touched),
    forgot,
    undone,
  };
};

interface Done {
  readonly touched: readonly Touched[];
  /** By the message that asked for it. */
  readonly forgot: ReadonlyMap<string, ReadonlySet<string>>;
  readonly undone: ReadonlyMap<string, readonly FactOutcome[]>;
}

/**
 * Does what these messages ask to be done with what was said before: forgets it, keeps it to its conversation, tells it
 * on. In the order of the messages, on what is held by then.
 */
export const applyDirectives = async (
  writer: LogWriter,
  items: readonly ToHold[],
  held: Held,
  settings: CountSettings,
): Promise<Done> => {
  const touched: Touched[] = [];
  const forgot = new Map<string, ReadonlySet<string>>();
  const undone = new Map<string, readonly FactOutcome[]>();
  for (const item of items) {
    if (item.reading.directives.length === 0) continue;
    const outcome = await obey(writer, item, held, settings);
    await writer.append(outcome.appends, { actor: 'ingest' });
    await writer.destroyKeys(outcome.destroyed);
    touched.push(...outcome.touched);
    if (outcome.forgot) forgot.set(item.unread.row.record_id, outcome.forgot);
    undone.set(item.unread.row.record_id, outcome.undone);
  }
  return { touched, forgot, undone };
};
