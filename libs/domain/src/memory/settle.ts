import { event } from '../events.js';
import type { IdKey } from '../ids.js';
import type { Knobs } from '../knobs.js';
import type { MemoryEvent } from './memory-event.js';
import type { Memory } from './memory.js';
import { isCopy, isCopyOf } from './share.js';

/** One live statement on a topic, as far as settling needs to see it. */
export interface Statement {
  readonly memoryId: string;
  readonly speakerId: string | null;
  readonly subjectIds: readonly string[];
  readonly value: string | null;
  readonly observedAt: Date;
  readonly sourceId: string | null;
  /** It is not for everybody whom its speaker meets. */
  readonly isConfined: boolean;
}

export interface Settled {
  readonly supersededBy: { readonly memoryId: string; readonly at: Date } | null;
  readonly conflictsWith: readonly string[];
}

const later = (a: Statement, b: Statement): number =>
  a.observedAt.getTime() - b.observedAt.getTime() || (a.memoryId < b.memoryId ? -1 : 1);

const isOwn = (statement: Statement): boolean =>
  statement.speakerId !== null && statement.subjectIds.includes(statement.speakerId);

/** Where a person's own word takes the place of hearsay that was said elsewhere, or only of what was said in the same place. */
export type SettlingKnobs = Pick<Knobs, 'privacy.own_word_replaces_hearsay'>;

const replaces = (own: Statement, hearsay: Statement, knobs: SettlingKnobs): boolean =>
  (!own.isConfined && knobs['privacy.own_word_replaces_hearsay'] === 'anywhere') ||
  (own.sourceId !== null && own.sourceId === hearsay.sourceId);

const otherThan = 'other than ';

/** "Other than Yu" agrees with whatever is not Yu: it takes the place of that alone, and says nothing against the rest. */
const agree = (one: string | null, other: string | null): boolean => {
  if (one === other) return true;
  if (one === null || other === null) return false;
  const [excludes, excluded] = one.startsWith(otherThan) ? [one, other] : [other, one];
  return excludes.startsWith(otherThan) && excludes.slice(otherThan.length) !== excluded;
};

const isAnother = (after: Statement, before: Statement): boolean =>
  after.value === null || !agree(after.value, before.value);

/**
 * What stands, among the statements of one agent about the same subjects on the same topic.
 * A pure function of the set: the order in which statements arrived cannot matter.
 *
 * The same speaker's latest statement stands, and so does the same said before it in a row: each may be heard by others,
 * and nothing is replaced by hearing it again elsewhere. A person's own statement replaces hearsay about them; hearsay never
 * replaces it. Different speakers about a third person both stand and are marked when they differ. So are, by the knob
 * `same_source`, a person's own word and the hearsay of another place, which then stand side by side.
 *
 * INVARIANT: what somebody said in confidence replaces nothing that others say elsewhere: whoever guesses at it would see
 * by the guess that goes, and the one that stays, what it is.
 */
export const settle = (
  statements: readonly Statement[],
  knobs: SettlingKnobs,
): ReadonlyMap<string, Settled> => {
  const bySpeaker = new Map<string | null, Statement[]>();
  for (const statement of [...statements].sort(later)) {
    const own = bySpeaker.get(statement.speakerId);
    if (own) own.push(statement);
    else bySpeaker.set(statement.speakerId, [statement]);
  }
  const settled = new Map<string, Settled>();
  const standing: Statement[] = [];
  for (const [speakerId, said] of bySpeaker) {
    said.forEach((statement, index) => {
      const next =
        speakerId === null ? undefined : said.slice(index + 1).find((after) => isAnother(after, statement));
      if (next)
        settled.set(statement.memoryId, {
          supersededBy: { memoryId: next.memoryId, at: next.observedAt },
          conflictsWith: [],
        });
      else standing.push(statement);
    });
  }
  const ofThemselves = standing.filter(isOwn).sort(later);
  const replacing = new Map(
    standing
      .filter((statement) => !isOwn(statement))
      .map(
        (hearsay) => [hearsay, ofThemselves.filter((own) => replaces(own, hearsay, knobs)).at(-1)] as const,
      ),
  );
  const survivors = standing.filter((statement) => replacing.get(statement) === undefined);
  for (const statement of standing) {
    const own = replacing.get(statement);
    if (own) {
      const at = new Date(Math.max(own.observedAt.getTime(), statement.observedAt.getTime()));
      settled.set(statement.memoryId, { supersededBy: { memoryId: own.memoryId, at }, conflictsWith: [] });
      continue;
    }
    const conflictsWith = survivors
      .filter((other) => other.memoryId !== statement.memoryId && !agree(other.value, statement.value))
      .map((other) => other.memoryId)
      .sort();
    settled.set(statement.memoryId, { supersededBy: null, conflictsWith });
  }
  return settled;
};

