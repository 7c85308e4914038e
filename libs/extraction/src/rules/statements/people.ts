import { pronounGender, type SubjectRef } from '#identity';
import { proven } from '#safety';
import { isDated } from '../frames/found.js';
import { complementOf } from '../../grammar/object.js';
import { predicateAt, type Predicate } from '../../grammar/predicate.js';
import { sentence, verbPhrase } from '../../grammar/render.js';
import { lemmaOf } from '../../words/verbs.js';
import { isGivenName, isIn } from '../../words/lexicon.js';
import { stripFillers, type Clause } from '../../text/clauses.js';
import type { Token } from '../../text/tokens.js';
import { kinAt } from '../../mentions/kin-at.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import type { Named, SpokenOf } from '../../mentions/named.js';
import { attribution, pronounFinding, pronounsIn } from './attributes.js';
import { beginsPredicate } from '../../text/begins.js';
import { doneToMe } from './done-to-me.js';
import { kinName } from './kin-name.js';
import {
  aboutPeople,
  nothing,
  stated,
  withoutTopic,
  type ClauseResult,
  type FactDraft,
  type Subject,
} from './fact-draft.js';

type People = Extract<Subject, { kind: 'people' }>;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Statements that fit nobody but people: enough to take an unknown capitalised word for a name. */
const personal = new Set(
  'be-adjective be-phrase lives grew-up moves works studies teaches courtship goes-through suffers medicine diagnosed taste eats plays speaks attribute interviews pronouns'.split(
    ' ',
  ),
);
const nameOf = (named: Named): string =>
  named.ref.kind === 'entity' ? '' : (named.ref.name.toLowerCase().split(' ')[0] ?? '');
/** Certainly a person: known, mentioned, or by a given name. */
const certain = (named: Named): boolean =>
  !named.unknown || (named.ref.kind === 'named' && named.ref.handle) || isGivenName(nameOf(named));
const trusted = (statements: readonly FactDraft[], subject: People): readonly FactDraft[] =>
  statements.filter((one) => subject.told || personal.has(one.pattern));

const turns = proven({
  id: 'turns',
  pattern:
    /^(?:present|speak|demo|perform|play|go|lead|facilitate|take|host|moderate|write|cover|drive|share|open|close|read|sing|start|serve|talk|dance|show|interview)$/u,
  yes: ['present', 'host'],
  no: ['presents', 'eat'],
});
const when = proven({
  id: 'when',
  pattern:
    /^(?:next|first|second|third|last|after\b.*|tonight|notes|minutes|the (?:notes|minutes|standup|retro|meeting|call|demo|session).*|up next)$/u,
  yes: ['next', 'after lunch', 'the retro today'],
  no: ['nextdoor', 'the dog'],
});
/** "Bob is presenting next", "Ana goes first": matters in this place and for the hour. */
const turn = (clause: Clause, p: Predicate, subject: People): readonly FactDraft[] => {
  const c = complementOf(p.rest);
  const ordinal = /^(?:next|first|second|third|last|up next)$/u.test(c.lower);
  const due = p.tense === 'progressive' || p.tense === 'future' || (p.tense === 'present' && ordinal);
  if (!due || p.negated || !(ordinal ? p.lemma !== 'be' : turns.test(p.lemma)) || !when.test(c.lower))
    return [];
  const made = {
    content: sentence(verbPhrase(p), c.text),
    finding: { type: 'context' as const, confidence: 0.8, portable: false },
    pattern: 'turn',
  };
  return [aboutPeople(clause, made, subject.refs, subject.provenance)];
};

const said = (clause: Clause, p: Predicate, subject: People): readonly FactDraft[] => {
  const pronouns = /^(?:use|be|go|prefer)$/u.test(p.lemma) && p.tense !== 'past' ? pronounsIn(p.rest) : null;
  if (pronouns !== null)
    return [aboutPeople(clause, pronounFinding(pronouns), subject.refs, subject.provenance)];
  const turned = turn(clause, p, subject);
  return turned.length > 0 ? turned : trusted(stated(clause, p, subject), subject);
};

