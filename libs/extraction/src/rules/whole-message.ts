import type { SubjectRef } from '#identity';
import {
  directivesOf,
  discretionOf,
  removedCredential,
  secrecyOf,
  withholdingOf,
  withPronouns,
  type Addressee,
  type Discretion,
  type Withholding,
} from '#safety';
import { confidenceOf, stricter, type Confidence } from './confidence.js';
import type { ExtractedFact, Extraction, ReadingContext, WindowMessage } from '../fact-extractor.js';
import { MentionResolver } from '../mentions/mention-resolver.js';
import { clausesOf } from '../text/clauses.js';
import type { Passage } from '../text/readable.js';

export const nothingRead: Extraction = {
  facts: [],
  refusals: [],
  directives: [],
  namesLookedUp: [],
  usedContext: false,
  usedKin: false,
};

export const readingOf = (who: MentionResolver, facts: readonly ExtractedFact[]): Extraction => ({
  facts,
  refusals: [],
  directives: [],
  namesLookedUp: [...who.lookups],
  usedContext: who.usedContext,
  usedKin: who.kin.isUsed,
});

/** What the whole of a message asks of each of its passages; null where there is one alone. */
export interface Whole {
  readonly isFirst: boolean;
  readonly confided: Confidence;
  readonly from: readonly SubjectRef[];
  readonly fromSpokenOf: readonly string[];
}

/** What a passage asks to be kept, and from whom. */
export interface Asked {
  readonly who: MentionResolver;
  readonly named: Withholding;
  readonly discretion: Discretion;
}

export const askedIn = (message: WindowMessage, context: ReadingContext): Asked => {
  const who = new MentionResolver(message, context);
  const named = withholdingOf(who);
  return { who, named, discretion: discretionOf(message.text, named) };
};

/** What each passage keeps from whom, before any is read: "don't tell anyone" may stand at the end. */
export const wholeOf = (asked: readonly Asked[], context: ReadingContext): Omit<Whole, 'isFirst'> => ({
  confided: asked
    .map(({ discretion }) => confidenceOf(discretion, context))
    .reduce((one, other) => stricter(one, other), 'no'),
  from: asked.flatMap(({ named }) => named.from),
  fromSpokenOf: asked.flatMap(({ named }) => named.fromSpokenOf),
});

/** Reads a passage for its orders and credentials alone, and not for facts. */
export const ordersIn = ({ who, named, discretion }: Asked, addressee: Addressee): Extraction => {
  const { text } = who.message;
  if (named.fromSpokenOf.length > 0)
    for (const clause of clausesOf(text)) who.hear(clause.sentence, clause.tokens);
  const kept = withPronouns(named, who);
  const directives = directivesOf(
    who,
    discretion,
    kept,
    { hasFacts: false, isWithdrawing: false, isToNobodyKnown: false, secrecy: secrecyOf(who, kept) },
    addressee,
  );
  const removed = removedCredential(text);
  return {
    ...readingOf(who, []),
    refusals: removed === null ? [] : [{ reason: 'credential-refused', pattern: removed.pattern }],
    directives,
  };
};

const unique = <Value>(values: readonly Value[]): readonly Value[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

export const together = (readings: readonly Extraction[]): Extraction => {
  const facts = readings.flatMap((reading) => reading.facts);
  const isEarlier = facts.length === 0;
  return {
    facts,
    refusals: unique(readings.flatMap(({ refusals }) => refusals)),
    directives: unique(
      readings
        .flatMap(({ directives }) => directives)
        .map((directive) =>
          directive.kind === 'confide' && directive.of === 'earlier' && !isEarlier
            ? { ...directive, of: 'both' as const }
            : directive,
        ),
    ),
    namesLookedUp: unique(readings.flatMap(({ namesLookedUp }) => namesLookedUp)),
    usedContext: readings.some(({ usedContext }) => usedContext),
    usedKin: readings.some(({ usedKin }) => usedKin),
  };
};

export const inMessage = (reading: Extraction, passage: Passage): Extraction => ({
  ...reading,
  facts: reading.facts.map((fact) => ({
    ...fact,
    start: passage.inMessage(fact.start),
    end: passage.inMessage(fact.end),
  })),
});
