import { isDeepStrictEqual } from 'node:util';
import { expiryOf, type Sensitivity } from '#domain';
import { directoryOf, firstNameOf, foldName, type SubjectRef } from '#identity';
import {
  addresseeOf,
  bearers,
  consentOf,
  directivesOf,
  discretionOf,
  findCredential,
  forgettingOf,
  keptFromNobody,
  removedCredential,
  sarcastic,
  withdraws,
  withForgottenValues,
  withholdingOf,
  withoutHush,
  withoutOrders,
  withPronouns,
  type Addressee,
  type Discretion,
  type Withholding,
} from '#safety';
import { valueOf } from './frames/frame.js';
import { withDate } from '../dates.js';
import {
  FactExtractor,
  type ExtractedFact,
  type ExtractionBatch,
  type Extraction,
  type ReadingContext,
  type Refusal,
  type StatementTraits,
  type WindowMessage,
} from '../fact-extractor.js';
import { asLongAsItHolds } from './lasting.js';
import { notesIn } from './notes/index.js';
import { mayState } from './prefilter.js';
import { statementTraits, wordSensitivity } from './api-statement.js';
import { rememberedText, rememberedStatement } from './remember.js';
import { conditionIn } from './statements/condition.js';
import { answerOf, couldAnswer } from './statements/answers.js';
import { introducedBy } from './statements/introduction.js';
import { kinMentioned } from './statements/mine.js';
import { readClause } from './statements/read-clause.js';
import type { FactDraft, Subject } from './statements/fact-draft.js';
import { withPlainApostrophes } from '../text/apostrophes.js';
import { clausesOf } from '../text/clauses.js';
import { passagesOf, readable, type Passage } from '../text/readable.js';
import { toldMost } from '../text/told-most.js';
import { labelFor, traitsFor } from '../traits.js';
import { MentionResolver } from '../mentions/mention-resolver.js';

const empty: Extraction = {
  facts: [],
  refusals: [],
  directives: [],
  namesLookedUp: [],
  usedContext: false,
  usedKin: false,
};

const minimum = 0.5;

/**
 * How far the speaker confides. `from-some`: everybody in the place may know but those who are named, so the fact is
 * personal to nobody. `to-listeners`: only those who heard it may know, so it is personal.
 */
type Confidence = 'no' | 'from-some' | 'to-listeners';

const confidenceOf = ({ confided, onlyFromSome }: Discretion, context: ReadingContext): Confidence => {
  if (!confided) return 'no';
  return onlyFromSome && context.place.type !== 'dm' ? 'from-some' : 'to-listeners';
};

/** Whom a fact is kept from: by name, or because it is about them; never its speaker. */
const withheldFrom = (
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

/** What the speaker confides is kept even when it is weak: a fact has to exist for it to be kept from somebody. */
const weighed = (confidence: number, confided: Confidence): number =>
  confided !== 'no' && confidence >= minimum ? Math.max(confidence, 0.72) : confidence;

const factOf = (
  statement: FactDraft,
  who: MentionResolver,
  confided: Confidence,
  kept: Withholding,
  forced: boolean,
  penalty: number,
): ExtractedFact => {
  const { message } = who;
  const content = withDate(statement.content, message.sentAt);
  const traits = traitsFor(content, statement.finding, confided === 'to-listeners');
  const ambiguous = statement.subjects?.some((subject) => subject.kind === 'ambiguous') ?? false;
  const first = statement.tokens[0];
  const last = statement.tokens.at(-1);
  const subjects: readonly SubjectRef[] = statement.subjects ?? [
    { kind: 'entity', entityId: message.authorId },
  ];
  return {
    content,
    subjects,
    memoryType: traits.memoryType,
    importance: forced ? Math.max(traits.importance, 0.7) : traits.importance,
    confidence: forced
      ? Math.max(statement.finding.confidence, 0.9)
      : Math.max(
          0,
          weighed(statement.finding.confidence, /\?\s*$/u.test(message.text) ? 'no' : confided) - penalty,
        ),
    provenanceConfidence: ambiguous ? 0.3 : statement.provenance,
    sensitivity: traits.sensitivity,
    sensitivityLabel: labelFor(traits.sensitivity),
    portable: traits.portable,
    disclosure: confided === 'no' ? null : 'conversation_private',
    withheldFrom: confided === 'no' ? [] : withheldFrom(subjects, who, kept),
    topic: statement.finding.topic ?? null,
    value: statement.finding.value ?? null,
    names: statement.names ?? null,
    observedAt: message.sentAt,
    expiresAt: expiryOf(traits.memoryType, message.sentAt),
    isExpiryGiven: false,
    start: first?.start ?? 0,
    end: last?.end ?? message.text.length,
    pattern: statement.pattern,
  };
};

/** The agent is no subject of a memory: what is said of the agent itself is dropped. */
const aboutAgent = (statement: FactDraft, context: ReadingContext): boolean =>
  statement.subjects?.some(
    (subject) => subject.kind === 'entity' && subject.entityId === context.agentEntityId,
  ) ?? false;

/** "Please don't tell Bob that I'm leaving": what follows is said all the same. */
const hushing =
  /^\W*(?:please\s+)?(?:do not|don'?t|never)\s+(?:tell|mention to|let)\s+\S+(?:\s+know)?\s+(?:that\s+|but\s+|about this[:,]?\s+)(?=(?:i|i'm|im|we|my|he|she|they)\b)/iu;

