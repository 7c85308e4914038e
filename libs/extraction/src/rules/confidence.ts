import { isDeepStrictEqual } from 'node:util';
import type { SubjectRef } from '#identity';
import { bearers, keptFromNobody, type Discretion, type Secrecy, type Withholding } from '#safety';
import type { ExtractedFact, ReadingContext } from '../fact-extractor.js';
import type { MentionResolver } from '../mentions/mention-resolver.js';

/**
 * How far the speaker confides. `from-some`: everybody in the place may know but those who are named, so the fact is
 * personal to nobody. `to-listeners`: only those who heard it may know, so it is personal.
 */
export type Confidence = 'no' | 'from-some' | 'to-listeners';

export const confidenceOf = ({ confided, onlyFromSome }: Discretion, context: ReadingContext): Confidence => {
  if (!confided) return 'no';
  return onlyFromSome && context.place.type !== 'dm' ? 'from-some' : 'to-listeners';
};

/** Whom a fact is kept from: by name, or because it is about them; never its speaker. */
export const withheldFrom = (
  subjects: readonly SubjectRef[],
  who: MentionResolver,
  kept: Withholding,
): readonly SubjectRef[] =>
  [
    ...kept.from,
    ...(kept.fromSpokenOf.length > 0
      ? subjects.map((ref) => (ref.kind === 'kin' ? bearers(who, ref.name) : ref))
      : []),
  ].filter(
    (ref, index, all) =>
      (ref.kind !== 'entity' || ref.entityId !== who.message.authorId) &&
      all.findIndex((other) => isDeepStrictEqual(other, ref)) === index,
  );

/** What only sounds like a secret is kept from those whom it names, and no surer for that. */
export const hushed = (fact: ExtractedFact, who: MentionResolver, secrecy: Secrecy | null): ExtractedFact => {
  if (secrecy === null) return fact;
  const from = [...fact.withheldFrom, ...secrecy.from];
  return {
    ...fact,
    disclosure: 'conversation_private',
    withheldFrom: withheldFrom(fact.subjects, who, { ...keptFromNobody, from }),
  };
};

/** Of less confidence, nothing is a fact. */
export const minimum = 0.5;

/** What the speaker confides is kept even when it is weak: a fact has to exist for it to be kept from somebody. */
export const weighed = (confidence: number, confided: Confidence): number =>
  confided !== 'no' && confidence >= minimum ? Math.max(confidence, 0.72) : confidence;

export const stricter = (one: Confidence, other: Confidence): Confidence =>
  [one, other].includes('to-listeners') ? 'to-listeners' : one === 'no' ? other : one;
