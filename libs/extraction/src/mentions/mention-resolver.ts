import {
  antecedentOf,
  directoryOf,
  firstNameOf,
  foldName,
  kinshipOf,
  mayName,
  pronounGender,
  resolveName,
  type Gender,
  type Resolution,
  type SpokenPerson,
  type SubjectRef,
} from '#identity';
import type { Mentions } from '#safety';
import type { ReadingContext, WindowMessage } from '../fact-extractor.js';
import { lemmaOf } from '../words/verbs.js';
import { Kinfolk } from './kin-names.js';
import type { Named, SpokenOf } from './named.js';
import { spokenOfIn } from './spoken-of.js';
import { genderOfName, isCommonWord, isGivenName, isIn } from '../words/lexicon.js';
import { beginsPredicate } from '../text/begins.js';
import { clausesOf, stripFillers } from '../text/clauses.js';
import { maskForeign } from '../text/mask.js';
import { isWord, type Token } from '../text/tokens.js';

const stop = new Set(
  'i you he she it we they who what this that there here everyone everybody someone somebody anyone anybody nobody people guys one all some most many'.split(
    ' ',
  ),
);
const isThing = (word: string): boolean =>
  isIn('thingNouns', word) ||
  isIn('lifeNouns', word) ||
  isIn('systems', word) ||
  isIn('transientNouns', word);
/** "Thousands", "Getting": a common word in another form. */
const isInflected = (word: string): boolean =>
  !isGivenName(word) &&
  (lemmaOf(word, 'gerund') !== null ||
    (word.length > 4 && word.endsWith('s') && isCommonWord(word.slice(0, -1))));
const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);
const sameRef = (a: SpokenOf, b: SpokenOf): boolean =>
  a.kin === b.kin && JSON.stringify([a.ref, a.of]) === JSON.stringify([b.ref, b.of]);

/** "Her husband", of somebody who is not told: nobody who could be meant by name. */
const isNobody = ({ ref, kin }: SpokenOf): boolean => ref === null && kin === null;

const notPeople = ['languages', 'countries', 'brands', 'distros'] as const;
const joins = (token: Token | undefined): boolean => token?.lower === 'and' || token?.text === '&';
const placing = /^(?:in|at|to|from|of|on|near|for|the|an?|by|via|into|with|than|is|are|was|were)$/u;
/** "Tess and Jill", "Tess, Jill and Pam", "Tess visited Jill": by where it stands, a capitalised word is a person. */
const isWrittenAsPerson = (tokens: readonly Token[], at: number): boolean => {
  const isNameAt = (index: number): boolean => isCapital(tokens[index]?.text ?? '');
  const { lower = '' } = tokens[at] ?? {};
  if (!isNameAt(at) || notPeople.some((list) => isIn(list, lower))) return false;
  if (placing.test(tokens[at - 1]?.lower ?? '')) return false;
  if (joins(tokens[at - 1]) && placing.test(tokens[at - 3]?.lower ?? '')) return false;
  if (joins(tokens[at + 1]) || joins(tokens[at - 1])) return isNameAt(at + 2) || isNameAt(at - 2);
  const inRow = tokens[at + 1]?.text === ',' && isNameAt(at + 2);
  if (inRow) return joins(tokens[at + 3]) || (tokens[at + 3]?.text === ',' && isNameAt(at + 4));
  return at === 0 && beginsPredicate(tokens, 1);
};

const recent = 30 * 60_000;
const reach = 4;

/** Who the words of one message mean. Remembers what it looked up, so that ingest can tell what the reading rests on. */
export class MentionResolver implements Mentions {
  readonly lookups = new Set<string>();
  readonly kin: Kinfolk;
  usedContext = false;
  /** The message whose words are looked at: mentions are those of its own. */
  private pointing: WindowMessage;
  private readonly heard: { sentence: number; tokens: readonly Token[] }[] = [];
  /** Who was spoken of in the first of these, as it was read when so much kin was known. */
  private spoken = { kin: 0, clauses: 0, bySentence: new Map<number, readonly SpokenPerson<SpokenOf>[]>() };
  /** Whom names were found to be: several rules ask for the same ones. */
  private readonly found = new Map<string, Resolution>();
  /** Names that stand in a clause by themselves. */
  private readonly alone = new Set<string>();

