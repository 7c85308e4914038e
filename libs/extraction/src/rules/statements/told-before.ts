import type { Sensitivity } from '#domain';
import { discretionOf, forgettingOf, sarcastic, sensitivityOf, withholdingOf, proven } from '#safety';
import { withDate } from '../../dates.js';
import type { WindowMessage } from '../../fact-extractor.js';
import { MentionResolver } from '../../mentions/mention-resolver.js';
import { clausesOf } from '../../text/clauses.js';
import { isMocking } from '../../text/unreal.js';
import { isWord, tokenize } from '../../text/tokens.js';
import { isCommonWord } from '../../words/lexicon.js';
import { readClause } from './read-clause.js';
import type { FactDraft, Subject } from './fact-draft.js';

const longest = 300;
/** How far back in the talk. */
const reach = 5;
const soon = 10 * 60_000;

/**
 * INVARIANT: what was told in confidence, kept from somebody, or taken back is never told on in the words of a later
 * message, which would carry none of that.
 */
const isFree = (said: WindowMessage, told: MentionResolver): boolean => {
  if (sarcastic(said.text) || isMocking(said.text)) return false;
  const kept = withholdingOf(told);
  return (
    kept.from.length === 0 &&
    kept.fromSpokenOf.length === 0 &&
    !discretionOf(said.text, kept).confided &&
    forgettingOf(said.text, 'all') === null
  );
};

/** What a message stated last, if it ends in a statement. */
const lastOf = (said: WindowMessage, told: MentionResolver): FactDraft | null => {
  let previous: Subject | null = null;
  let last: FactDraft | null = null;
  for (const clause of clausesOf(said.text)) {
    if (clause.doubtful) {
      previous = null;
      last = null;
      continue;
    }
    const { statements, subject } = readClause(clause, told, previous, false);
    previous = subject ?? (clause.continues ? previous : null);
    const isRemark = clause.tokens.filter(isWord).length <= 2;
    last = statements.at(-1) ?? (isRemark ? last : null);
    told.hear(clause.sentence, clause.tokens);
  }
  return last;
};

/**
 * What the speaker told last before the message at `end`, as a statement that may be gone on with: "we moved" before
 * "where?" before "Antwerp". `from`: how sure it has to be by itself.
 */
export const toldBefore = (who: MentionResolver, end: number, from: number): FactDraft | null => {
  const { message, context } = who;
  const near = context.before.slice(Math.max(0, end - reach), end);
  const said = near.findLast(({ authorId }) => authorId === message.authorId);
  if (!said || said.text.length > longest || message.sentAt.getTime() - said.sentAt.getTime() > soon)
    return null;
  const told = new MentionResolver(said, context);
  const last = isFree(said, told) ? lastOf(said, told) : null;
  for (const name of told.lookups) who.lookups.add(name);
  if (!last || last.finding.confidence < from) return null;
  const sensitivity = Math.max(sensitivityOf(said.text).sensitivity, last.finding.sensitivity ?? 0);
  const { topic: _topic, value: _value, features: _features, content: _content, ...finding } = last.finding;
  return {
    ...last,
    finding: { ...finding, ...(sensitivity > 0 ? { sensitivity: sensitivity as Sensitivity } : {}) },
  };
};

const goesOn =
  /^(?:in|at|to|from|with|on|for|since|until|till|near|by)\s+(?:(?:the|an?|my|our|two|three|four|five|\d+)\s+)?(\S+)/iu;
const empty = proven({
  id: 'empty',
  pattern:
    /^(?:me|you|us|it|them|him|her|that|this|there|here|now|once|moment|time|way|whole|first|last|least|all|fun|real|sure|fact|general|end|worst|best|case|same|rest|other|others|purpose|god)$/iu,
  yes: ['it', 'worst', 'purpose'],
  no: ['brno', 'items'],
});
const verbal =
  /(?:^|\s)(?:i|we|he|she|they|it|you|is|are|was|were|am|have|has|had|do|does|did|will|would|can|could)(?:\s|'|$)/iu;
const few = 3;

/** "Got a new job", and then "at the observatory": one statement of two messages. */
export const goneOnWith = (who: MentionResolver, text: string): readonly FactDraft[] => {
  const said = text.trim().replace(/[.!]+$/u, '');
  const word = goesOn.exec(said)?.[1] ?? '';
  const isOpen =
    /\s(?:the|an?|my|our|\d+)\s/u.test(said) || /^\p{Lu}/u.test(word) || !isCommonWord(word.toLowerCase());
  if (word === '' || empty.test(word) || !isOpen || verbal.test(said) || said.split(/\s+/u).length > 10)
    return [];
  const { before } = who.context;
  who.usedContext = true;
  // What others cry between them is no talk of its own: "wow", "so sorry".
  const end = before.findLastIndex(
    ({ authorId, text: between }) =>
      authorId === who.message.authorId || /\?/u.test(between) || between.split(/\s+/u).length > few,
  );
  if (end < 0 || before.length - end > few || before[end]?.authorId !== who.message.authorId) return [];
  const base = toldBefore(who, end + 1, 0.7);
  return base
    ? [
        {
          ...base,
          content: `${base.content}${withDate(` ${said}`, who.message.sentAt)}`,
          pattern: 'gone-on',
          provenance: 0.85,
          tokens: tokenize(text, 0),
          finding: { ...base.finding, confidence: Math.min(0.78, base.finding.confidence) },
        },
      ]
    : [];
};
