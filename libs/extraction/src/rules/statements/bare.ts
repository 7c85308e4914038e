import { proven } from '#safety';
import { framed } from '../frames/index.js';
import { complementOf } from '../../grammar/object.js';
import { predicateAt, type Predicate } from '../../grammar/predicate.js';
import { sentence, verbPhrase } from '../../grammar/render.js';
import { lemmaOf } from '../../words/verbs.js';
import { isIn } from '../../words/lexicon.js';
import type { Clause } from '../../text/clauses.js';
import { stripFillers } from '../../text/clauses.js';
import { joined, type Token } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { attribution, beginsWithAttribute, pronounFinding, pronounsIn } from './attributes.js';
import { beginsPredicate, gerundSubject } from '../../text/begins.js';
import { isOfSpeaker } from './elided.js';
import { aboutPeople, aboutSelf, stated, type FactDraft, type Subject } from './fact-draft.js';

const adjectival = new Set(
  'allergic fluent diagnosed born based originally interested obsessed responsible'.split(' '),
);
/** The bare verbs that people begin a message about themselves with; other bare verbs are requests. */
const feltVerbs = new Set(['love', 'hate', 'prefer', 'enjoy', 'adore', 'dislike', 'detest', 'loathe']);
const neverBare = new Set([
  'get',
  'say',
  'think',
  'know',
  'see',
  'try',
  'look',
  'need',
  'seem',
  'mean',
  'do',
  'be',
  'make',
  'take',
  'put',
  'let',
  'use',
]);
const cap = (statement: FactDraft): FactDraft => ({
  ...statement,
  pattern: `bare-${statement.pattern}`,
  provenance: 0.88,
  finding: { ...statement.finding, confidence: Math.min(statement.finding.confidence, 0.82) },
});

const be = (rest: readonly Token[]): Predicate => ({
  lemma: 'be',
  tense: 'present',
  modal: null,
  negated: false,
  adverbs: [],
  third: false,
  rest,
});

/** "Allergic to peanuts", "fluent in Danish". */
const adjective = (clause: Clause, tokens: readonly Token[]): readonly FactDraft[] => {
  const p = be(tokens);
  const c = complementOf(tokens);
  const found = framed({ p, c, self: true, told: false });
  if (!found || (c.words.length < 2 && !isIn('diet', c.words[0] ?? ''))) return [];
  return [
    cap(
      aboutSelf(clause, {
        content: found.finding.content ?? sentence(c.text),
        finding: found.finding,
        pattern: found.frame,
      }),
    ),
  ];
};

