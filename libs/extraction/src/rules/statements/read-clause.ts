import { anyCase, proven } from '#safety';
import { kinshipOf, type SubjectRef } from '#identity';
import { isDenied, valueOf } from '../frames/frame.js';
import { predicateAt, type Predicate } from '../../grammar/predicate.js';
import { attributeOf, isCommonWord, isGivenName, isIn } from '../../words/lexicon.js';
import { stripFillers, type Clause } from '../../text/clauses.js';
import { lemmaOf } from '../../words/verbs.js';
import { subordinates } from '../../text/pieces.js';
import { gerundSubject } from '../../text/begins.js';
import { leadInLength } from '../../text/lead-in.js';
import { isWord, joined, type Token } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import {
  attribution,
  beginsWithAttribute,
  invertedAttribution,
  pronounFinding,
  pronounsIn,
} from './attributes.js';
import { bare } from './bare.js';
import { calledAs, calledBy } from './called.js';
import { kinWithoutWhose, mine } from './mine.js';
import { byLabel, byName, byPronoun, byYou } from './people.js';
import { sharedBy } from './ours.js';
import {
  aboutSelf,
  labelled,
  nothing,
  stated,
  type ClauseResult,
  type FactDraft,
  type Subject,
} from './fact-draft.js';
import { byDescription } from './description.js';
import { roleOf } from './role-of.js';
import { unfolded } from './unfolded.js';
import { aboutThing, markedDecision, plainlyAboutThing, ruleOf, timed } from './things.js';

/** Reads one clause; `previous` is what the clause before was about. */
export const readClause = (
  clause: Clause,
  who: MentionResolver,
  previous: Subject | null,
  confided: boolean,
): ClauseResult => {
  const result = withSubject(clause, who, previous);
  return {
    ...result,
    statements: result.statements.map((statement) => surpriseFor(who, statement, confided)),
  };
};

const withSubject = (clause: Clause, who: MentionResolver, previous: Subject | null): ClauseResult => {
  const opened = unfolded(stripFillers(clause.tokens));
  const labelled = byLabel(clause, opened, who);
  if (labelled) return labelled;
  const tokens = withoutCalled(unaddressed(opened), who);
  const first = tokens[0]?.lower ?? '';
  if (first === '' || gerundSubject(tokens) === 'act') return nothing;
  const called = calledAs(clause, tokens, who);
  if (called) return { statements: called, subject: { kind: 'speaker' } };
  const told = clause.continues ? null : ledTo(clause, tokens, who);
  if (told) return told;
  if (previous && (clause.continues || goesOnOfKin(clause, tokens, previous))) {
    const p = predicateAt(tokens, 0);
    if (!p) return nothing;
    return {
      statements: previous.kind === 'place' ? sharedBy(clause, p) : stated(clause, p, previous),
      subject: previous,
    };
  }
  switch (first) {
    case 'i':
    case '/me':
      return ofSelf(clause, tokens, who);
    case 'we':
      return ofUs(clause, tokens);
    case 'me':
      return withOthers(clause, tokens, who);
    case 'my':
      return mine(clause, tokens.slice(1), who);
    case 'he':
    case 'she':
    case 'they':
    case 'his':
    case 'her':
    case 'their':
      return byPronoun(clause, tokens, who);
    case 'you':
    case 'your':
      return byYou(clause, tokens, who);
    default:
      return otherwise(clause, tokens, who, previous);
  }
};

/** "My dad. Turns 60 on the 25th": a verb of the third person, right after somebody of the speaker's. */
const goesOnOfKin = (clause: Clause, tokens: readonly Token[], previous: Subject): boolean =>
  clause.startsSentence &&
  previous.kind === 'kin' &&
  tokens.length > 2 &&
  lemmaOf(tokens[0]?.lower ?? '', 'third') !== null &&
  lemmaOf(tokens[0]?.lower ?? '', 'base') === null &&
  !/'s$/u.test(tokens[0]?.lower ?? '');

const fond =
  /^(?:poor|dear|old|little|big|good|young|lovely|sweet|crazy|silly|clever|lucky|funny|beloved|mighty|lil)$/u;