const overlap = (one: FactDraft, other: FactDraft): boolean => {
  const [start, end] = [one.tokens[0]?.start ?? 0, one.tokens.at(-1)?.end ?? 0];
  return (other.tokens[0]?.start ?? 0) < end && start < (other.tokens.at(-1)?.end ?? 0);
};

const statementsOf = (who: MentionResolver, text: string, confided: boolean): readonly FactDraft[] => {
  const found: FactDraft[] = [];
  let previous: Subject | null = null;
  for (const clause of clausesOf(text.replace(hushing, (whole) => ' '.repeat(whole.length)))) {
    if (!clause.doubtful) {
      const result = readClause(clause, who, previous, confided);
      found.push(
        ...result.statements,
        ...kinMentioned(clause, who),
        ...conditionIn(clause, result.subject ?? previous),
      );
      previous = result.subject ?? (clause.continues ? previous : null);
    } else previous = null;
    who.hear(clause.sentence, clause.tokens);
  }
  const framed = found.filter(({ finding }) => finding.features === undefined);
  const notes = notesIn(who, text, framed);
  const told = [
    ...found.filter((one) => framed.includes(one) || !notes.some((note) => overlap(note, one))),
    ...notes,
  ];
  return told.filter(
    (statement, index) =>
      told.findIndex(
        (other) =>
          other.content === statement.content &&
          JSON.stringify(other.subjects) === JSON.stringify(statement.subjects),
      ) === index,
  );
};

/** What a message states that holds no clause: a note, or else the answer that its few words are. */
const shortFacts = (who: MentionResolver): readonly ExtractedFact[] => {
  const { text } = who.message;
  const notes = sarcastic(text) ? [] : notesIn(who, text, []);
  const statements = notes.length === 0 && couldAnswer(text) ? answerOf(who, text) : notes;
  return statements
    .filter((statement) => !aboutAgent(statement, who.context) && !tellsOwnName(statement, who))
    .map((statement) => factOf(statement, who, 'no', keptFromNobody, false, 0));
};

const readingOf = (who: MentionResolver, facts: readonly ExtractedFact[]): Extraction => ({
  facts,
  refusals: [],
  directives: [],
  namesLookedUp: [...who.lookups],
  usedContext: who.usedContext,
  usedKin: who.kin.isUsed,
});

const heading =
  /^(?:For|Regarding)\s+((?:Project\s+)?\p{Lu}\p{Ll}+),|^[^.:\n]{0,60}\b(?:for|on|of)\s+((?:Project\s+)?\p{Lu}\p{Ll}+)\s*:|^[^\p{L}\p{N}]*(?:\p{Ll}+,?\s+)*((?:Project\s+)?\p{Lu}\p{Ll}+)(?=\s+(?:slips|slipped|moves|moved|shifts|shifted|launches))|(\p{Lu}\p{Ll}+)'s\s+(?:current|new|approved)/u;
/** "Launch plan for Atlas: … the budget is 5k" becomes "For Atlas, the budget is 5k". */
const placed = (statement: FactDraft, text: string): FactDraft => {
  if (statement.pattern !== 'thing') return statement;
  const match = heading.exec(text);
  const owner = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4];
  const [thing = ''] = statement.content.slice(1).split(/\s(?:is|are|was|will|now|has)\s/u);
  if (owner === undefined || /\p{Lu}\p{Ll}+/u.test(thing) || statement.content.includes(owner))
    return statement;
  const { topic } = statement.finding;
  return {
    ...statement,
    content: `For ${owner}, ${statement.content.charAt(0).toLowerCase()}${statement.content.slice(1)}`,
    finding:
      topic === undefined
        ? statement.finding
        : { ...statement.finding, topic: `${topic} ${owner.toLowerCase()}` },
  };
};

