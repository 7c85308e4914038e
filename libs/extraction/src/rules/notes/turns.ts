import type { SubjectRef } from '#identity';
import { readable } from '../../grammar/object.js';
import { sentence } from '../../grammar/render.js';
import { lemmaOf } from '../../words/verbs.js';
import { isIn } from '../../words/lexicon.js';
import { aboutPeople, labelled, type FactDraft } from '../statements/fact-draft.js';
import { isWord, type Token } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { personAt } from '../../mentions/person-at.js';
import { timeRunAt } from '../../text/times.js';
import { isSelfContained, type Unit } from './unit.js';
import { isNoteWord } from '../../words/note-words.js';

/** What is given to somebody: a thing, and no clause. */
export const isMatter = (tokens: readonly Token[]): boolean => {
  const told = tokens.filter(isWord);
  return (
    told.length > 0 &&
    told.length <= 9 &&
    isSelfContained(tokens) &&
    !told.some((token) => /^(?:is|are|was|were|has|have|will|can|do|does|the n)$/u.test(token.lower)) &&
    !(told.length === 1 && isIn('fillers', told[0]?.lower ?? ''))
  );
};

const turnWords = /^(?:duty|duties|rota|rotation|shift|job|chore)$/u;
/** "captain: ben", "note taker - @ivy": a part to play, and who plays it. */
export const partOf = (unit: Unit, tokens: readonly Token[], who: MentionResolver): readonly FactDraft[] => {
  const mark = tokens.findIndex(
    (token, index) => index > 0 && /^[:=\u2192-]$/u.test(token.text) && (token.text !== '-' || token.spaced),
  );
  if (mark < 1 || mark > 6) return [];
  const part = tokens.slice(0, mark);
  const named = part.filter(isWord).map((token) => token.lower);
  const plays =
    [named.join(' '), named.slice(-2).join(' '), named.at(-1) ?? '', named[0] ?? ''].some((word) =>
      isNoteWord('roles', word),
    ) ||
    named.some(
      (word, index) => turnWords.test(word) || isNoteWord('activities', `${word} ${named[index + 1] ?? ''}`),
    );
  if (!plays || !isMatter(part)) return [];
  const people: SubjectRef[] = [];
  let at = mark + 1;
  for (;;) {
    const person = personAt(tokens, at, who);
    if (!person) break;
    people.push(person.ref);
    at += person.length;
    const step = /^(?:and|then)$/u.test(tokens[at + 1]?.lower ?? '') ? 2 : 1;
    if (!/^(?:,|and|&|\+)$/u.test(tokens[at]?.lower ?? '') || !personAt(tokens, at + step, who)) break;
    at += step;
  }
  const after = tokens.slice(at).filter(isWord);
  if (
    people.length === 0 ||
    (after.length > 0 &&
      !timeRunAt(tokens, at) &&
      !/^(?:,|\(|until|for|from|this|next)$/u.test(tokens[at]?.lower ?? ''))
  )
    return [];
  const content = labelled('Role', readable([...part, ...tokens.slice(at, at + 8)]));
  const finding = { type: 'knowledge', confidence: 0.8, importance: 0.65 } as const;
  return [aboutPeople(unit, { content, finding, pattern: 'part' }, people, 0.88)];
};

/** "Ben mondays, chloe fridays", or the day first: whose turn is when. */
const turnsOf = (
  tokens: readonly Token[],
  who: MentionResolver,
): readonly { readonly ref: SubjectRef; readonly when: readonly Token[] }[] => {
  const found: { ref: SubjectRef; when: readonly Token[] }[] = [];
  for (const item of itemsIn(tokens)) {
    const person = personAt(item, 0, who);
    const verb = person && lemmaOf(item[person.length]?.lower ?? '', 'third') !== null ? 1 : 0;
    const after = person ? timeRunAt(item, person.length + verb) : null;
    const before = person ? null : timeRunAt(item, 0);
    const second = before ? personAt(item, before.end, who) : null;
    if (person && after?.hasDay === true)
      found.push({ ref: person.ref, when: item.slice(person.length, after.end) });
    else if (before?.hasDay === true && second)
      found.push({ ref: second.ref, when: item.slice(0, before.end) });
    else if (found.length < 2) return [];
    else break;
  }
  return found;
};

const itemsIn = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  const items: Token[][] = [[]];
  for (const token of tokens) {
    if (/^[,;/|]$/u.test(token.text) || token.lower === 'and' || token.text === '.') items.push([]);
    else items.at(-1)?.push(token);
  }
  return items.filter((item) => item.length > 0);
};

/** "Detention duty: mon chloe, wed jon", "adults on duty: gwen mon, dev tue". */
export const rota = (unit: Unit, tokens: readonly Token[], who: MentionResolver): readonly FactDraft[] => {
  const mark = tokens.findIndex((token, index) => index > 0 && token.text === ':');
  if (mark < 1 || mark > 16) return [];
  const comma = tokens
    .slice(0, mark)
    .map((token) => token.text)
    .lastIndexOf(',');
  const duty = tokens.slice(comma + 1, mark);
  const turns = turnsOf(tokens.slice(mark + 1), who);
  if (turns.length < 2 || !isMatter(duty)) return [];
  const finding = { type: 'task', confidence: 0.8, importance: 0.6 } as const;
  return turns.map(({ ref, when }) =>
    aboutPeople(
      unit,
      { content: labelled(sentence(readable(duty)), readable(when)), finding, pattern: 'rota' },
      [ref],
      0.88,
    ),
  );
};