const dubious = new Set(subordinates);
/** "I heard Bo moved", "turns out she sings", "poor Bo has flu": of whom it tells, by way of the speaker. */
const ledTo = (clause: Clause, tokens: readonly Token[], who: MentionResolver): ClauseResult | null => {
  const lead = leadInLength(tokens);
  let at = lead;
  while (at < lead + 1 && fond.test(tokens[at]?.lower ?? '')) at += 1;
  if (at === 0) return null;
  const rest = stripFillers(tokens.slice(at));
  const first = rest[0]?.lower ?? '';
  const isPronoun = /^(?:he|she|his|her)$/u.test(first);
  const found =
    (at === lead && isPronoun ? byPronoun(clause, rest, who) : null) ??
    (isPronoun ? null : (byDescription(clause, rest, who) ?? byName(clause, rest, who)));
  const isPerson = found?.subject?.kind === 'people' && found.subject.told;
  const told = found?.statements.filter((one) => lead > 0 || one.pattern !== 'plain') ?? [];
  if (!found || !isPerson || told.length === 0) return dubious.has(tokens[0]?.lower ?? '') ? nothing : null;
  return {
    ...found,
    statements: told.map((one) => ({
      ...one,
      finding: { ...one.finding, confidence: Math.min(lead > 0 ? 0.75 : 0.85, one.finding.confidence) },
    })),
  };
};

const ofUs = (clause: Clause, tokens: readonly Token[]): ClauseResult => {
  const p = predicateAt(tokens, 1);
  return { statements: p ? sharedBy(clause, p) : [], subject: { kind: 'place' } };
};

/** "Me and Ana booked the hut": of both. */
const withOthers = (clause: Clause, tokens: readonly Token[], who: MentionResolver): ClauseResult => {
  const named =
    tokens[1]?.lower === 'and'
      ? who.nameAt(tokens, 2, (next) => predicateAt(tokens, next) !== null, false)
      : null;
  const p = named ? predicateAt(tokens, 2 + named.length) : null;
  if (!named || !p) return nothing;
  const self: SubjectRef = { kind: 'entity', entityId: who.message.authorId };
  const subject: Subject = { kind: 'people', refs: [self, named.ref], provenance: 0.9, told: true };
  return { statements: stated(clause, p, subject), subject };
};

const otherwise = (
  clause: Clause,
  tokens: readonly Token[],
  who: MentionResolver,
  previous: Subject | null,
): ClauseResult => {
  if (tokens[0]?.lower === 'call' && tokens[1]?.lower === 'me') {
    const pronouns = pronounsIn(tokens.slice(2));
    if (pronouns !== null)
      return { statements: [aboutSelf(clause, pronounFinding(pronouns))], subject: null };
  }
  const own = tokens
    .slice(0, 3)
    .map(({ lower }) => lower)
    .join(' ');
  // "It's my birthday on the 9th": as "my birthday is on the 9th".
  const [, is, , thing] = tokens;
  if (own === 'it is my' && is && thing && attributeOf(thing.lower) !== null)
    return {
      statements: attribution(clause, [thing, is, ...tokens.slice(4)], null, 0.93).statements,
      subject: { kind: 'speaker' },
    };
  const placed = [...markedDecision(clause, tokens), ...ruleOf(clause, joined(tokens))].slice(0, 1);
  if (placed.length > 0) return { statements: placed, subject: { kind: 'thing' } };
  const inverted = invertedAttribution(clause, tokens).statements;
  if (inverted.length > 0) return { statements: inverted, subject: { kind: 'speaker' } };
  const played = roleOf(clause, tokens, who);
  if (played.length > 0) return { statements: played, subject: null };
  const named =
    kinWithoutWhose(clause, tokens, who) ?? byDescription(clause, tokens, who) ?? byName(clause, tokens, who);
  if (named) return named;
  const things = aboutThing(clause, tokens);
  if (things.length > 0) return { statements: things, subject: { kind: 'thing' } };
  const self =
    clause.startsMessage || beginsWithAttribute(tokens) || goesOnOfSelf(clause, tokens, who, previous)
      ? bare(clause, tokens, who, previous)
      : [];
  if (self.some(isKept)) return { statements: self, subject: { kind: 'speaker' } };
  const plain = isCalled(clause, tokens, who) ? [] : plainlyAboutThing(clause, tokens);
  if (plain.some(isKept)) return { statements: plain, subject: { kind: 'thing' } };
  if (self.length > 0) return { statements: self, subject: { kind: 'speaker' } };
  const brief = clause.startsMessage ? timed(clause, tokens) : [];
  return { statements: brief.length > 0 ? brief : plain, subject: null };
};

