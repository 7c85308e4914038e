import { foldName, kinshipOf } from '#identity';
import { proven } from '#safety';
import { predicateAt, type Predicate } from '../../grammar/predicate.js';
import { sentence } from '../../grammar/render.js';
import { lemmaOf, participleOf } from '../../words/verbs.js';
import { isGivenName, isIn } from '../../words/lexicon.js';
import type { Clause } from '../../text/clauses.js';
import { isWord, type Token } from '../../text/tokens.js';
import { kinAt, qualifiers, type Kin } from '../../mentions/kin-at.js';
import { kinNameAt } from '../../mentions/kin-names.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { attribution } from './attributes.js';
import { bare } from './bare.js';
import { beginsPredicate, pluralVerb } from '../../text/begins.js';
import { thingOfMine } from './my-thing.js';
import { isName } from './unfolded.js';
import { kinName } from './kin-name.js';
import { aboutSelf, stated, type ClauseResult, type FactDraft, type Subject } from './fact-draft.js';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const wordsOf = (tokens: readonly Token[], from: number, length: number): string =>
  tokens
    .slice(from, from + length)
    .filter((token) => /^\p{L}/u.test(token.text) && !/^(?:is|named|called)$/u.test(token.lower))
    .map((token) => token.text.replace(/'s$/u, ''))
    .join(' ');

/** "my wife Sarah is a nurse": who she is to the speaker, and what is said of her. */
const kinStatements = (
  clause: Clause,
  tokens: readonly Token[],
  kin: Kin,
  who: MentionResolver,
): ClauseResult => {
  const named = kinNameAt(who, tokens, kin.next, kin.word);
  const found: FactDraft[] = [];
  let subject: Subject = { kind: 'kin', kin: capital(kin.word) };
  let at = kin.next;
  if (named) {
    found.push(kinName(clause, kin.word, wordsOf(tokens, kin.next, named.length), named.ref));
    at += named.length;
    subject = { kind: 'people', refs: [named.ref], provenance: 0.9, told: true };
  } else if (beginsPredicate(tokens, at)) {
    const known = who.kin.by(kin.word);
    if (known) subject = { kind: 'people', refs: [known], provenance: 0.85, told: true };
  }
  if (tokens[at]?.lower === 'and' && tokens[at + 1]?.lower === 'i')
    return {
      statements: [...found, ...together(clause, tokens.slice(at + 2), kin)],
      subject: { kind: 'speaker' },
    };
  const p = beginsPredicate(tokens, at) || pluralVerb(tokens, at) ? predicateAt(tokens, at) : null;
  if (p) found.push(...(parting(clause, p, kin) ?? stated(clause, p, subject)));
  return { statements: found, subject };
};

const notPeople = ['languages', 'countries', 'brands', 'systems', 'distros'] as const;

/** "I cook with my wife Sarah": who she is, wherever in the clause it is said. */
export const kinMentioned = (clause: Clause, who: MentionResolver): readonly FactDraft[] =>
  clause.tokens.flatMap((token, index): readonly FactDraft[] => {
    const tokens = clause.tokens.slice(index + 1);
    const kin = token.lower === 'my' ? kinAt(tokens) : null;
    const named = kin ? kinNameAt(who, tokens, kin.next, kin.word) : null;
    const name = kin && named ? wordsOf(tokens, kin.next, named.length) : '';
    const [given = ''] = name.split(' ');
    const isPerson =
      isGivenName(foldName(given)) || !notPeople.some((list) => isIn(list, given.toLowerCase()));
    return kin && named && isPerson ? [kinName(clause, kin.word, name, named.ref)] : [];
  });

/** "My wife and I are moving to Braga": of the speaker, and with whom. */
const together = (clause: Clause, tokens: readonly Token[], kin: Kin): readonly FactDraft[] => {
  const p = predicateAt(tokens, 0);
  const about = p ? stated(clause, p, { kind: 'speaker' }) : [];
  return about.map((one) => ({ ...one, content: `${one.content} with ${kin.word}`, provenance: 0.92 }));
};

/** "My wife left me": what it means for the speaker. */
const parting = (clause: Clause, p: Predicate, kin: Kin): readonly FactDraft[] | null => {
  const rest = p.rest.map((token) => token.lower).join(' ');
  const left =
    /^(?:leave|dump|divorce|ghost)$/u.test(p.lemma) && /^me\b/u.test(rest)
      ? participleOf(p.lemma)
      : p.lemma === 'cheat' && /^on me\b/u.test(rest)
        ? 'cheated on'
        : null;
  if (left === null || p.negated || !/^(?:past|perfect|progressive)$/u.test(p.tense)) return null;
  const content = sentence(p.tense === 'progressive' ? 'being' : 'was', left, `by ${kin.word}`);
  const finding = { type: 'relationship', confidence: 0.82, sensitivity: 1, importance: 0.7 } as const;
  return [aboutSelf(clause, { content, finding, pattern: 'kin-parting' })];
};

/** "My sister's moving": the verb, not what is hers. */
const withVerb = (tokens: readonly Token[]): readonly Token[] => {
  const at = qualifiers.has(tokens[0]?.lower ?? '') ? 1 : 0;
  const token = tokens[at];
  const plain = /^(.+)'s$/u.exec(token?.text ?? '')?.[1];
  const next = tokens[at + 1]?.lower ?? '';
  const verbal =
    lemmaOf(next, 'gerund') !== null ||
    isIn('adjectives', next) ||
    /^(?:an?|the|from|in|at|on|not|pregnant|been|got)$/u.test(next);
  if (!token || plain === undefined || !verbal || kinshipOf(plain.toLowerCase()) === null) return tokens;
  const verb = next === 'been' || next === 'got' ? 'has' : 'is';
  return [
    ...tokens.slice(0, at),
    { ...token, text: plain, lower: plain.toLowerCase() },
    { ...token, text: verb, lower: verb, spaced: true },
    ...tokens.slice(at + 1),
  ];
};

const exclaimed =
  /^(?:god|goodness|gosh|word|bad|apologies|pleasure|guess|condolences|mistake|point|suggestion|advice)$/u;

/** "My girlfriend is Eva": as "my girlfriend Eva". */
const withName = (tokens: readonly Token[]): readonly Token[] => {
  const kin = kinAt(tokens);
  if (!kin || tokens[kin.next]?.lower !== 'is') return tokens;
  const words = tokens.slice(kin.next + 1).filter(isWord);
  const given = words.at(-1)?.lower === 'now' ? words.slice(0, -1) : words;
  const isNamed = given.length > 0 && given.length <= 2 && given.every((token) => isName(token));
  return isNamed ? [...tokens.slice(0, kin.next), ...given] : tokens;
};

const family = proven({
  id: 'family',
  pattern:
    /^(?:mother|father|grandmother|grandfather|sister|brother|uncle|aunt|husband|wife|daughter|son|cousin|nephew|niece|.+-in-law)$/u,
  yes: ['aunt', 'mother-in-law'],
  no: ['aunts', 'in-law'],
});
/** "Sister just had a baby": whose kin stands first without a word, is the speaker's. */
export const kinWithoutWhose = (
  clause: Clause,
  words: readonly Token[],
  who: MentionResolver,
): ClauseResult | null => {
  if (!clause.startsSentence) return null;
  const kin = kinAt(words);
  if (kin?.next !== 1 || !family.test(kin.word)) return null;
  const isTold = beginsPredicate(words, 1) || lemmaOf(words[1]?.lower ?? '', 'past') !== null;
  const found = isTold ? kinStatements(clause, words, kin, who) : null;
  return found && found.statements.length > 0 ? found : null;
};

/** "My …": an attribute, somebody of the speaker's life, or a thing of theirs. */
export const mine = (clause: Clause, words: readonly Token[], who: MentionResolver): ClauseResult => {
  const tokens = withName(withVerb(words));
  const kin = kinAt(tokens);
  const after = tokens[kin?.next ?? 0];
  // "My dentist appointment" is no dentist.
  const person =
    kin !== null &&
    (after === undefined ||
      !isWord(after) ||
      beginsPredicate(tokens, kin.next) ||
      pluralVerb(tokens, kin.next) ||
      (after.lower === 'and' && tokens[kin.next + 1]?.lower === 'i') ||
      kinNameAt(who, tokens, kin.next, kin.word) !== null);
  if (kin && person) return kinStatements(clause, tokens, kin, who);
  if (exclaimed.test(tokens[0]?.lower ?? '')) return { statements: [], subject: null };
  const own = attribution(clause, tokens, null, 0.96);
  if (own.statements.length > 0)
    return { statements: [...own.statements, ...bare(clause, own.left, who)], subject: { kind: 'speaker' } };
  return { statements: thingOfMine(clause, tokens), subject: null };
};