/** "Bob likes mayo", "Ana and Tom live in Oslo", "Bob's birthday is …", "Dana's vegan". */
export const byName = (
  clause: Clause,
  tokens: readonly Token[],
  who: MentionResolver,
): ClauseResult | null => {
  const starts = clause.tokens.length - tokens.length <= 2;
  const owner = tokens
    .slice(0, 3)
    .findIndex((token) => possessive.test(token.text) && !notOwner.test(token.text));
  if (owner >= 0) return ofOwner(clause, tokens, owner, who, starts);
  const people: Named[] = [];
  let at = 0;
  for (;;) {
    const named = who.nameAt(
      tokens,
      at,
      (next) =>
        beginsPredicate(tokens, next) ||
        (tokens[next]?.lower === 'and' && tokens[next + 1] !== undefined) ||
        (people.length > 0 && lemmaOf(tokens[next]?.lower ?? '', 'base') !== null),
      starts && at === 0,
    );
    if (!named) break;
    people.push(named);
    at += named.length;
    if (tokens[at]?.lower !== 'and') break;
    at += 1;
  }
  if (people.length > 0 && tokens[at]?.lower === 'i' && tokens[at - 1]?.lower === 'and')
    return withSelf(clause, tokens, at, people, who);
  const verb =
    beginsPredicate(tokens, at) || (people.length > 1 && lemmaOf(tokens[at]?.lower ?? '', 'base') !== null);
  const p = people.length > 0 && verb ? predicateAt(tokens, at) : null;
  if (!p) return null;
  const subject: People = {
    kind: 'people',
    refs: people.map((person) => person.ref),
    provenance: 0.92,
    told: people.every(certain),
  };
  const [teller] = people;
  const told = teller && people.length === 1 ? retold(clause, p, teller, subject, who) : null;
  if (told) return { statements: told, subject };
  const related = people.length === 1 ? relative(clause, p, tokens.slice(0, at), subject, who) : null;
  return related ?? { statements: said(clause, p, subject), subject };
};

/** "bo: adores jazz": a form that only follows whom it is of. What does not fit people alone is an answer to them. */
export const byLabel = (
  clause: Clause,
  tokens: readonly Token[],
  who: MentionResolver,
): ClauseResult | null => {
  const [first, second, third] = tokens;
  if (!first || !third || !/^[:,]$/u.test(second?.text ?? '')) return null;
  if (lemmaOf(third.lower, 'third') === null || isIn('fillers', first.lower)) return null;
  if (
    /^(?:for|fine|here|ok|okay|great|well|good|now|like|as)$/u.test(tokens[3]?.lower ?? '') &&
    tokens[4]?.lower !== 'a'
  )
    return nothing;
  const named = who.nameAt(tokens, 0, () => true, false);
  if (named?.length !== 1 || !certain(named)) return null;
  const p = predicateAt(tokens, 2);
  const subject: People = { kind: 'people', refs: [named.ref], provenance: 0.85, told: true };
  return { statements: p ? said(clause, p, { ...subject, told: false }) : [], subject };
};

/** "Ana and I run the choir": of both. */
const withSelf = (
  clause: Clause,
  tokens: readonly Token[],
  at: number,
  people: readonly Named[],
  who: MentionResolver,
): ClauseResult => {
  const p = predicateAt(tokens, at + 1);
  const refs = [{ kind: 'entity', entityId: who.message.authorId } as const, ...people.map((one) => one.ref)];
  const subject: People = { kind: 'people', refs, provenance: 0.92, told: people.every(certain) };
  return { statements: p ? trusted(stated(clause, p, subject), subject) : [], subject };
};

const listeners =
  /^(?:me|us|you|everyone|everybody|people|them|him|her|he|she|they|that|how|about|yesterday|today)$/u;
const fits = (named: Named, who: MentionResolver, pronoun: string): boolean => {
  const [gender, asked] = [who.genderOf(named), pronounGender(pronoun) ?? 'any'];
  return gender === 'any' || asked === 'any' || gender === asked;
};
/** "Hugo told me he's moving", "Hugo told Ana she …": said of whom the pronoun fits, by way of the speaker. */
const retold = (
  clause: Clause,
  p: Predicate,
  teller: Named,
  subject: People,
  who: MentionResolver,
): readonly FactDraft[] | null => {
  if (!/^(?:tell|say|mention|inform|remind|warn|text|assure)$/u.test(p.lemma)) return null;
  const at = p.rest.slice(0, 5).findIndex((token) => /^(?:he|she|they)$/u.test(token.lower));
  const inner = at < 0 ? null : predicateAt(p.rest, at + 1);
  if (!inner) return /^(?:tell|say|mention)$/u.test(p.lemma) ? [] : null;
  const told = p.lemma !== 'say' && p.lemma !== 'mention' && at > 0;
  const addressed = told && !listeners.test(p.rest[0]?.lower ?? '');
  const hearer = addressed ? who.nameAt(p.rest, 0, () => true, false) : null;
  if (addressed && !hearer) return [];
  const meant = [teller, ...(hearer ? [hearer] : [])].filter((one) =>
    fits(one, who, p.rest[at]?.lower ?? ''),
  );
  if (meant.length === 0) return [];
  const refs = refsOf(
    meant.map(({ ref }) => ({ ref, kin: null })),
    p.rest[at]?.lower ?? '',
  );
  const provenance = meant.length === 1 ? 0.8 : 0.3;
  return said(clause, inner, { ...subject, refs, provenance }).map((one) => ({
    ...one,
    finding: { ...one.finding, confidence: Math.min(0.75, one.finding.confidence) },
  }));
};