const home = /^Lives? (?:in|at|near|outside) (?!an? )(\p{L}[^,;]{1,40}?)(?: now| (?:since|for|with) .*)?$/u;
/** "We bank with …", told to the agent alone: of the speaker's household, which is nobody's place. */
const ofHousehold = (statement: FactDraft, { place }: ReadingContext): FactDraft => {
  const isOurs = /^(?:we-|plain-we$)/u.test(statement.pattern) && statement.subjects?.length === 0;
  if (place.type !== 'dm' || !isOurs) return statement;
  const where = home.exec(statement.content)?.[1];
  return {
    ...statement,
    subjects: null,
    provenance: Math.min(statement.provenance, 0.9),
    finding:
      where === undefined
        ? statement.finding
        : { ...statement.finding, type: 'identity', topic: 'residence', value: valueOf(where) },
  };
};

/** "My name is Ana", said by Ana: her name is known, and no content carries it. */
const tellsOwnName = (statement: FactDraft, who: MentionResolver): boolean => {
  if (
    statement.subjects !== null ||
    !/^(?:name|first-name|last-name|goes-by)$/u.test(statement.finding.topic ?? '')
  )
    return false;
  const names = directoryOf(who.context.people).byId(who.message.authorId)?.names ?? [];
  return names.some(
    (name) =>
      foldName(name.text) === foldName(statement.finding.value ?? '') ||
      firstNameOf(name.text) === statement.finding.value,
  );
};

/** How many of them would be kept by default. */
const solid = (statements: readonly FactDraft[]): number =>
  statements.filter(({ finding }) => finding.confidence >= 0.7).length;

/** What the whole of a message asks of each of its passages; null where there is one alone. */
interface Whole {
  readonly isFirst: boolean;
  readonly confided: Confidence;
  readonly from: readonly SubjectRef[];
  readonly fromSpokenOf: readonly string[];
}

const stricter = (one: Confidence, other: Confidence): Confidence =>
  [one, other].includes('to-listeners') ? 'to-listeners' : one === 'no' ? other : one;

const readPassage = (
  message: WindowMessage,
  context: ReadingContext,
  addressee: Addressee,
  whole: Whole | null,
): Extraction => {
  const isToAgent = addressee === 'agent';
  const remembered = whole?.isFirst === false ? null : rememberedText(message.text, isToAgent);
  const credential = findCredential(message.text);
  const who = new MentionResolver(message, context);
  // What follows a leave may change it, so a message of several passages gives no leave.
  const consent = whole === null ? consentOf(who, addressee) : null;
  const isWithdrawing = whole === null && consent === null && withdraws(who, addressee);
  const isSilent = credential === null && consent === null && !isWithdrawing;
  if (remembered === null && isSilent && !mayState(message.text, context)) {
    const answers = shortFacts(who);
    return answers.length === 0 && !who.usedContext && !who.kin.isUsed ? empty : readingOf(who, answers);
  }
  const named = withholdingOf(who);
  const discretion = discretionOf(message.text, named, consent);
  const confided = discretion.confided;
  const forgetting = forgettingOf(message.text, addressee);
  const refusals: Refusal[] = [];
  let statements = statementsOf(
    who,
    remembered === null
      ? withoutHush(withoutOrders(message.text, addressee), discretion, named)
      : remembered.text.padStart(remembered.offset + remembered.text.length),
    confided,
  );
  if (remembered === null && forgetting === null) {
    const introduced = introducedBy(who, message.text);
    if (introduced.length > solid(statements)) statements = introduced;
    if (solid(statements) === 0 && couldAnswer(message.text)) {
      const answers = answerOf(who, message.text);
      if (answers.length > 0) statements = answers;
    }
  }
  if (remembered !== null && statements.length === 0 && forgetting === null)
    statements = [rememberedStatement(remembered, who)];
  if (credential !== null) {
    refusals.push({ reason: 'credential-refused', pattern: credential.pattern });
    statements = statements.filter(
      (statement) =>
        findCredential(statement.content) === null &&
        findCredential(
          message.text.slice(
            statement.tokens[0]?.start ?? 0,
            statement.tokens.at(-1)?.end ?? message.text.length,
          ),
        ) === null,
    );
  }
  const kept = withPronouns(named, who);
  const keptInAll =
    whole === null
      ? kept
      : {
          ...kept,
          from: [...kept.from, ...whole.from],
          fromSpokenOf: [...kept.fromSpokenOf, ...whole.fromSpokenOf],
        };
  const confidence = stricter(confidenceOf(discretion, context), whole?.confided ?? 'no');
  const penalty = statements.length > 0 && sarcastic(message.text) ? 0.35 : 0;
  const facts = statements
    .filter((statement) => !aboutAgent(statement, context) && !tellsOwnName(statement, who))
    .map((statement) => ofHousehold(asLongAsItHolds(placed(statement, message.text), message.text), context))
    .map((statement) =>
      factOf(statement, who, confidence, keptInAll, remembered !== null && !remembered.order, penalty),
    )
    .filter((fact) => fact.confidence >= minimum);
  // "Don't tell my boss Bo" gives the fact who the boss is; what Bo is not told is another fact.
  const isOfOrder = ({ start }: ExtractedFact): boolean =>
    kept.spans.some((span) => span.start <= start && start < span.end);
  const hasFacts = facts.some((fact) => !isOfOrder(fact));
  const directives = directivesOf(who, discretion, kept, { hasFacts, isWithdrawing }, addressee);
  return { ...readingOf(who, facts), refusals, directives };
};