/** Put away because it was replaced, or replaced since: it gives way to nothing when what replaced it is gone. */
const gaveWay = ({ status, supersededBy }: Pick<Memory, 'status' | 'supersededBy'>): boolean =>
  status === 'superseded' || (status === 'archived' && supersededBy !== null);

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/** A memory on a topic, as far as settling the topic needs to see it. */
export type TopicMemory = Pick<
  Memory,
  | 'memoryId'
  | 'speakerId'
  | 'ownerId'
  | 'subjectIds'
  | 'value'
  | 'observedAt'
  | 'status'
  | 'supersededBy'
  | 'supersededAt'
  | 'conflictsWith'
  | 'sharedIn'
  | 'endedIn'
  | 'copyOf'
  | 'sourceId'
  | 'scope'
  | 'sensitivity'
  | 'disclosure'
  | 'withheldFromIds'
>;

/** What a restricted place taught is of that place, and told there in no confidence. */
const isConfined = ({ sensitivity, scope, disclosure, withheldFromIds }: TopicMemory): boolean =>
  sensitivity >= 2 ||
  withheldFromIds.length > 0 ||
  (scope === 'private_subject' && disclosure === 'conversation_private');

/**
 * INVARIANT: what somebody was let know is no statement: it stands as long as what it is a copy of, and replaces nothing.
 */
const settledWithCopies = (
  memories: readonly TopicMemory[],
  idKey: IdKey,
  knobs: SettlingKnobs,
): ReadonlyMap<string, Settled> => {
  const statements = memories.filter((memory) => !isCopy(memory));
  const settled = settle(
    statements.map((memory) => ({ ...memory, isConfined: isConfined(memory) })),
    knobs,
  );
  const ofCopies = memories.filter(isCopy).flatMap((copy): readonly (readonly [string, Settled])[] => {
    const original = statements.find(({ memoryId }) => isCopyOf(idKey, copy, memoryId));
    const same = original && settled.get(original.memoryId);
    return same ? [[copy.memoryId, same]] : [];
  });
  return new Map([...settled, ...ofCopies]);
};

/** What settles these memories of one agent about the same subjects on one topic: nothing where they stand as they should. */
export const settleTopic = (
  all: readonly TopicMemory[],
  idKey: IdKey,
  knobs: SettlingKnobs,
  at: Date,
): readonly MemoryEvent[] => {
  // What was said not to be so states nothing, and is not brought back by what goes.
  const memories = all.filter(({ endedIn }) => endedIn === null);
  const settled = settledWithCopies(memories, idKey, knobs);
  return memories.flatMap((memory): MemoryEvent[] => {
    const target = settled.get(memory.memoryId);
    if (!target) return [];
    const { memoryId } = memory;
    if (target.supersededBy) {
      const { memoryId: by, at: since } = target.supersededBy;
      const isSo =
        gaveWay(memory) && memory.supersededBy === by && memory.supersededAt?.getTime() === since.getTime();
      return isSo ? [] : [event('MemorySuperseded', { memoryId, by, at: since }, at)];
    }
    const restored = gaveWay(memory) ? [event('MemoryRestored', { memoryId }, at)] : [];
    const conflicts = sameIds([...memory.conflictsWith].sort(), target.conflictsWith)
      ? []
      : [event('MemoryConflictsFound', { memoryId, with: [...target.conflictsWith] }, at)];
    return [...restored, ...conflicts];
  });
};