/** "… is my boss now": as what of the speaker's somebody is told of. */
const kinSaid = (p: Predicate): string | null => {
  if (p.lemma !== 'be' || p.tense !== 'present' || p.negated || p.rest[0]?.lower !== 'my') return null;
  const kin = kinAt(p.rest.slice(1));
  const after = complementOf(p.rest.slice(1 + (kin?.next ?? 0)));
  const isAll = after.words.length === 0 || /^(?:now|these days|as of \S+)$/u.test(after.lower);
  return kin && isAll ? kin.word : null;
};

/** "Tom is my brother": a fact of the speaker. */
const relative = (
  clause: Clause,
  p: Predicate,
  tokens: readonly Token[],
  subject: People,
  who: MentionResolver,
): ClauseResult | null => {
  const kin = kinSaid(p);
  if (kin === null) return null;
  const name = tokens.map((token) => token.text.replace(/^@/u, '')).join(' ');
  const marked = /^[@<]/u.test(tokens[0]?.text ?? '');
  const ref = marked ? subject.refs[0] : who.resolveKin(name, kin, who.message.authorId);
  if (!ref) return null;
  return { statements: [kinName(clause, kin, name, ref)], subject: { ...subject, refs: [ref] } };
};

const possessive = /^(.+?)(?:'s|(?<=s)')$/u;
const notOwner =
  /^@?(?:it|that|there|here|what|who|he|she|let|how|where|when|everyone|today|tomorrow|yesterday|world|men|women)'s$/iu;

const thingOf = (clause: Clause, tokens: readonly Token[], { ref }: Named): readonly FactDraft[] => {
  const c = complementOf(tokens);
  if (c.deictic || c.words.length < 3 || c.words.length > 16) return [];
  const finding = { type: isDated(c.lower) ? 'event' : 'knowledge', confidence: 0.76 } as const;
  return [aboutPeople(clause, { content: sentence(c.text), finding, pattern: 'thing-of' }, [ref], 0.9)];
};

const ofOwner = (
  clause: Clause,
  tokens: readonly Token[],
  owner: number,
  who: MentionResolver,
  starts: boolean,
): ClauseResult | null => {
  const token = tokens[owner];
  const plain = possessive.exec(token?.text ?? '')?.[1];
  if (!token || plain === undefined) return null;
  const name = [...tokens.slice(0, owner), { ...token, text: plain, lower: plain.toLowerCase() }];
  const named = who.nameAt(name, 0, (next) => next === name.length, starts);
  if (named?.length !== name.length) return null;
  const rest = tokens.slice(owner + 1);
  const subject: People = { kind: 'people', refs: [named.ref], provenance: 0.92, told: certain(named) };
  const attributes = attribution(clause, rest, [named.ref], 0.92);
  if (attributes.statements.length > 0) return { statements: attributes.statements, subject };
  const kin = kinAt(rest);
  if (kin) {
    const p = beginsPredicate(rest, kin.next) ? predicateAt(rest, kin.next) : null;
    const about = p ? stated(clause, p, { kind: 'kin', kin: capital(kin.word) }) : [];
    return {
      statements: about.map((one) => ({ ...one, subjects: [named.ref], provenance: 0.88 })),
      subject: null,
    };
  }
  // "Bo's party is on friday" tells what is Bo's.
  if (rest.slice(1, 4).some(({ lower }) => /^(?:is|are|was|were|has|had|will)$/u.test(lower)))
    return { statements: certain(named) ? thingOf(clause, rest, named) : [], subject: null };
  // "Bob's vegan", "Dana's moving to Rome": the verb, not a possessive.
  const p = predicateAt([{ ...token, text: 'is', lower: 'is' }, ...rest], 0);
  return {
    statements: p ? said(clause, p, subject).filter((one) => one.pattern !== 'be-place') : [],
    subject,
  };
};

