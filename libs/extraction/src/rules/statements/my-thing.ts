import { proven } from '#safety';
import { isDated } from '../frames/found.js';
import { complementOf, isTransient, readable, type Complement } from '../../grammar/object.js';
import { predicateAt, type Predicate } from '../../grammar/predicate.js';
import { fullVerbPhrase, sentence, verbPhrase } from '../../grammar/render.js';
import { isIn } from '../../words/lexicon.js';
import { plainOf } from '../plain/plain.js';
import type { Clause } from '../../text/clauses.js';
import { isWord, type Token } from '../../text/tokens.js';
import { beginsPredicate } from '../../text/begins.js';
import { aboutSelf, type FactDraft } from './fact-draft.js';

const ownThing = new Set(
  'use run be start begin end open close cost need launch support have release come arrive expire ship go'.split(
    ' ',
  ),
);
const onTopic = proven({
  id: 'onTopic',
  pattern:
    /^(?:about|on|titled|entitled|set in|based on) (?!it\b|this\b|that\b|the (?:way|table|other|fritz|blink)\b|time\b|hold\b|top\b)\S/u,
  yes: ['about bees', 'on medieval locks', 'set in brno'],
  no: ['about it', 'on hold'],
});
const works = proven({
  id: 'works',
  pattern:
    /^(?:thesis|dissertation|book|novel|talk|paper|essay|presentation|lecture|podcast|blog|channel|report|play|film|documentary|research|project|exhibition|album|comic|memoir|column|poem|song|game)$/u,
  yes: ['thesis', 'song'],
  no: ['sister', 'theses'],
});
const misery = /\b(?:mess|disaster|nightmare|joke|pain|problem|bit|lot|issue|piece of)\b/u;

const isOwn = (word: string): boolean =>
  isIn('possessions', word) || isIn('lifeNouns', word) || works.test(word);

/** "My throat is scratchy today", "my feet are killing me today": of the day, and gone with it. */
const ofTheDay = proven({
  id: 'ofTheDay',
  pattern:
    /^(?:so |very |really |pretty |a bit )?(?!(?:at|in|on|due|over|off|back|here|early|late|free)\b)\p{L}+(?<!ed) (?:today|tonight|right now|this (?:morning|afternoon|evening))$/u,
  yes: ['sore today', 'so sore right now'],
  no: ['in brno today', 'painted today'],
});
const isPassing = (p: Predicate, c: Complement): boolean =>
  p.lemma === 'be' && (ofTheDay.test(c.lower) || /^killing (?:me|us)\b/u.test(c.lower));

const isKept = (p: Predicate, c: Complement, head: string): boolean => {
  if (isDated(c.lower)) return true;
  const named = /\p{Lu}/u.test(c.text) || c.words.some((word) => isIn('systems', word));
  switch (p.lemma) {
    case 'be':
      return (
        (/^an? \p{L}+/u.test(c.lower) && isIn('possessions', head) && !misery.test(c.lower)) ||
        /^(?:in|from|at) (?:the )?\p{Lu}/u.test(c.text) ||
        (works.test(head) && onTopic.test(c.lower))
      );
    case 'have':
    case 'need':
      return (
        named ||
        (isOwn(head) &&
          !p.negated &&
          !misery.test(c.lower) &&
          !/^(?:to|been|no|not|more|any)\b/u.test(c.lower))
      );
    default:
      return named;
  }
};

/** "my bakery website uses Astro", "my flight leaves on Friday", "my kitchen has green tiles". */
export const thingOfMine = (clause: Clause, tokens: readonly Token[]): readonly FactDraft[] => {
  for (let at = 1; at <= 4 && at < tokens.length; at += 1) {
    if (!beginsPredicate(tokens, at)) continue;
    const p = predicateAt(tokens, at);
    if (!p || p.tense === 'modal' || p.tense === 'used-to' || p.tense === 'obligation') return [];
    const c = complementOf(p.rest);
    if (c.words.length === 0 || c.deictic || isPassing(p, c)) return [];
    const subject = tokens.slice(0, at);
    return (clause.plainly ? null : framedThing(clause, subject, p, c)) ?? plainThing(clause, subject, p, c);
  }
  return [];
};

const framedThing = (
  clause: Clause,
  subject: readonly Token[],
  p: Predicate,
  c: Complement,
): readonly FactDraft[] | null => {
  const head = subject.at(-1)?.lower ?? '';
  if (!ownThing.has(p.lemma) || isIn('transientNouns', head) || c.words.length > 12 || isTransient(c.words))
    return null;
  const called = /^(?:called|named)\b/u.test(c.lower);
  if (!called && !isKept(p, c, head)) return null;
  const phrase = called ? c.text : `${verbPhrase(p)} ${c.text}`;
  const made = {
    content: sentence(readable(subject), phrase),
    finding: {
      type: isDated(c.lower) ? 'event' : p.lemma === 'need' ? 'context' : 'knowledge',
      confidence: 0.78,
    },
    pattern: 'mine-does',
  } as const;
  return [aboutSelf(clause, made, 0.93)];
};

const plainThing = (
  clause: Clause,
  subject: readonly Token[],
  p: Predicate,
  c: Complement,
): readonly FactDraft[] => {
  const words = subject.filter(isWord).map((token) => token.lower);
  const finding = plainOf(
    { about: 'mine', subject: words, p, c, clause },
    `${readable(subject)} ${fullVerbPhrase(p)}`,
  );
  return finding
    ? [aboutSelf(clause, { content: finding.content ?? '', finding, pattern: 'plain-mine' }, 0.93)]
    : [];
};