/** "I got a cookie. Grew up in Cascais": a past that stands first in its sentence is nobody else's. */
const goesOnOfSelf = (
  clause: Clause,
  tokens: readonly Token[],
  who: MentionResolver,
  previous: Subject | null,
): boolean => {
  const first = tokens[0]?.lower ?? '';
  if (first === 'been') return true;
  if (!clause.startsSentence) return false;
  if (lemmaOf(first, 'past') !== null && lemmaOf(first, 'base') === null) return true;
  // "Yep. Starting at the mill on monday", "I hated it. Doing law instead".
  return lemmaOf(first, 'gerund') !== null && (previous?.kind === 'speaker' || opensTalk(who));
};

const opening = /^(?:cannot|can|not|yeah?|yep|nah|no|sorry|ok|so|i|did|it)$/u;
/** Nothing but a word that opens the turn stands before: "yep.", "cant sorry,". */
const opensTalk = (who: MentionResolver): boolean => {
  const before = who.lastHeard()?.filter((token) => isWord(token)) ?? [];
  return before.length <= 3 && before.every(({ lower }) => isIn('fillers', lower) || opening.test(lower));
};

/** "Spam1na FAT32 ends at 2 TB": said to somebody of the place, whose name is no part of the thing. */
const isCalled = (clause: Clause, tokens: readonly Token[], who: MentionResolver): boolean =>
  clause.startsMessage &&
  !isCommonWord(tokens[0]?.lower ?? '') &&
  who.nameAt(tokens, 0, () => true, false)?.ref.kind === 'entity';

const isKept = ({ finding }: FactDraft): boolean => finding.confidence >= 0.7;

const title = proven({
  id: 'title',
  pattern:
    /^(?:update|note|reminder|recap|status|checkpoint|check|summary|announcement|news|info|notice|fyi|confirmation|restatement|heads-up|correction|moved|changed|extended|postponed|rescheduled|delayed)$/u,
  yes: ['update', 'heads-up'],
  no: ['updates', 'head'],
});
/** "Launch update: …", "Late finance note: …": what kind of line it is, which its statement does without. */
const titleLength = (tokens: readonly Token[]): number => {
  const at = tokens.findIndex((token) => !isWord(token));
  return at > 0 && at <= 5 && tokens[at]?.text === ':' && title.test(tokens[at - 1]?.lower ?? '')
    ? at + 1
    : 0;
};

const isPersonNoun = (word: string): boolean => kinshipOf(word) !== null || isIn('occupations', word);

/** "I like tea, Bo": said to Bo. "My boss, Bo" and "Ana, Bo" are whom it tells of. */
const withoutCalled = (tokens: readonly Token[], who: MentionResolver): readonly Token[] => {
  const end = tokens.findLastIndex((token) => isWord(token));
  const at = tokens.slice(0, end + 1).findLastIndex((token) => token.text === ',');
  if (at < 2 || end - at > 2 || end <= at) return tokens;
  const named = who.nameAt(tokens, at + 1, (next) => next === end + 1, false);
  const before = tokens[at - 1];
  if (named?.ref.kind !== 'entity' || named.ref.entityId === who.message.authorId || !before) return tokens;
  const isApposed =
    isPersonNoun(before.lower) || who.nameAt(tokens, at - 1, (next) => next === at, false) !== null;
  return isApposed ? tokens : tokens.slice(0, at);
};