export const refsOf = (found: readonly SpokenOf[], name: string): readonly SubjectRef[] => {
  const refs = found.flatMap((one) => (one.ref ? [one.ref] : []));
  const [only] = refs;
  if (found.length === 1 && only) return [only];
  const candidates = refs.flatMap((ref) =>
    ref.kind === 'entity' || ref.kind === 'kin'
      ? [ref.entityId]
      : ref.kind === 'ambiguous'
        ? ref.candidates
        : [],
  );
  const names = refs.flatMap((ref) => (ref.kind === 'entity' ? [] : [ref.name]));
  return [
    {
      kind: 'ambiguous',
      name: names.length > 0 ? names.join(' / ') : name,
      candidates: [...new Set(candidates)].sort(),
      named: refs.flatMap((ref) =>
        ref.kind === 'named'
          ? [{ name: ref.name, handle: ref.handle }]
          : ref.kind === 'ambiguous'
            ? ref.named
            : [],
      ),
    },
  ];
};

const placeholder: People = { kind: 'people', refs: [], provenance: 0.9, told: true };

/** "He's my boss now", of whom one alone was spoken of by name. */
const kinByPronoun = (
  clause: Clause,
  tokens: readonly Token[],
  who: MentionResolver,
): ClauseResult | null => {
  const p = predicateAt(tokens, 1);
  const kin = p ? kinSaid(p) : null;
  const found = kin === null ? null : who.antecedent(tokens[0]?.lower ?? '').who;
  const [only] = found ?? [];
  if (kin === null || found?.length !== 1 || !only?.ref) return null;
  const name = who.nameOf(only.ref);
  return name === null
    ? null
    : { statements: [kinName(clause, kin, name, only.ref)], subject: { ...placeholder, refs: [only.ref] } };
};

/** He, she, they, and what is theirs. Nobody fitting: nothing; two who fit: nobody's, until somebody decides. */
export const byPronoun = (clause: Clause, tokens: readonly Token[], who: MentionResolver): ClauseResult => {
  const theirs = kinByPronoun(clause, tokens, who);
  if (theirs !== null) return theirs;
  const first = tokens[0]?.lower ?? '';
  const owned = first === 'his' || first === 'her' || first === 'their';
  const p = owned ? null : predicateAt(tokens, 1);
  // "They" is as often a firm, or nobody in particular: only a predicate that fits people alone is taken.
  const about = first === 'they' ? { ...placeholder, told: false } : placeholder;
  const self = p ? doneToMe(clause, p) : [];
  if (self.length > 0) return { statements: self, subject: { kind: 'speaker' } };
  const probe = owned
    ? attribution(clause, tokens.slice(1), [], 0.9).statements
    : p
      ? said(clause, p, about)
      : [];
  if (probe.length === 0) return nothing;
  const found = who.antecedent(first);
  const [only] = found.who;
  if (!only) return nothing;
  if (found.who.length === 1 && only.kin !== null) {
    const kin = capital(only.kin);
    const about = p
      ? stated(clause, p, { kind: 'kin', kin })
      : probe.map((one) => ({
          ...one,
          subjects: null,
          content: sentence(`${kin}'s`, lowered(one.content)),
          finding: withoutTopic(one.finding),
        }));
    const { of } = only;
    // What is told of somebody else's wife is theirs, and nothing that follows without a subject is of the speaker's.
    return of
      ? {
          statements: about.map((one) => ({ ...one, subjects: [of], provenance: found.certain })),
          subject: null,
        }
      : { statements: about.map((one) => ({ ...one, provenance: 0.88 })), subject: { kind: 'kin', kin } };
  }
  const refs = refsOf(found.who, first);
  return {
    statements: probe.map((one) => ({ ...one, subjects: refs, provenance: found.certain })),
    subject: { ...placeholder, refs, provenance: found.certain },
  };
};

const toldToThem = new Set([
  'attribute',
  'lives',
  'be-age',
  'be-role',
  'studies',
  'works',
  'leads',
  'pronouns',
]);
/** "You": whom the message speaks to, and only what is plainly a fact of them. */
export const byYou = (clause: Clause, tokens: readonly Token[], who: MentionResolver): ClauseResult => {
  const p = tokens[0]?.lower === 'your' ? null : predicateAt(tokens, 1);
  const probe = p ? said(clause, p, placeholder) : attribution(clause, tokens.slice(1), [], 0.8).statements;
  const plain = probe.filter(
    (one) => toldToThem.has(one.pattern) && one.finding.confidence >= 0.8 && one.finding.type !== 'knowledge',
  );
  if (plain.length === 0) return nothing;
  const ref = who.addressee(stripFillers(clause.tokens));
  return ref
    ? {
        statements: plain.map((one) => ({
          ...one,
          subjects: [ref],
          provenance: 0.8,
          finding: { ...one.finding, confidence: Math.min(0.74, one.finding.confidence) },
        })),
        subject: null,
      }
    : nothing;
};
