import type { LogWriter } from '#event-log';
import { isCopy, type FactOutcome, type Memory } from '#domain';
import { clusterOf, contextWindowMs, ownMemories } from '#read-models';
import type { ExtractedMessage } from '../message-context/message-context.js';
import { knownToAuthor, type CountSettings } from './forget/count-forgotten.js';
import { erase } from './forget/erase.js';
import type { EarlierCapture } from '../capture-facts/earlier-capture.js';
import { disown } from './disown/disown.js';
import type { Asking, Effect } from './target/effect.js';
import { share } from './share/share.js';
import { withhold } from './withhold/withhold.js';
import { justNow, targetOf, saidIn, nothingMeant, thatMeant, wasCarriedOut } from './target/target.js';
import type { Touched } from '../settle-topics/settle-topics.js';
import { speaksOf } from './target/speaks-of.js';
import { eraseEverywhere } from './forget/erase-everywhere.js';
import { eraseWholly } from './forget/erase-wholly.js';

/** What its author said here shortly before, of what the order names: it goes also where no memory was drawn from it. */
const spokenOfIn = (
  { message: { row, context } }: ExtractedMessage,
  what: string | null,
): readonly string[] =>
  what === null
    ? []
    : context.before
        .filter(({ authorId, text }) => authorId === row.author_id && speaksOf(text, what))
        .map(({ recordId }) => recordId);

/** What was done, and what the author may be told went by it; null where nothing was to be forgotten. */
interface CarriedOut extends Effect {
  readonly forgot: ReadonlySet<string> | null;
  /** What was asked and not done here, with its reason. */
  readonly undone: readonly FactOutcome[];
}

const carryOut = async (
  writer: LogWriter,
  item: ExtractedMessage,
  held: EarlierCapture,
  settings: CountSettings,
): Promise<CarriedOut> => {
  const { row } = item.message;
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
  const effects: Effect[] = [];
  const undone: FactOutcome[] = [];
  const takeBack = async (withinMs: number): Promise<void> => {
    if (wasCarriedOut(row, held.outcomesOf.get(row.record_id) ?? [])) return;
    const messages = await thatMeant(writer.sql, item, withinMs);
    let rows: readonly Memory[] = [];
    for (const id of messages) if (rows.length === 0) rows = await saidIn(writer, row, id, own);
    const replied = item.message.context.repliedTo;
    const isOfAnother =
      replied !== null && messages[0] === replied.recordId && !cluster.includes(replied.authorId);
    if (messages.length === 0 || (isOfAnother && rows.length === 0)) {
      undone.push(nothingMeant);
      return;
    }
    await count(rows);
    const about = { cluster, everything: false, reason: 'asked-in-a-message' as const, spokenOfIn: messages };
    effects.push(await erase(writer, row, rows, about, at));
  };
  for (const directive of item.reading.directives) {
    switch (directive.kind) {
      case 'forget-about-me':
        await count(all);
        effects.push(
          await eraseWholly(writer, row, { cluster, keepsOwn: false, reason: 'asked-in-a-message' }, at),
        );
        if (directive.ofEveryAgent) undone.push(await eraseEverywhere(writer, row, cluster));
        break;
      case 'forget':
        if (directive.what === null) await takeBack(contextWindowMs);
        else {
          const { rows } = await targetOf(writer, item, directive.what, own, {
            withThis: false,
            orLast: false,
          });
          await count(rows);
          const about = {
            cluster,
            everything: false,
            reason: 'asked-in-a-message' as const,
            spokenOfIn: spokenOfIn(item, directive.what),
          };
          effects.push(await erase(writer, row, rows, about, at));
        }
        break;
      case 'take-back':
        await takeBack(justNow);
        break;
      case 'left-undone':
        undone.push({ memoryId: null, outcome: 'NOOP', reason: directive.reason });
        break;
      case 'confide':
        effects.push(await withhold(writer, asking, directive, at));
        break;
      case 'release':
        effects.push(await share(writer, asking, directive));
        break;
      case 'disown':
        effects.push({ appends: await disown(writer, item, own, () => at), destroyed: [], touched: [] });
        break;
      case 'forget-values':
        break;
    }
  }
  return {
    appends: effects.flatMap((effect) => effect.appends),
    destroyed: effects.flatMap((effect) => effect.destroyed),
    touched: effects.flatMap((effect) => effect.touched),
    forgot,
    undone,
  };
};

interface AllCarriedOut {
  readonly touched: readonly Touched[];
  /** By the message that asked for it. */
  readonly forgot: ReadonlyMap<string, ReadonlySet<string>>;
  readonly undone: ReadonlyMap<string, readonly FactOutcome[]>;
  /** Messages that lost their words to an order in another one. */
  readonly emptied: ReadonlySet<string>;
}

const emptiedBy = (orderId: string, { appends }: Effect): readonly string[] =>
  appends.flatMap(({ events }) =>
    events.flatMap((event) =>
      (event.type === 'MessageEdited' || event.type === 'MessageDeleted') && event.data.keyId !== orderId
        ? [event.data.keyId]
        : [],
    ),
  );

/**
 * Does what these messages ask to be done with what was said before: forgets it, keeps it to its conversation, tells it
 * on. In the order of the messages, on what is held by then.
 */
export const carryOutDirectives = async (
  writer: LogWriter,
  items: readonly ExtractedMessage[],
  held: EarlierCapture,
  settings: CountSettings,
): Promise<AllCarriedOut> => {
  const touched: Touched[] = [];
  const forgot = new Map<string, ReadonlySet<string>>();
  const undone = new Map<string, readonly FactOutcome[]>();
  const emptied = new Set<string>();
  for (const item of items) {
    if (item.reading.directives.length === 0) continue;
    const outcome = await carryOut(writer, item, held, settings);
    await writer.append(outcome.appends, { actor: 'ingest' });
    await writer.destroyKeys(outcome.destroyed);
    touched.push(...outcome.touched);
    if (outcome.forgot) forgot.set(item.message.row.record_id, outcome.forgot);
    undone.set(item.message.row.record_id, outcome.undone);
    for (const recordId of emptiedBy(item.message.row.record_id, outcome)) emptied.add(recordId);
  }
  return { touched, forgot, undone, emptied };
};
