import type { SubjectRef } from '#identity';
import { readable } from '../../grammar/object.js';
import { sentence } from '../../grammar/render.js';
import { isGivenName, isIn } from '../../words/lexicon.js';
import { personAt } from '../../mentions/person-at.js';
import { isNoteWord } from '../../words/note-words.js';
import type { Clause } from '../../text/clauses.js';
import { isWord, type Token } from '../../text/tokens.js';
import { kinAt } from '../../mentions/kin-at.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { isOneAtATime, kinName } from './kin-name.js';
import { aboutPeople, labelled, type FactDraft } from './fact-draft.js';

const copula = /^(?:is|are|=)$/u;
const joint = /^(?:of|for|at|in|on|from|to|this|next|until|till|we|i|here|with|as|today|now|currently)$/u;

/** The role that a noun phrase names: its words up to the first joint, the last of which tells. */
const namesRole = (phrase: readonly Token[]): boolean => {
  const words = phrase.filter(isWord).map((token) => token.lower);
  const end = words.findIndex((word, index) => index > 0 && joint.test(word));
  const head = end < 0 ? words : words.slice(0, end);
  const last = head.at(-1) ?? '';
  return (
    isNoteWord('roles', last) || isNoteWord('roles', head.slice(-2).join(' ')) || isIn('occupations', last)
  );
};

/** A name that is not known, but is written as one: "Marit", "Mick Adeyemi", "Dr Okonjo". */
export const writtenName = (
  tokens: readonly Token[],
  at: number,
  who: MentionResolver,
): { readonly ref: SubjectRef; readonly length: number } | null => {
  const first = tokens[at];
  if (!first || !/^\p{Lu}[\p{Ll}'-]+\.?$/u.test(first.text)) return null;
  if (
    ['brands', 'systems', 'distros', 'languages', 'countries'].some((list) =>
      isIn(list as 'brands', first.lower),
    )
  )
    return null;
  const title = /^(?:dr|mr|mrs|ms|prof|sir|miss)\.?$/u.test(first.lower);
  const second = tokens[at + 1];
  const two = second !== undefined && /^\p{Lu}[\p{Ll}'-]+$/u.test(second.text);
  if (title && !two) return null;
  const after = tokens[at + (two ? 2 : 1)];
  const closes =
    after === undefined ||
    /^[,.!(;:-]$|^(?:and|&|until|till|for|now|from|this|next|again|as|btw|if|so|but)$/u.test(after.lower);
  if (!closes && !isGivenName(first.lower)) return null;
  if (two && tokens[at + 2]?.text === '&') return null;
  if (after?.text === '&' || /^(?:gmbh|ltd|inc|bv|ag|llc|co)$/u.test(second?.lower ?? '')) return null;
  const name = two ? `${first.text} ${second.text}` : first.text;
  return { ref: who.resolve(name, false), length: two ? 2 : 1 };
};

/** "Verena left, new boss is Luc", "new landlord: Luc": whose it is goes without saying. */
const newestOfSelf = (clause: Clause, tokens: readonly Token[], who: MentionResolver): FactDraft | null => {
  const from = tokens.findLastIndex(({ text }) => text === ',') + 1;
  const [first, ...rest] = tokens.slice(from);
  const kin = first?.lower === 'new' ? kinAt(rest) : null;
  const at = from + 1 + (kin?.next ?? 0);
  if (!kin || !isOneAtATime(kin.word) || !/^(?:is|:|=)$/u.test(tokens[at]?.lower ?? '')) return null;
  const next = /^(?:called|named)$/u.test(tokens[at + 1]?.lower ?? '') ? at + 2 : at + 1;
  const named = writtenName(tokens, next, who) ?? personAt(tokens, next, who);
  if (!named) return null;
  const name = tokens
    .slice(next, next + named.length)
    .map(({ text }) => text)
    .join(' ');
  return kinName(clause, kin.word, name, who.resolveKin(name, kin.word, who.message.authorId));
};

/** "Our contact at Halden is Marit", "mods are me, ben and kira": what somebody is, with the name last. */
export const roleOf = (
  clause: Clause,
  tokens: readonly Token[],
  who: MentionResolver,
): readonly FactDraft[] => {
  const at = tokens.findIndex((token, index) => index > 0 && index < 11 && copula.test(token.lower));
  const newest = newestOfSelf(clause, tokens, who);
  if (newest !== null) return [newest];
  if (at < 1) return [];
  const phrase = tokens.slice(/^(?:the|our|my|a|an)$/u.test(tokens[0]?.lower ?? '') ? 1 : 0, at);
  const mine = tokens[0]?.lower === 'my';
  if (
    phrase.length === 0 ||
    mine ||
    !namesRole(phrase) ||
    phrase.some((token) => /^(?:not|who|what|that|which|if|he|she|they|you|it)$/u.test(token.lower))
  )
    return [];
  const people: SubjectRef[] = [];
  let next = at + 1;
  while (/^(?:now|still|currently|again|going|to|be)$/u.test(tokens[next]?.lower ?? '')) next += 1;
  for (;;) {
    const person = writtenName(tokens, next, who) ?? personAt(tokens, next, who);
    if (!person) break;
    people.push(person.ref);
    next += person.length;
    const more = /^(?:,|and|&|\+)$/u.test(tokens[next]?.lower ?? '');
    if (!more) break;
    const step = tokens[next]?.text === ',' && tokens[next + 1]?.lower === 'and' ? 2 : 1;
    if (
      !personAt(tokens, next + step, who) &&
      !(writtenName(tokens, next + step, who) && tokens[next]?.text !== ',')
    )
      break;
    next += step;
  }
  const after = tokens[next];
  const rest = tokens.slice(next, next + 9);
  if (
    people.length === 0 ||
    (after &&
      isWord(after) &&
      !/^(?:until|till|for|from|this|next|now|as|again|and|but|so|if|btw|instead|since|because)$/u.test(
        after.lower,
      ))
  )
    return [];
  const until =
    after && /^(?:until|till|for|from|this|next|as|since)$/u.test(after.lower)
      ? rest.slice(0, (rest.findIndex((token) => token.text === ',') + 1 || rest.length + 1) - 1)
      : [];
  const isKnown = people.every((ref) => ref.kind === 'entity');
  const role = sentence(readable(phrase));
  const content = isKnown
    ? sentence('is', readable(phrase), readable(until))
    : labelled(role, readable(tokens.slice(at + 1)).replace(/[.!,;]+$/u, ''));
  const finding = { type: 'knowledge', confidence: 0.82, importance: 0.65 } as const;
  return [aboutPeople(clause, { content, finding, pattern: 'role-of' }, people, 0.9)];
};