/** "Bastion main": which one somebody plays. */
const mainOf = (clause: Clause, tokens: readonly Token[]): readonly FactDraft[] => {
  const comma = tokens.findIndex((token) => token.text === ',');
  const c = complementOf(comma > 0 ? tokens.slice(0, comma) : tokens);
  if (
    c.words.length < 2 ||
    c.words.length > 4 ||
    tokens.length > c.words.length + 4 ||
    tokens.some((token) => /[({:;.]/u.test(token.text)) ||
    c.words.slice(0, -1).some((word) => /^(?:int|void|function|in|the)$/u.test(word)) ||
    c.words.at(-1) !== 'main' ||
    /^(?:the|my|a|on|in|is|to|i|as|your|this|from|int|void|function|static|def|of|and)$/u.test(
      c.words[0] ?? '',
    )
  )
    return [];
  return [
    aboutSelf(
      clause,
      {
        content: sentence(c.text),
        finding: { type: 'preference', confidence: 0.82, importance: 0.55 },
        pattern: 'main',
      },
      0.9,
    ),
  ];
};

/** "Watching Kim for spam": what a moderator notes is about the one watched. */
const watched = (clause: Clause, p: Predicate, who: MentionResolver): readonly FactDraft[] | null => {
  if (p.lemma !== 'watch' && p.lemma !== 'monitor') return null;
  const named = who.nameAt(p.rest, 0, () => true, false);
  const c = complementOf(p.rest);
  if (!named || c.words.length > 10) return null;
  return [
    aboutPeople(
      clause,
      {
        content: sentence(verbPhrase(p), c.text),
        finding: { type: 'observation', confidence: 0.78 },
        pattern: 'watching',
      },
      [named.ref],
      0.88,
    ),
  ];
};

const plainForms: Readonly<Record<string, RegExp>> = {
  speak: /^(?!to |with |up|out|about|for )/u,
  teach: /^(?!me|us|him|her|them|your)/u,
  live: /^(?:in|on|near|at|with|alone|next|by|between|above) /u,
  work: /^(?:in|at|as|for|from|nights|part|full|remotely|weekends) /u,
  study: /^(?!this|that|it|the )/u,
  have: proven({
    id: 'have',
    pattern:
      /^(?:an?|\d{1,2}|two|three|four|five|six|seven) (?!look|go|nice|good|great|fun|try|quick|read|think|chat|word|seat|safe|happy|blast|break)/u,
    yes: ['two cats', 'an axe'],
    no: ['a look', 'good cats'],
  }),
  own: /^(?:an?|\d{1,2}|two|three|four|five|six|seven) /u,
};
/** "Speak Farsi and some Dari", "have 3 goats": only what a frame knows, since most such words ask for something. */
const plainForm = (clause: Clause, tokens: readonly Token[]): readonly FactDraft[] => {
  const first = tokens[0]?.lower ?? '';
  const form = Object.hasOwn(plainForms, first) ? plainForms[first] : undefined;
  const p = form ? predicateAt(tokens, 0) : null;
  if (!p || !form?.test(complementOf(p.rest).lower)) return [];
  return stated(clause, { ...p, tense: 'present' }, { kind: 'speaker', elided: true })
    .filter((one) => !one.pattern.startsWith('plain'))
    .map(cap);
};

const anyMore = /^(?:anymore|now|longer|these days|nowadays)$/u;
/** "Not vegetarian anymore", "no longer at Acme": what the speaker was and is no more, where nobody asked about another. */
const noLonger = (clause: Clause, tokens: readonly Token[], who: MentionResolver): readonly FactDraft[] => {
  const isNegated =
    tokens[0]?.lower === 'not' || (tokens[0]?.lower === 'no' && tokens[1]?.lower === 'longer');
  const isOver = tokens.some(
    ({ lower }, at) =>
      anyMore.test(lower) || (lower === 'any' && /^(?:more|longer)$/u.test(tokens[at + 1]?.lower ?? '')),
  );
  const asked = who.context.repliedTo ?? who.context.before.at(-1);
  const isOfOther =
    asked !== undefined &&
    asked.authorId !== who.message.authorId &&
    /\?\s*$/u.test(asked.text) &&
    !/\b(?:you|your|u|ur)\b/iu.test(asked.text);
  if (!isNegated || !isOver || isOfOther) return [];
  const p = predicateAt(tokens, 0);
  const rest = tokens.slice(tokens[0]?.lower === 'no' ? 2 : 1);
  const being: Predicate = { ...be(rest), negated: true };
  return stated(clause, p && p.rest.length < rest.length ? p : being, { kind: 'speaker', elided: true })
    .filter((one) => !one.pattern.startsWith('plain'))
    .map(cap);
};

/** Statements of people about themselves without a subject: "Runs the gold farm", "IGN: x", "been vegan since May". */
export const bare = (
  clause: Clause,
  words: readonly Token[],
  who: MentionResolver,
  previous: Subject | null = null,
): readonly FactDraft[] => {
  const opened = stripFillers(words);
  const tokens = /^(?:just|finally|recently|also|actually|currently|now)$/u.test(opened[0]?.lower ?? '')
    ? opened.slice(1)
    : opened;
  const first = tokens[0]?.lower ?? '';
  if (first === '') return [];
  if (beginsWithAttribute(tokens)) {
    const found = attribution(clause, tokens, null, 0.9);
    if (found.statements.length > 0) return [...found.statements, ...bare(clause, found.left, who)];
  }
  const isForMe = tokens[1]?.lower === 'still' || /^for me\b/u.test(joined(tokens.slice(1, 3)).trim());
  const pronouns = tokens.length <= 4 || isForMe ? pronounsIn(tokens.slice(0, 2)) : null;
  if (pronouns !== null) return [aboutSelf(clause, pronounFinding(pronouns), 0.9)];
  const main = mainOf(clause, tokens);
  if (main.length > 0) return main;
  if (isIn('adjectives', first) || adjectival.has(first)) {
    const found = isOfSpeaker(be(tokens), tokens, who, previous) ? adjective(clause, tokens) : [];
    if (found.length > 0 || lemmaOf(first, 'past') === null) return found;
  }
  // "Back in Lisbon": nobody else is meant where nobody is named.
  if (first === 'back' && tokens[1]?.lower === 'in') return adjective(clause, tokens);
  const ended = noLonger(clause, tokens, who);
  if (ended.length > 0) return ended;
  const denied = (first === 'do' || first === 'can') && tokens[1]?.lower === 'not';
  const third = lemmaOf(first, 'third');
  const past = lemmaOf(first, 'base') === null ? lemmaOf(first, 'past') : null;
  const gerund = lemmaOf(first, 'gerund');
  const led = /^(?:never|always|currently|still|been|used|no)$/u.test(first);
  if (!denied && !led && third === null && past === null && gerund === null && !feltVerbs.has(first))
    return plainForm(clause, tokens);
  const p = predicateAt(tokens, 0);
  if (
    !p ||
    (gerund === null && past === null && first !== 'been' && neverBare.has(p.lemma)) ||
    gerundSubject(tokens) !== null ||
    (gerund !== null && [0, 1, 2].some((at) => beginsPredicate(p.rest, at))) ||
    (first === 'do' &&
      denied &&
      !/^(?:like|love|enjoy|eat|drink|own|have|drive|smoke|speak|stand|swim)$/u.test(p.lemma))
  )
    return [];
  if (feltVerbs.has(first) && /^(?:$|(?:the|this|that|your|how|when|ur)\b)/u.test(complementOf(p.rest).lower))
    return [];
  // "Shifts have been mad": a thing, and no verb.
  if (
    third !== null &&
    /^(?:is|are|was|were|have|has|had|will|would|can|could|should|do|did)$/u.test(tokens[1]?.lower ?? '')
  )
    return [];
  const seen = watched(clause, p, who);
  if (seen !== null) return seen;
  if (!isOfSpeaker(p, tokens, who, previous)) return [];
  return stated(clause, p, { kind: 'speaker', elided: true }).map(cap);
};