  constructor(
    readonly message: WindowMessage,
    readonly context: ReadingContext,
  ) {
    this.kin = new Kinfolk(message, context);
    this.pointing = message;
  }

  /** The person that a name is, with what its form allows. */
  resolve(name: string, marked: boolean): SubjectRef {
    const folded = foldName(name);
    this.lookups.add(folded);
    const found = this.find(folded);
    const kin = marked ? [] : this.kin.called(folded);
    const [only] = kin;
    if (kin.length === 1 && only && found.kind === 'nobody') return only;
    if (found.kind === 'one' && kin.length === 0) return { kind: 'entity', entityId: found.entityId };
    if (found.kind !== 'nobody' || kin.length > 0) return this.several(name, found, kin);
    return { kind: 'named', name: name.replace(/^@/u, '').replace(/'s$/u, ''), handle: marked };
  }

  /**
   * INVARIANT: a name reaches the accounts that the message points at and the people of the place, nobody else: the same
   * handle may be somebody else's on another platform.
   */
  private find(folded: string): Resolution {
    const before = this.pointing === this.message ? this.found.get(folded) : undefined;
    if (before !== undefined) return before;
    const found = this.findAnew(folded);
    if (this.pointing === this.message) this.found.set(folded, found);
    return found;
  }

  private findAnew(folded: string): Resolution {
    const pointed = directoryOf(this.context.pointedAt)
      .find(folded)
      .filter((person) => this.pointing.mentionIds.includes(person.entityId));
    const holders = pointed.filter((person) =>
      person.names.some((name) => name.kind === 'handle' && foldName(name.text) === folded),
    );
    const meant = holders.length > 0 ? holders : pointed;
    const [only] = meant;
    if (!only) return resolveName(directoryOf(this.context.people), folded, this.message.sentAt);
    return meant.length === 1
      ? { kind: 'one', entityId: only.entityId }
      : { kind: 'several', candidates: meant.map((person) => person.entityId).sort() };
  }

  /** When two fit, nobody is chosen, unless they turn out to be one person or the message marks one of them. */
  private several(name: string, found: Resolution, kin: readonly SubjectRef[]): SubjectRef {
    const known =
      found.kind === 'one' ? [found.entityId] : found.kind === 'several' ? [...found.candidates] : [];
    const all = [
      ...known,
      ...kin.flatMap((ref) => (ref.kind === 'entity' || ref.kind === 'kin' ? [ref.entityId] : [])),
    ];
    const candidates = [...new Set(all)].sort();
    const mentioned = candidates.filter((id) => this.pointing.mentionIds.includes(id));
    const [only] = mentioned.length > 0 ? mentioned : candidates;
    if (only !== undefined && (mentioned.length === 1 || candidates.length === 1))
      return { kind: 'entity', entityId: only };
    return { kind: 'ambiguous', name: name.replace(/^@/u, ''), candidates, named: [] };
  }

  /** "My wife Sarah", said by this speaker: whom they named so before, who has the name here, or somebody of theirs. */
  resolveKin(name: string, word: string, speakerId: string): SubjectRef {
    const folded = foldName(name);
    this.lookups.add(folded);
    const isOwn = this.kin.isOf(speakerId);
    const again = isOwn ? this.kin.again(word, folded) : null;
    if (again) return again;
    const found = this.find(folded);
    const ref =
      found.kind === 'nobody' ? this.kin.newlyNamed(word, name, speakerId) : this.several(name, found, []);
    if (isOwn) this.kin.hear(word, folded, ref);
    return ref;
  }

  ownWords(text: string): string {
    return maskForeign(text);
  }

  /** A mention as the platform writes it, by the order of the message's mentions. */
  platformMention(token: Pick<Token, 'text'>): SubjectRef | null {
    if (!/^<@!?\w+>$/u.test(token.text)) return null;
    const { text, mentionIds } = this.pointing;
    const order = [...new Set([...text.matchAll(/<@!?\w+>/gu)].map((match) => match[0]))];
    const id = order.length === mentionIds.length ? mentionIds[order.indexOf(token.text)] : undefined;
    return id === undefined ? null : { kind: 'entity', entityId: id };
  }

  /** A name that begins at `at`, longest first; `grammar`: what follows makes it a person. */
  nameAt(
    tokens: readonly Token[],
    at: number,
    grammar: (next: number) => boolean,
    startsSentence: boolean,
  ): Named | null {
    const first = tokens[at];
    if (!first || stop.has(first.lower)) return null;
    const mention = this.platformMention(first);
    if (mention) return { ref: mention, length: 1, unknown: false, gender: 'any' };
    if (first.text.startsWith('@') && first.text.length > 1) return this.named(first.text, 1, true);
    if (!/^\p{L}/u.test(first.text)) return null;
    if (/^\p{Lu}$/u.test(first.text)) return this.initialAt(tokens, at);
    for (const length of [3, 2, 1]) {
      const words = tokens.slice(at, at + length);
      if (words.length < length || !grammar(at + length)) continue;
      if (words.some((word) => !/^[\p{L}][\p{L}\p{N}_.'-]*$/u.test(word.text))) continue;
      const held = this.heldName(words, startsSentence);
      if (held) return held;
    }
    return null;
  }

  /** "A is vegan", where somebody is called A: no article and no letter stands before a verb. */
  private initialAt(tokens: readonly Token[], at: number): Named | null {
    const next = tokens[at + 1]?.lower ?? '';
    const isVerb = /^(?:is|was|has|does|did|had)$/u.test(next) || lemmaOf(next, 'third') !== null;
    if (!isVerb) return null;
    const named = this.named(tokens[at]?.text ?? '', 1, false);
    return named.unknown ? null : named;
  }

  private heldName(words: readonly Token[], startsSentence: boolean): Named | null {
    const [first] = words;
    if (!first) return null;
    const text = words
      .map((word) => word.text)
      .join(' ')
      .replace(/'s?$/u, '');
    const folded = foldName(text);
    const single = words.length === 1;
    const common = single && !isGivenName(folded) && (isCommonWord(folded) || isThing(folded));
    const allowed = mayName({
      text,
      marked: false,
      capitalised: isCapital(first.text),
      startsSentence,
      unmistakableGrammar: true,
      commonWord: common,
    });
    if (allowed || (single && !startsSentence)) {
      const named = this.named(text, words.length, false);
      if (!named.unknown) return allowed ? named : null;
      if (!allowed) return null;
      const every = words.every((word) => isCapital(word.text));
      const title = /^(?:dr|mr|mrs|ms|prof|aunt|uncle|nurse)\.?$/u.test(first.lower);
      if (!every || (single && (common || isInflected(folded)))) return null;
      if (single ? isGivenName(folded) || !isCommonWord(folded) : title || isGivenName(first.lower))
        return named;
    }
    return null;
  }

  private named(text: string, length: number, marked: boolean): Named {
    const ref = this.resolve(text, marked);
    const given = firstNameOf(text) ?? foldName(text);
    return { ref, length, unknown: ref.kind === 'named', gender: genderOfName(given) };
  }

  /** How somebody is called where this is read. */
  nameOf(ref: SubjectRef): string | null {
    if (ref.kind !== 'entity') return ref.name;
    const names = directoryOf(this.context.people).byId(ref.entityId)?.names ?? [];
    return (names.find(({ kind }) => kind === 'display_name') ?? names[0])?.text ?? null;
  }

  /** Remembers a clause, so that later pronouns find whom it names. People named in one sentence count as equally near. */
  hear(sentence: number, tokens: readonly Token[]): void {
    this.heard.push({ sentence, tokens });
    const words = tokens.filter((token) => isWord(token));
    if (words.length < 4 && words.every(({ text }) => isCapital(text)))
      this.alone.add(words.map(({ text }) => text).join(' '));
  }

  /** The clause before this one in the message, if there is one. */
  lastHeard(): readonly Token[] | null {
    return this.heard.findLast(({ tokens }) => tokens.some((token) => isWord(token)))?.tokens ?? null;
  }

  /** What this message answers: the one that it replies to, else what somebody else said just before it. */
  saidJustBefore(): WindowMessage | null {
    this.usedContext = true;
    const last = this.context.repliedTo ?? this.context.before.at(-1);
    if (!last || last.authorId === this.message.authorId) return null;
    const isRecent = this.message.sentAt.getTime() - last.sentAt.getTime() <= recent;
    return last === this.context.repliedTo || isRecent ? last : null;
  }

  /** Each clause is looked through once for as long as no more kin is named: a message may be pronouns throughout. */
  private spokenOf(): readonly (readonly SpokenPerson<SpokenOf>[])[] {
    const kin = this.kin.size;
    if (this.spoken.kin !== kin) this.spoken = { kin, clauses: 0, bySentence: new Map() };
    const { spoken } = this;
    for (const { sentence, tokens } of this.heard.slice(spoken.clauses)) {
      const people = this.others([...this.peopleIn(tokens), ...this.rivalsIn(tokens)]);
      if (people.length > 0)
        spoken.bySentence.set(sentence, [...(spoken.bySentence.get(sentence) ?? []), ...people]);
    }
    spoken.clauses = this.heard.length;
    return [...spoken.bySentence.values()];
  }

  /** People who count only as rivals for a pronoun: known ones in small letters, and unknown words written as a name. */
  private rivalsIn(tokens: readonly Token[]): readonly SpokenPerson<SpokenOf>[] {
    return tokens.flatMap((token, at): readonly SpokenPerson<SpokenOf>[] => {
      const { lower } = token;
      if (lower.length < 2 || !/^\p{L}[\p{L}'-]*$/u.test(token.text)) return [];
      if (isCommonWord(lower) || isThing(lower) || kinshipOf(tokens[at - 1]?.lower ?? '') !== null) return [];
      if (isCapital(token.text) && !isWrittenAsPerson(tokens, at)) return [];
      const ref = this.resolve(token.text, false);
      if (ref.kind === 'named')
        return isCapital(token.text) ? [{ who: { ref, kin: null }, gender: 'any' }] : [];
      const gender = this.genderOf({ ref, length: 1, unknown: false, gender: genderOfName(foldName(lower)) });
      return [{ who: { ref, kin: null }, gender }];
    });
  }

  /** Without the author: nobody speaks of themselves as he or she. */
  private others(people: readonly SpokenPerson<SpokenOf>[]): readonly SpokenPerson<SpokenOf>[] {
    return people.filter(
      (spoken) => spoken.who.ref?.kind !== 'entity' || spoken.who.ref.entityId !== this.message.authorId,
    );
  }

  /** Everybody whom these words name, in any place of the clause. */
  peopleIn(tokens: readonly Token[], speakerId = this.message.authorId): readonly SpokenPerson<SpokenOf>[] {
    return spokenOfIn(this, tokens, speakerId);
  }

  genderOf(named: Named): Gender {
    if (named.gender !== 'any' || named.ref.kind !== 'entity') return named.gender;
    const { people, pointedAt } = this.context;
    const person =
      directoryOf(people).byId(named.ref.entityId) ?? directoryOf(pointedAt).byId(named.ref.entityId);
    const genders = (person?.names ?? []).map((name) =>
      genderOfName(firstNameOf(name.text) ?? foldName(name.text)),
    );
    return genders.find((gender) => gender !== 'any') ?? 'any';
  }

  /** Whom a pronoun means: in this message first, then in the message replied to, then in those just before. */
  antecedent(pronoun: string): { who: readonly SpokenOf[]; certain: number } {
    const gender = pronounGender(pronoun);
    if (gender === null) return { who: [], certain: 0 };
    const here = antecedentOf(gender, this.spokenOf(), sameRef);
    if (here.kind === 'one')
      return this.isGuess(here.who) || isNobody(here.who)
        ? { who: [], certain: 0 }
        : { who: [here.who], certain: 0.9 };
    if (here.kind === 'several') return { who: here.who, certain: 0.3 };
    // INVARIANT: "they" is as a rule several, and "she" is who was spoken of in the same breath, known or not.
    if (/^(?:they|them|their|theirs)$/u.test(pronoun) || this.speaksOfUnknown())
      return { who: [], certain: 0 };
    this.usedContext = true;
    const before = this.context.before
      .slice(-reach)
      .filter((message) => this.message.sentAt.getTime() - message.sentAt.getTime() <= recent);
    const groups = [
      ...before.map((message) => this.peopleOf(message)),
      ...(this.context.repliedTo ? [this.peopleOf(this.context.repliedTo)] : []),
    ];
    const earlier = antecedentOf(gender, groups, sameRef);
    const own = before.filter(({ authorId }) => authorId === this.message.authorId).at(-1);
    // "My mum is ill", and then "she can't drive": the speaker's own, who said it last.
    if (earlier.kind === 'one' && isNobody(earlier.who)) return { who: [], certain: 0 };
    if (earlier.kind === 'one' && earlier.who.of) return { who: [earlier.who], certain: 0.75 };
    if (earlier.kind === 'one' && earlier.who.kin !== null && own)
      return this.peopleOf(own).some(({ who }) => sameRef(who, earlier.who))
        ? { who: [earlier.who], certain: 0.75 }
        : { who: [], certain: 0 };
    if (earlier.kind === 'one')
      return earlier.who.kin === null ? { who: [earlier.who], certain: 0.75 } : { who: [], certain: 0 };
    return earlier.kind === 'several' ? { who: earlier.who, certain: 0.3 } : { who: [], certain: 0 };
  }

  /** "Renate was a clerk, she did my taxes", "benedikt. he's from Bern": a word that nobody knows is what this message is about. */
  private speaksOfUnknown(): boolean {
    return this.heard.some(({ tokens }) => {
      const words = stripFillers(tokens);
      const first = words[0];
      return (
        first !== undefined &&
        isWord(first) &&
        !stop.has(first.lower) &&
        !isCommonWord(first.lower) &&
        !isThing(first.lower) &&
        (beginsPredicate(words, 1) || !words.slice(1).some((token) => isWord(token)))
      );
    });
  }

  /** A capitalised word that is no known person, given name or mention, or that stands alone ("Emil, he's 4"): it makes a pronoun unclear, and is never what the pronoun means. */
  private isGuess({ ref }: SpokenOf): boolean {
    if (ref?.kind === 'named' && this.alone.has(ref.name)) return true;
    return (
      ref?.kind === 'named' && !ref.handle && !ref.name.includes(' ') && !isGivenName(foldName(ref.name))
    );
  }

  private peopleOf(message: WindowMessage): readonly SpokenPerson<SpokenOf>[] {
    this.pointing = message;
    const people = clausesOf(message.text).flatMap((clause) =>
      this.peopleIn(clause.tokens, message.authorId),
    );
    this.pointing = this.message;
    return this.others(people);
  }

  /** Whom the message speaks to: who it begins with, who it mentions, whom it answers. In a dm, nobody but the agent. */
  addressee(tokens: readonly Token[]): SubjectRef | null {
    if (this.context.place.type === 'dm') return null;
    const [first, second] = tokens;
    if (
      first &&
      (second?.text === ':' ||
        second?.text === ',' ||
        first.text.startsWith('@') ||
        first.text.startsWith('<@'))
    ) {
      const mention = this.platformMention(first);
      if (mention) return mention;
      const ref = this.resolve(first.text, first.text.startsWith('@'));
      if (ref.kind === 'entity') return ref;
    }
    if (this.context.repliedTo && this.context.repliedTo.authorKind === 'human') {
      this.usedContext = true;
      return { kind: 'entity', entityId: this.context.repliedTo.authorId };
    }
    return null;
  }
}