/** What a passage asks to be kept, and from whom. */
interface Asked {
  readonly who: MentionResolver;
  readonly named: Withholding;
  readonly discretion: Discretion;
}

const askedIn = (message: WindowMessage, context: ReadingContext): Asked => {
  const who = new MentionResolver(message, context);
  const named = withholdingOf(who);
  return { who, named, discretion: discretionOf(message.text, named) };
};

/** What each passage keeps from whom, before any is read: "don't tell anyone" may stand at the end. */
const wholeOf = (asked: readonly Asked[], context: ReadingContext): Omit<Whole, 'isFirst'> => ({
  confided: asked
    .map(({ discretion }) => confidenceOf(discretion, context))
    .reduce((one, other) => stricter(one, other), 'no'),
  from: asked.flatMap(({ named }) => named.from),
  fromSpokenOf: asked.flatMap(({ named }) => named.fromSpokenOf),
});

/** Reads a passage for its orders and credentials alone, and not for facts. */
const ordersIn = ({ who, named, discretion }: Asked, addressee: Addressee): Extraction => {
  const { text } = who.message;
  if (named.fromSpokenOf.length > 0)
    for (const clause of clausesOf(text)) who.hear(clause.sentence, clause.tokens);
  const kept = withPronouns(named, who);
  const directives = directivesOf(
    who,
    discretion,
    kept,
    { hasFacts: false, isWithdrawing: false },
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

const together = (readings: readonly Extraction[]): Extraction => {
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

const inMessage = (reading: Extraction, passage: Passage): Extraction => ({
  ...reading,
  facts: reading.facts.map((fact) => ({
    ...fact,
    start: passage.inMessage(fact.start),
    end: passage.inMessage(fact.end),
  })),
});

const readMessage = (message: WindowMessage, context: ReadingContext): Extraction => {
  if (
    message.authorKind === 'agent' ||
    message.authorKind === 'system' ||
    message.authorId === context.agentEntityId
  )
    return empty;
  const passages = passagesOf(message.text);
  const [first] = passages;
  const addressee = addresseeOf(message, context);
  const asked = passages.length > 1 ? passages.map(({ text }) => askedIn({ ...message, text }, context)) : [];
  const whole = asked.length > 0 ? wholeOf(asked, context) : null;
  const inFull = toldMost(passages);
  const readings = passages.map((passage, index) => {
    const said = { ...message, text: passage.text };
    const itsOrders = inFull.has(passage) ? undefined : asked[index];
    const reading = itsOrders
      ? ordersIn(itsOrders, addressee)
      : readPassage(said, context, addressee, whole && { ...whole, isFirst: passage === first });
    return inMessage(withForgottenValues(reading, said, context), passage);
  });
  return readings.length === 1 ? (readings[0] ?? empty) : together(readings);
};

const plainly = (message: WindowMessage): WindowMessage => {
  const text = withPlainApostrophes(message.text);
  return text === message.text ? message : { ...message, text };
};

/** Of what was said before, so much as names people and asks questions. */
const plainlyBefore = (message: WindowMessage): WindowMessage => {
  const [first] = passagesOf(message.text.slice(0, 4_000));
  return plainly(first && first.text !== message.text ? { ...message, text: first.text } : message);
};

const plainContext = (context: ReadingContext): ReadingContext => ({
  ...context,
  before: context.before.map(plainlyBefore),
  repliedTo: context.repliedTo === null ? null : plainlyBefore(context.repliedTo),
});

/** Patterns over a small grammar: no model, no clock, the same text gives the same facts. */
export class RulesExtractor extends FactExtractor {
  readonly version: string = 'rules-15';

  extract(batch: ExtractionBatch, signal: AbortSignal): Promise<readonly Extraction[]> {
    return new Promise((resolve) => {
      resolve(
        batch.map(({ message, context }) => {
          signal.throwIfAborted();
          return readMessage(plainly(message), plainContext(context));
        }),
      );
    });
  }

  traitsOf(content: string): StatementTraits {
    return statementTraits(readable(content));
  }

  sensitivityOf(text: string): Sensitivity {
    return wordSensitivity(readable(text));
  }
}
