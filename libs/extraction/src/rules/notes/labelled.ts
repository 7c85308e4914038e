import type { MemoryType, Sensitivity } from '#domain';
import { valueOf, type Finding } from '../frames/frame.js';
import { complementOf, readable } from '../../grammar/object.js';
import { sentence } from '../../grammar/render.js';
import { opensQuestion } from '../../text/pieces.js';
import { isWord, type Token } from '../../text/tokens.js';
import { aboutPlace, aboutSelf, labelled, type FactDraft } from '../statements/fact-draft.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { tasksOf } from './assignments.js';
import { labelOf, type Label } from './label.js';
import { timeIn } from '../../text/times.js';
import { isSelfContained, isSolid, type Unit } from './unit.js';
import type { LabelClass } from '../../words/note-words.js';

interface Kept {
  readonly type: MemoryType;
  readonly confidence: number;
  readonly importance?: number;
  readonly sensitivity?: Sensitivity;
  /** The value must be of this kind to be kept. */
  readonly fits: (value: readonly Token[], label: Label) => boolean;
  readonly about: 'place' | 'speaker' | 'speaker-in-dm';
}

const words = (value: readonly Token[]): number => value.filter(isWord).length;
const hasNumber = (value: readonly Token[]): boolean => value.some((token) => /\d/u.test(token.text));
const imperative = /^(?:please|pls|plz|see|read|check|try|run|click|open|go|ask|use|do|try|let|just|make)$/u;
const isTold = (value: readonly Token[]): boolean =>
  isSelfContained(value) && !opensQuestion(value) && !imperative.test(value[0]?.lower ?? '');

const kept: Readonly<Record<Exclude<LabelClass, 'task'>, Kept>> = {
  decision: {
    type: 'decision',
    confidence: 0.84,
    importance: 0.75,
    about: 'place',
    fits: (v) => words(v) >= 2 && isTold(v),
  },
  finding: {
    type: 'knowledge',
    confidence: 0.8,
    importance: 0.65,
    about: 'place',
    fits: (v, l) => words(v) >= 3 && isTold(v) && !l.isBare,
  },
  status: {
    type: 'context',
    confidence: 0.78,
    about: 'place',
    fits: (v) => words(v) >= 2 && isTold(v) && (isSolid(v) || words(v) >= 4),
  },
  schedule: {
    type: 'knowledge',
    confidence: 0.8,
    importance: 0.6,
    about: 'place',
    fits: (v, l) => isTold(v) && timeIn(v) !== null && (!l.isBare || words(v) <= 12),
  },
  value: {
    type: 'knowledge',
    confidence: 0.78,
    about: 'place',
    fits: (v, l) => isTold(v) && words(v) <= 16 && isSolid(v) && !l.isBare,
  },
  notice: {
    type: 'knowledge',
    confidence: 0.76,
    about: 'place',
    fits: (v) => words(v) >= 3 && isTold(v) && isSolid(v),
  },
  measure: {
    type: 'knowledge',
    confidence: 0.82,
    importance: 0.7,
    sensitivity: 2,
    about: 'speaker-in-dm',
    fits: (v) => hasNumber(v) && words(v) <= 20,
  },
  record: {
    type: 'knowledge',
    confidence: 0.78,
    about: 'speaker',
    fits: (v) => hasNumber(v) && words(v) <= 10,
  },
  self: {
    type: 'preference',
    confidence: 0.82,
    about: 'speaker',
    fits: (v) => words(v) >= 1 && words(v) <= 20,
  },
};

/** What stands in brackets before a status is not what a program prints there. */
const inBrackets = new Set<LabelClass>(['decision', 'finding', 'task', 'status', 'schedule']);
/** Labels of secrets, and of what somebody asks to forget: no note is made of them. */
const unkept =
  /^(?:tokens?|passwords?|passcodes?|credentials?|secrets?|pins?|deleted?|erased?|forget|forgotten)$/u;
const goals = /\b(?:goals?|ambition|dream|plan)$/u;

const findingOf = (one: Kept, label: Label, shown: string, isDated: boolean): Finding => {
  const recurring = one.type === 'context' || one.type === 'knowledge' || one.type === 'preference';
  return {
    type:
      one.type === 'preference' && goals.test(label.key)
        ? 'goal'
        : isDated && one.about === 'place' && one.type === 'knowledge'
          ? 'event'
          : one.type,
    confidence: one.confidence,
    ...(one.importance === undefined ? {} : { importance: one.importance }),
    ...(one.sensitivity === undefined ? {} : { sensitivity: one.sensitivity }),
    ...(recurring && label.key.includes(' ') ? { topic: `noted:${label.key}`, value: valueOf(shown) } : {}),
  };
};

const made = (unit: Unit, who: MentionResolver, label: Label, name: LabelClass): readonly FactDraft[] => {
  if (name === 'task') return tasksOf(unit, who, label);
  const one = kept[name];
  if ((name === 'self' && !label.isOwn) || (label.isBracketed && !inBrackets.has(name))) return [];
  if (label.value.some((token) => unkept.test(token.lower))) return [];
  if (!one.fits(label.value, label)) return [];
  const value = name === 'measure' || name === 'record' ? complementOf(label.value).tokens : label.value;
  const shown = readable(value).replace(/[.!;,]+$/u, '');
  if (shown === '' || shown.length > 220) return [];
  const run = timeIn(value)?.run;
  const statement = {
    content: labelled(sentence(label.said), shown),
    finding: findingOf(one, label, shown, name === 'schedule' && run?.hasDay === true && !run.recurs),
    pattern: `note-${name}`,
  };
  const isOwn =
    label.isOwn ||
    one.about === 'speaker' ||
    (one.about === 'speaker-in-dm' && who.context.place.type === 'dm');
  return [isOwn ? aboutSelf(unit, statement, 0.9) : aboutPlace(unit, statement)];
};

/** "Root cause of #812: …", "[handoff] …", "Current dose: 20 mg": what its label says it is. */
export const labelledIn = (unit: Unit, who: MentionResolver): readonly FactDraft[] => {
  const label = labelOf(unit.plain) ?? labelOf(unit.tokens);
  if (!label) return [];
  const classes =
    label.isOwn && label.classes.includes('self')
      ? (['self'] as const)
      : label.classes.filter((name) => name !== 'self');
  for (const name of classes) {
    const found = made(unit, who, label, name);
    if (found.length > 0) return found;
  }
  return [];
};