/** The words after whom they are said to: "bob: i run debian", "Ana, I moved", "@bob I like pizza". */
const unaddressed = (tokens: readonly Token[]): readonly Token[] => {
  const [first, second] = tokens;
  if (!first || !second) return tokens;
  const label =
    attributeOf(first.lower) !== null || /^(?:decision|decided|agreed|rules?|outcome)$/u.test(first.lower);
  const titled = titleLength(tokens);
  if (titled > 0) return stripFillers(tokens.slice(titled));
  if (second.text === ':' && !label && /^@?[\p{L}\p{N}_|`^[\]{}-]{2,}$/u.test(first.text))
    return stripFillers(tokens.slice(2));
  if (
    second.text === ',' &&
    (first.text.startsWith('@') || !isIn('fillers', first.lower)) &&
    !isIn('adjectives', first.lower)
  )
    return stripFillers(tokens.slice(2));
  // "cvirus i have got it": nobody but who is called stands before the one who speaks.
  if (/^(?:i|we)$/u.test(second.lower) && isWord(first) && !isCommonWord(first.lower) && tokens.length > 2)
    return tokens.slice(1);
  const mention = first.text.startsWith('@') || first.text.startsWith('<@');
  if (!mention) return tokens;
  // "@bo can't stand it" tells of Bo; "@bo can you" asks, and "@bo don't" forbids.
  const asked = tokens
    .slice(2, 4)
    .some((token) => /^(?:you|u|i|we|someone|somebody|anyone|it|this|that)$/u.test(token.lower));
  if (second.lower === 'do' && !asked) return [];
  return /^(?:i|my|we|our|you|your|please|the|it|this|that|how|what|do)$/u.test(second.lower) ||
    (second.lower === 'can' && asked)
    ? stripFillers(tokens.slice(1))
    : tokens;
};

const ofSelf = (clause: Clause, tokens: readonly Token[], who: MentionResolver): ClauseResult => {
  const subject: Subject = { kind: 'speaker' };
  const p = predicateAt(tokens, 1);
  if (!p) return { statements: [], subject };
  const pronouns =
    /^(?:use|be|go|prefer)$/u.test(p.lemma) && p.tense !== 'past' && !p.negated ? pronounsIn(p.rest) : null;
  if (pronouns !== null) return { statements: [aboutSelf(clause, pronounFinding(pronouns))], subject };
  if (p.lemma === 'go' && p.tense === 'present' && p.rest[0]?.lower === 'by')
    return { statements: calledBy(clause, p.rest.slice(1), isDenied(p)), subject };
  const introduced = introduction(clause, p, who);
  return { statements: introduced ?? stated(clause, p, subject), subject };
};

/** "I am Dana", "im Dana, a nurse from Leeds". */
const introduction = (clause: Clause, p: Predicate, who: MentionResolver): readonly FactDraft[] | null => {
  const name = p.rest[0];
  if (
    p.lemma !== 'be' ||
    p.tense !== 'present' ||
    p.negated ||
    !name ||
    !/^\p{Lu}/u.test(name.text) ||
    !isGivenName(name.lower)
  )
    return null;
  const second = p.rest[1];
  const two = second !== undefined && /^\p{Lu}\p{Ll}/u.test(second.text) && !isIn('adjectives', second.lower);
  const after = p.rest[two ? 2 : 1];
  if (after && !/^[,.!(:;)-]$|^(?:and|from|here|but|btw)$/u.test(after.lower)) return null;
  const own = two ? `${name.text} ${second.text}` : name.text;
  const rest = p.rest.slice(two ? 2 : 1);
  const more =
    rest[0]?.lower === ',' || rest[0]?.lower === 'and'
      ? rest.slice(1)
      : rest[0]?.lower === 'from'
        ? rest
        : [];
  const about = more.length > 0 ? stated(clause, { ...p, rest: more }, { kind: 'speaker' }) : [];
  const made = {
    content: labelled('Name', own),
    finding: {
      type: 'identity' as const,
      confidence: 0.84,
      importance: 0.8,
      topic: 'name',
      value: valueOf(own),
    },
    pattern: 'i-am-name',
  };
  return [aboutSelf(clause, made), ...(about.length > 0 ? about : bare(clause, more, who))];
};

const celebration = anyCase(
  /\b(?:party|gift|present|surprise|farewell|birthday|baby shower|send-?off|cake)\b/u,
);
/** A surprise is about whom it is for: that is who must not hear it. */
const surpriseFor = (who: MentionResolver, statement: FactDraft, confided: boolean): FactDraft => {
  if (!celebration.test(statement.content) || !(confided || /surprise/iu.test(statement.content)))
    return statement;
  const at = statement.tokens.findIndex((token) => token.lower === 'for');
  const named = at < 0 ? null : who.nameAt(statement.tokens, at + 1, () => true, false);
  return named
    ? {
        ...statement,
        subjects: [named.ref],
        provenance: 0.88,
        finding: { ...statement.finding, type: 'event' },
      }
    : statement;
};
