import { kinshipOf } from '#identity';
import { isDated } from '../frames/found.js';
import { valueOf } from '../frames/frame.js';
import { complementOf, isTransient, readable } from '../grammar/object.js';
import { predicateAt } from '../grammar/predicate.js';
import { sentence, verbPhrase } from '../grammar/render.js';
import { isIn } from '../lexicon.js';
import type { Clause } from '../text/clauses.js';
import { isWord, type Token } from '../text/tokens.js';
import { kinNameAt, kinNamed, type Who } from '../who.js';
import { attribution } from './attributes.js';
import { bare } from './bare.js';
import { beginsPredicate } from './begins.js';
import { aboutSelf, labelled, stated, type Outcome, type Statement, type Subject } from './statement.js';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ownThing = new Set(
  'use run be start begin end open close cost need launch support have release come arrive expire ship go'.split(
    ' ',
  ),
);
/** "my bakery website uses Astro", "my flight leaves on Friday". */
const thingOfMine = (clause: Clause, tokens: readonly Token[]): readonly Statement[] => {
  for (let at = 1; at <= 4 && at < tokens.length; at += 1) {
    if (!beginsPredicate(tokens, at)) continue;
    const head = tokens[at - 1]?.lower ?? '';
    const p = predicateAt(tokens, at);
    if (
      !p ||
      !ownThing.has(p.lemma) ||
      p.tense === 'modal' ||
      p.tense === 'used-to' ||
      isIn('transientNouns', head)
    )
      return [];
    const c = complementOf(p.rest);
    if (
      c.words.length === 0 ||
      c.words.length > 12 ||
      c.deictic ||
      isTransient(c.words) ||
      /\b(?:error|install\w*|boot\w*|work(?:s|ing)?)\b/u.test(c.lower)
    )
      return [];
    const called = /^(?:called|named)\b/u.test(c.lower);
    const specific =
      p.lemma === 'be'
        ? (/^an? \p{L}+/u.test(c.lower) && isIn('possessions', head)) ||
          /^(?:in|from|at) \p{Lu}/u.test(c.text)
        : /\p{Lu}/u.test(c.text) || c.words.some((word) => isIn('systems', word));
    if (!called && !specific && !isDated(c.lower)) return [];
    const phrase = called ? c.text : `${verbPhrase(p)} ${c.text}`;
    return [
      aboutSelf(
        clause,
        {
          content: sentence(readable(tokens.slice(0, at)), phrase),
          finding: { type: isDated(c.lower) ? 'event' : 'knowledge', confidence: 0.78 },
          pattern: 'mine-does',
        },
        0.93,
      ),
    ];
  }
  return [];
};

const qualifiers = new Set(
  'older younger little big oldest youngest elder twin best old dear late new other eldest baby middle close good first second only ex future current former'.split(
    ' ',
  ),
);
export interface Kin {
  readonly word: string;
  readonly next: number;
}
export const kinAt = (tokens: readonly Token[]): Kin | null => {
  const at = qualifiers.has(tokens[0]?.lower ?? '') ? 1 : 0;
  const found = kinshipOf(tokens[at]?.lower ?? '');
  return found
    ? { word: at === 1 ? `${tokens[0]?.lower ?? ''} ${found.word}` : found.word, next: at + 1 }
    : null;
};

const single =
  /^(?:wife|husband|spouse|partner|girlfriend|boyfriend|mother|father|boss|manager|therapist|landlord|fiancee?)$/u;
export const kinName = (clause: Clause, kin: string, name: string): Statement =>
  aboutSelf(clause, {
    content: labelled(capital(kin), name),
    finding: {
      type: 'relationship',
      confidence: 0.9,
      importance: 0.8,
      topic: single.test(kin) ? `kin:${kin}` : `kin:${kin}:${name.toLowerCase()}`,
      value: valueOf(name),
    },
    pattern: 'kin-name',
  });

const wordsOf = (tokens: readonly Token[], from: number, length: number): string =>
  tokens
    .slice(from, from + length)
    .filter((token) => /^\p{L}/u.test(token.text) && !/^(?:is|named|called)$/u.test(token.lower))
    .map((token) => token.text)
    .join(' ');

/** "my wife Sarah is a nurse": who she is to the speaker, and what is said of her. */
const kinStatements = (clause: Clause, tokens: readonly Token[], kin: Kin, who: Who): Outcome => {
  const named = kinNameAt(who, tokens, kin.next);
  const found: Statement[] = [];
  let subject: Subject = { kind: 'kin', kin: capital(kin.word) };
  let at = kin.next;
  if (named) {
    found.push(kinName(clause, kin.word, wordsOf(tokens, kin.next, named.length)));
    at += named.length;
    subject = { kind: 'people', refs: [named.ref], provenance: 0.9, told: true };
  } else if (beginsPredicate(tokens, at)) {
    const known = kinNamed(who, kin.word);
    if (known) subject = { kind: 'people', refs: [known], provenance: 0.85, told: true };
  }
  const p = beginsPredicate(tokens, at) ? predicateAt(tokens, at) : null;
  if (p) found.push(...stated(clause, p, subject));
  return { statements: found, subject };
};

/** "My …": an attribute, somebody of the speaker's life, or a thing of theirs. */
export const mine = (clause: Clause, tokens: readonly Token[], who: Who): Outcome => {
  const kin = kinAt(tokens);
  const after = tokens[kin?.next ?? 0];
  // "My dentist appointment" is no dentist.
  const person =
    kin !== null &&
    (after === undefined ||
      !isWord(after) ||
      beginsPredicate(tokens, kin.next) ||
      kinNameAt(who, tokens, kin.next) !== null);
  if (kin && person) return kinStatements(clause, tokens, kin, who);
  const own = attribution(clause, tokens, null, 0.96);
  if (own.statements.length > 0)
    return { statements: [...own.statements, ...bare(clause, own.left, who)], subject: { kind: 'speaker' } };
  return { statements: thingOfMine(clause, tokens), subject: null };
};
