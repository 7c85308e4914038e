import { nothingHeld, releaseTo, tooSensitive, wasFreedAt, type FactOutcome, type Memory } from '#domain';
import type { LogWriter } from '#event-log';
import type { Directive } from '#safety';
import { clustersOf, copiesOf } from '#read-models';
import { memoryAppends } from '../../settle-topics/memory-appends.js';
import { touchedBy } from '../../settle-topics/settle-topics.js';
import type { Binding } from '../target/bound.js';
import { entitiesOf, shared, sharingMessageOf } from '../target/copies.js';
import type { Asking } from '../target/effect.js';
import { releaseMessages } from '../withhold/release-messages.js';
import { lastKept, lastOwn, targetOf, saidBy, wordsHeld } from '../target/target.js';

type Releasing = Extract<Directive, { readonly kind: 'release' }>;

const denies = /\b(?:not|never|no|none|nothing|without|cannot)\b|n't\b/iu;
/** "You can tell Ana I'm not moving" is no leave to tell that they are. */
const isAsSaid = ({ content }: Memory, what: string): boolean =>
  denies.test(content ?? '') === denies.test(what);

/** What is sensitive is told to those whom it is about and who said it, whoever else may know it. */
const isTold = ({ sensitivity }: Memory): boolean => sensitivity < 2;

interface Shared extends Binding {
  /** What of it changes nothing. */
  readonly undone: readonly FactOutcome[];
}

/** "You can tell Ana" means what was said before; if some of that was kept from her, it means only this. */
export const share = async (writer: LogWriter, asking: Asking, { what, to }: Releasing): Promise<Shared> => {
  const { sql, idKey } = writer;
  const { item, said } = asking;
  const { row } = item.message;
  const toIds = entitiesOf(to);
  const linked = (await clustersOf(sql, toIds)).flat();
  const freedIds = to.length === 0 ? 'everybody' : linked;
  const wasFreed = ({ disclosureHistory }: Memory): boolean =>
    wasFreedAt(disclosureHistory, freedIds, row.sent_at);
  const spokenOf = what === null ? said : said.filter((memory) => isAsSaid(memory, what));
  // INVARIANT: a leave that names what may be told opens nothing else, even when no memory of that name is found.
  const found = await targetOf(writer, item, what, spokenOf, {
    withThis: what === null,
    last: what === null ? lastOwn : null,
    wordsOf: wordsHeld,
  });
  const kept = what === null ? lastKept(said, linked, { wasFreed, at: row.sent_at }) : [];
  const rows = await saidBy(sql, kept.length > 0 ? kept : found.rows, row.sent_at);
  const copies = await copiesOf(sql, idKey, row.tenant_id, rows);
  const message = sharingMessageOf(row);
  const released = await releaseMessages(writer, asking, what, freedIds);
  return {
    appends: [
      ...released.appends,
      ...memoryAppends([
        ...rows.flatMap((memory) => releaseTo(memory, message, freedIds)),
        ...shared(writer, asking, rows, toIds, copies),
      ]),
    ],
    destroyed: [],
    touched: touchedBy(rows),
    undone: [
      ...(rows.length + released.recordIds.length === 0 ? [nothingHeld] : []),
      ...(rows.every(isTold) ? [] : [tooSensitive]),
    ],
    bound: {
      rows: rows.filter(isTold),
      unbound: rows.filter((memory) => !isTold(memory)),
      recordIds: released.recordIds,
      withItself: false,
    },
  };
};
