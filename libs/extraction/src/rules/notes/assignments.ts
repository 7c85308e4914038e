import type { SubjectRef } from '#identity';
import { complementOf, readable } from '../../grammar/object.js';
import { sentence } from '../../grammar/render.js';
import { isVerbForm, lemmaOf } from '../../words/verbs.js';
import { aboutPeople, aboutPlace, aboutSelf, labelled, type FactDraft } from '../statements/fact-draft.js';
import { isWord, type Token } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { personAt } from '../../mentions/person-at.js';
import { timeIn, timeRunAt } from '../../text/times.js';
import { isMatter, partOf, rota } from './turns.js';
import { isSelfContained, type Unit } from './unit.js';
import type { Label } from './label.js';

const assigned = (
  unit: Unit,
  ref: SubjectRef,
  what: readonly Token[],
  confidence = 0.8,
): FactDraft | null => {
  const shown = readable(what).replace(/[.!;,]+$/u, '');
  const told = what.filter(isWord);
  if (told.length === 0 || told.length > 18 || !isSelfContained(what.slice(0, 2))) return null;
  const finding = { type: 'task', confidence, importance: 0.6 } as const;
  return aboutPeople(
    unit,
    { content: labelled('Assigned', shown), finding, pattern: 'assigned' },
    [ref],
    0.88,
  );
};

const kept = (found: readonly (FactDraft | null)[]): readonly FactDraft[] =>
  found.filter((one) => one !== null);

/** "ben - pricing page, chloe - GA4 events": the pieces of a list that begin with somebody. */
const byPerson = (
  tokens: readonly Token[],
  who: MentionResolver,
): readonly { readonly ref: SubjectRef; readonly what: readonly Token[] }[] => {
  const found: { ref: SubjectRef; what: Token[] }[] = [];
  let at = 0;
  while (at < tokens.length) {
    const starts = at === 0 || /^[,;/|\n]$|^and$|^&$/u.test(tokens[at - 1]?.lower ?? '');
    const person = starts ? personAt(tokens, at, who) : null;
    const mark = person ? tokens[at + person.length] : undefined;
    const marked =
      mark !== undefined && /^(?:[:=\u2192(-]|\u2013|\u2014|does|takes|gets|on)$/u.test(mark.lower);
    if (person && (marked || timeRunAt(tokens, at + person.length))) {
      found.push({ ref: person.ref, what: [] });
      at += person.length + (marked ? 1 : 0);
      continue;
    }
    const token = tokens[at];
    if (token && found.length === 0) return [];
    if (token) found.at(-1)?.what.push(token);
    at += 1;
  }
  return found.map(({ ref, what }) => ({ ref, what: withoutTail(what) }));
};

const withoutTail = (tokens: readonly Token[]): readonly Token[] => {
  let end = tokens.length;
  while (end > 0 && !isWord(tokens[end - 1])) end -= 1;
  return tokens.slice(0, end);
};

/** Behind a label of tasks, the tasks with whose each one is. */
export const tasksOf = (unit: Unit, who: MentionResolver, label: Label): readonly FactDraft[] => {
  const owner =
    label.rest.length > 0
      ? personAt(
          label.rest,
          label.rest.findIndex((token) => isWord(token) && !/^(?:for|by)$/u.test(token.lower)),
          who,
        )
      : null;
  if (owner) return kept([assigned(unit, owner.ref, label.value)]);
  const each = byPerson(label.value, who).map(({ ref, what }) => assigned(unit, ref, what));
  if (each.length > 0 && each.every((one) => one !== null)) return kept(each);
  const arrow = arrowed(unit, label.value, who);
  if (arrow.length > 0) return arrow;
  const c = complementOf(label.value);
  if (
    c.words.length < 2 ||
    c.words.length > 16 ||
    c.deictic ||
    !isSelfContained(label.value) ||
    (label.isBare && !timeIn(label.value))
  )
    return [];
  const statement = {
    content: labelled(sentence(label.said), c.text),
    finding: { type: 'task' as const, confidence: 0.76 },
    pattern: 'note-task',
  };
  return [
    label.isOwn || who.context.place.type === 'dm'
      ? aboutSelf(unit, statement, 0.85)
      : aboutPlace(unit, statement),
  ];
};

const arrows = /^(?:\u2192|=>|->|-->)$/u;
/** "Q3 deck → Ana by Thu". */
const arrowed = (unit: Unit, tokens: readonly Token[], who: MentionResolver): readonly FactDraft[] => {
  const at = tokens.findIndex((token, index) => index > 0 && arrows.test(token.text));
  if (at < 1) return [];
  const next = arrows.test(tokens[at]?.text ?? '') ? at + 1 : at + 2;
  const what = tokens.slice(0, at);
  const person = personAt(tokens, next, who);
  if (!person || !isMatter(what)) return [];
  const after = tokens.slice(next + person.length);
  if (after.some(isWord) && !timeRunAt(after, 0)) return [];
  const due = after.length > 0 && after.length <= 8 ? after : [];
  return kept([assigned(unit, person.ref, [...what, ...due])]);
};

const given = /^(?:assigned|reassigned|delegated|allocated|handed|given|passed)$/u;
/** "task 5531 assigned to farid, due friday". */
const assignedTo = (unit: Unit, tokens: readonly Token[], who: MentionResolver): readonly FactDraft[] => {
  const at = tokens.findIndex((token, index) => index > 0 && given.test(token.lower));
  if (at < 1 || at > 9) return [];
  const to = tokens.slice(at, at + 3).findIndex((token) => token.lower === 'to');
  const person = to < 0 ? null : personAt(tokens, at + to + 1, who);
  const what = tokens
    .slice(0, at)
    .filter(
      (token, index, all) => !(index === all.length - 1 && /^(?:is|was|been|got|now)$/u.test(token.lower)),
    );
  if (!person || !isMatter(what)) return [];
  const after = tokens.slice(at + to + 1 + person.length);
  return kept([assigned(unit, person.ref, [...what, ...after.slice(0, 10)])]);
};

/** "ben: slides, chloe: venue": a list of people, each with what is theirs. */
const shared = (unit: Unit, tokens: readonly Token[], who: MentionResolver): readonly FactDraft[] => {
  const each = byPerson(tokens, who);
  if (
    each.length < 2 ||
    each.some(
      ({ what }) =>
        !isMatter(what) ||
        (isVerbForm(what[0]?.lower ?? '') &&
          lemmaOf(what[0]?.lower ?? '', 'gerund') === null &&
          what.length < 2),
    )
  )
    return [];
  return kept(each.map(({ ref, what }) => assigned(unit, ref, what, 0.76)));
};

/** Who is to do what, without a verb that says so. */
export const assignmentsIn = (unit: Unit, who: MentionResolver): readonly FactDraft[] => {
  for (const reader of [assignedTo, arrowed, rota, partOf, shared]) {
    const found = reader(unit, unit.plain, who);
    if (found.length > 0) return found;
  }
  return [];
};
