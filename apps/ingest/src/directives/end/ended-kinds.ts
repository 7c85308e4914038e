import type { Memory } from '#domain';
import { statesStill } from '#extraction';
import type { Directive, EndedState } from '#safety';
import type { Asking } from '../target/effect.js';

type Ended = Extract<Directive, { readonly kind: 'end' }>['what'];

export const dated = /\((\d{4}-\d\d-\d\d)[^()]*\)/u;
const recurs = /\b(?:every|each|daily|weekly|monthly|yearly)\b/iu;
/** What somebody has yet to do, means to do, or owes. */
const stillDue =
  /^(?:(?:going|hoping|planning|trying|looking|wanting)\b|(?:needs?|will|wants?|has to|hopes?|plans?|intends?|owes?|borrow\w*|los[te]\w*|might)\b|\p{L}+ing\b)/iu;
const passing: ReadonlySet<Memory['memoryType']> = new Set(['event', 'task', 'context', 'goal', 'decision']);

/** Whether what a memory says can be ended so: what was done once stays done, and who sold a boat may like boats. */
const isOfState = (what: EndedState, { content, memoryType }: Memory): boolean => {
  const said = content ?? '';
  switch (what) {
    case 'habit':
      return statesStill(said, 'doing');
    case 'work':
      return statesStill(said, 'working');
    case 'having':
      return statesStill(said, 'having');
    case 'due':
      return stillDue.test(said);
    case 'event':
      return (passing.has(memoryType) || dated.test(said)) && !recurs.test(said);
  }
};

const states: ReadonlySet<Ended> = new Set<EndedState>(['habit', 'work', 'having', 'event', 'due']);
export const isEndedState = (what: Ended): what is EndedState => states.has(what);

/**
 * Whether a memory is one that who says so may end.
 * INVARIANT: nobody ends what others said of others; of what is about nobody, such as when something is, whoever is there.
 */
export const isOfKind = ({ cluster, item }: Asking, what: Ended, memory: Memory): boolean => {
  const isOwn = cluster.includes(memory.speakerId ?? '');
  const isAbout = memory.subjectIds.some((id) => cluster.includes(id));
  const isHere = memory.sourceId === item.message.row.source_id;
  switch (what) {
    case 'told-of-them':
      return !isOwn && isAbout;
    case 'plan':
      return isOwn && passing.has(memory.memoryType);
    case 'dated':
      return isOwn && dated.test(memory.content ?? '');
    case 'own':
      return isOwn;
    case 'of-the-place':
      return memory.subjectIds.length === 0 && isHere;
    case 'event':
      return (isOwn || (isHere && (isAbout || memory.subjectIds.length === 0))) && isOfState(what, memory);
    case 'habit':
    case 'work':
    case 'due':
      return isOwn && isAbout && isOfState(what, memory);
    case 'having':
      return isAbout && (isOwn || isHere) && isOfState(what, memory);
  }
};
