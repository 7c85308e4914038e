import type { SubjectRef } from '#identity';
import type { ExtractedFact } from '../../fact-extractor.js';
import type { Finding } from '../frames/frame.js';
import { framed, type Framed } from '../frames/index.js';
import { complementOf, itemsOf, type Complement } from '../../grammar/object.js';
import type { Predicate } from '../../grammar/predicate.js';
import { fullVerbPhrase, sentence, verbPhrase } from '../../grammar/render.js';
import { readsAlone, runsOn } from '../alone.js';
import { plainOf } from '../plain/plain.js';
import type { About } from '../plain/features.js';
import type { Clause } from '../../text/clauses.js';
import type { Token } from '../../text/tokens.js';

/** One statement, before its traits are weighed. `subjects` null: about the speaker. */
export interface FactDraft {
  readonly subjects: readonly SubjectRef[] | null;
  readonly content: string;
  readonly finding: Finding;
  readonly pattern: string;
  readonly provenance: number;
  readonly tokens: readonly Token[];
  /** Whom it names, as somebody of the speaker's life. */
  readonly names?: ExtractedFact['names'];
}

/** What a clause is about, and what the next one may go on about. */
export type Subject =
  | { readonly kind: 'speaker'; readonly elided?: true }
  | { readonly kind: 'place' }
  | {
      readonly kind: 'people';
      readonly refs: readonly SubjectRef[];
      readonly provenance: number;
      readonly told: boolean;
    }
  | { readonly kind: 'kin'; readonly kin: string }
  | { readonly kind: 'thing' };

/** What a clause gave: its drafts, and what it is about. */
export interface ClauseResult {
  readonly statements: readonly FactDraft[];
  readonly subject: Subject | null;
}
export const nothing: ClauseResult = { statements: [], subject: null };

interface Made {
  readonly content: string;
  readonly finding: Finding;
  readonly pattern: string;
}
export const aboutSelf = (clause: Clause, made: Made, provenance = 0.95): FactDraft => ({
  ...made,
  subjects: null,
  provenance,
  tokens: clause.tokens,
});
export const aboutPlace = (clause: Clause, made: Made): FactDraft => ({
  ...made,
  subjects: [],
  provenance: 0.9,
  tokens: clause.tokens,
});
export const aboutPeople = (
  clause: Clause,
  made: Made,
  refs: readonly SubjectRef[],
  provenance: number,
): FactDraft => ({
  ...made,
  subjects: refs,
  provenance,
  tokens: clause.tokens,
});

export const labelled = (label: string, value: string): string => `${label}: ${value}`;

/** A finding about somebody else than its sentence says: what replaces what is no longer known. */
export const withoutTopic = ({
  topic: _topic,
  value: _value,
  content: _content,
  ...finding
}: Finding): Finding => finding;

/** "Likes pizza, sushi and tacos" is three tastes: each can change by itself. */
const listed = (
  predicate: Predicate,
  found: Framed,
  complement: Complement,
  saying: { self: boolean; told: boolean },
): readonly { found: Framed; complement: Complement }[] => {
  const whole = [{ found, complement }];
  if (found.frame !== 'taste' || predicate.lemma === 'prefer') return whole;
  const items = itemsOf(complement.tokens).map((item) => complementOf(item));
  if (items.length < 2) return whole;
  const each = items.flatMap((item) => {
    const one = framed({ p: predicate, c: item, ...saying });
    return one ? [{ found: one, complement: item }] : [];
  });
  return each.length === items.length ? each : whole;
};

/** What no frame knows. A thing or a place is told with its own words, elsewhere. */
const plainly = (clause: Clause, p: Predicate, c: Complement, subject: Subject): readonly FactDraft[] => {
  const make = (about: About, group = verbPhrase(p)): Made | null => {
    const finding = plainOf({ about, subject: [], p, c, clause }, group);
    return finding && { content: finding.content ?? '', finding, pattern: 'plain' };
  };
  switch (subject.kind) {
    case 'speaker': {
      const made = make(subject.elided === true ? 'elided' : 'self');
      return made ? [aboutSelf(clause, made)] : [];
    }
    case 'people': {
      const made = subject.told ? make('person') : null;
      return made ? [aboutPeople(clause, made, subject.refs, subject.provenance)] : [];
    }
    case 'kin': {
      const made = make('kin', `${subject.kin} ${fullVerbPhrase(p)}`);
      return made ? [aboutSelf(clause, made)] : [];
    }
    case 'place':
    case 'thing':
      return [];
  }
};

/** What a verb group and its complement say of their subject. */
export const stated = (clause: Clause, predicate: Predicate, subject: Subject): readonly FactDraft[] => {
  const complement = complementOf(predicate.rest);
  if (!readsAlone(predicate, complement)) return [];
  // "I love his style": whose, was said before.
  if (subject.kind === 'speaker' && /^(?:his|their|its)\b/u.test(complement.lower)) return [];
  const saying = { self: subject.kind === 'speaker', told: subject.kind === 'people' && subject.told };
  const found = framed({ p: predicate, c: complement, ...saying });
  if (!found || clause.plainly) return plainly(clause, predicate, complement, subject);
  if (runsOn(complement)) return [];
  if (found.finding.confidence < 0.7) {
    const [plain] = plainly(clause, predicate, complement, subject);
    if (plain && plain.finding.confidence > found.finding.confidence) return [plain];
  }
  return listed(predicate, found, complement, saying).map((one) => {
    const { finding, frame } = one.found;
    const content = finding.content ?? sentence(verbPhrase(predicate), one.complement.text);
    const made = { content, finding, pattern: frame };
    switch (subject.kind) {
      case 'speaker':
        return aboutSelf(clause, made, 0.97);
      case 'people':
        return aboutPeople(clause, made, subject.refs, subject.provenance);
      case 'kin':
        return aboutSelf(clause, {
          ...made,
          content: sentence(subject.kin, fullVerbPhrase(predicate), one.complement.text),
          finding: withoutTopic(finding),
        });
      case 'place':
      case 'thing':
        return aboutPlace(clause, made);
    }
  });
};
