import {
  consentOf,
  directivesOf,
  discretionOf,
  findCredential,
  forgettingOf,
  keptFromNobody,
  sarcastic,
  secrecyOf,
  whoIsMeant,
  withdraws,
  withholdingOf,
  withoutHush,
  withoutOrders,
  withPronouns,
  type Addressee,
} from '#safety';
import { confidenceOf, hushed, minimum, stricter } from './confidence.js';
import { asLongAsItHolds } from './lasting.js';
import { notesIn } from './notes/index.js';
import { lastOfEach } from './matters.js';
import { mayState } from './prefilter.js';
import { rememberedStatement, rememberedText } from './remember.js';
import { answerOf, couldAnswer } from './statements/answers.js';
import type { FactDraft } from './statements/fact-draft.js';
import { goneOnWith } from './statements/told-before.js';
import { introducedBy } from './statements/introduction.js';
import { foreignIn } from './statements/foreign.js';
import { overlap, statementsOf } from './statements-of.js';
import { isStagedBefore } from './staged-before.js';
import { aboutAgent, factOf, sureness, tellsOwnName } from './told-fact.js';
import { ofHousehold, placed } from './whereabouts.js';
import { nothingRead, readingOf, type Whole } from './whole-message.js';
import type { ExtractedFact, Extraction, ReadingContext, Refusal, WindowMessage } from '../fact-extractor.js';
import { isStagedAfter } from '../text/staged.js';
import { inEnglishOnly } from '../text/language.js';
import { isMocking } from '../text/unreal.js';
import { MentionResolver } from '../mentions/mention-resolver.js';

/** With what is said in other languages, whose words the grammar may take for names. */
const withForeign = (
  statements: readonly FactDraft[],
  who: MentionResolver,
  text: string,
): readonly FactDraft[] => {
  const foreign = foreignIn(who, text);
  return foreign.length === 0
    ? statements
    : [...foreign, ...statements.filter((one) => !foreign.some((other) => overlap(one, other)))];
};

/** What a few words state by what was said before: an answer, or what goes on with the speaker's own. */
const ofTalk = (who: MentionResolver, text: string): readonly FactDraft[] => {
  if (text.trim() === '') return [];
  const answers = answerOf(who, text);
  return answers.length > 0 ? answers : goneOnWith(who, text);
};

/** What a message states that holds no clause: a note, or else the answer that its few words are. */
const shortFacts = (who: MentionResolver): readonly ExtractedFact[] => {
  const { text } = who.message;
  const english = inEnglishOnly(text);
  const notes = sarcastic(text) ? [] : notesIn(who, english, []);
  const told = sarcastic(text) ? [] : withForeign(notes, who, text);
  const statements = told.length === 0 && couldAnswer(text) ? ofTalk(who, english) : told;
  return statements
    .filter((statement) => !aboutAgent(statement, who.context) && !tellsOwnName(statement, who))
    .map((statement) => factOf(statement, who, 'no', keptFromNobody, false, 0));
};

/** How many of them would be kept by default. */
const solid = (statements: readonly FactDraft[]): number =>
  statements.filter(({ finding }) => finding.confidence >= 0.7).length;

/** Where the first words of a message end: "Galway, dropped out after a year". */
const leadOf = (text: string): string => /^[^.,;!?]+(?=[.,;!?]\s|$)/u.exec(text)?.[0] ?? text;

const isKinName = ({ pattern }: FactDraft): boolean => /(?:^|-)kin-name$/u.test(pattern);

/** An answer speaks before the words that hold it: "my boyfriend obi", said to Obi who asked who somebody is. */
const withAnswers = (
  statements: readonly FactDraft[],
  who: MentionResolver,
  text: string,
): readonly FactDraft[] => {
  if (solid(statements) === 0) {
    const answers = ofTalk(who, text);
    return answers.length > 0 ? answers : statements;
  }
  const lead = leadOf(text);
  const isLeadRead = statements.some(
    ({ finding, tokens }) => finding.confidence >= 0.7 && (tokens[0]?.start ?? 0) < lead.length,
  );
  if (!isLeadRead) return [...answerOf(who, lead), ...statements];
  const answers = statements.some(isKinName) ? answerOf(who, text) : [];
  return answers.some(isKinName) ? [...answers, ...statements.filter((one) => !isKinName(one))] : statements;
};

/** What a passage states and orders. */
export const readPassage = (
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
  const leave = whole === null ? consentOf(who, addressee) : null;
  const isToNobodyKnown = leave === whoIsMeant;
  const consent = isToNobodyKnown ? null : leave;
  const isWithdrawing = whole === null && leave === null && withdraws(who, addressee);
  const isSilent =
    credential === null && leave === null && !isWithdrawing && secrecyOf(who, keptFromNobody) === null;
  if (remembered === null && isSilent && !mayState(message.text, context)) {
    const answers = shortFacts(who);
    return answers.length === 0 && !who.usedContext && !who.kin.isUsed
      ? nothingRead
      : readingOf(who, answers);
  }
  const named = withholdingOf(who);
  const discretion = discretionOf(message.text, named, consent);
  const confided = discretion.confided;
  const forgetting = forgettingOf(message.text, addressee);
  const refusals: Refusal[] = [];
  const english = inEnglishOnly(message.text);
  let statements = statementsOf(
    who,
    remembered === null
      ? withoutHush(withoutOrders(english, addressee), discretion, named)
      : remembered.text.padStart(remembered.offset + remembered.text.length),
    confided,
  );
  if (remembered === null && forgetting === null) {
    const introduced = introducedBy(who, english);
    if (introduced.length > solid(statements)) statements = introduced;
    statements = withForeign(statements, who, message.text);
    if (couldAnswer(message.text)) statements = withAnswers(statements, who, english);
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
  const secrecy = secrecyOf(who, kept);
  const keptInAll =
    whole === null
      ? kept
      : {
          ...kept,
          from: [...kept.from, ...whole.from],
          fromSpokenOf: [...kept.fromSpokenOf, ...whole.fromSpokenOf],
        };
  const confidence = stricter(confidenceOf(discretion, context), whole?.confided ?? 'no');
  const isPlayed = isStagedBefore(message, context) && isStagedAfter(message.text, true);
  if (isPlayed) who.usedContext = true;
  const isNotMeant = isPlayed || sarcastic(message.text) || isMocking(message.text);
  const penalty = statements.length > 0 && isNotMeant ? 0.35 : 0;
  const isForced = remembered !== null && !remembered.order;
  const facts = lastOfEach(
    statements
      .filter((statement) => !aboutAgent(statement, context) && !tellsOwnName(statement, who))
      .map((statement) => ofHousehold(asLongAsItHolds(placed(statement, message.text), message), context))
      // Most plain sentences are weighed too lightly to be a fact: no more is asked about those.
      .filter((statement) => sureness(statement, message.text, confidence, isForced, penalty) >= minimum)
      .map((statement) => factOf(statement, who, confidence, keptInAll, isForced, penalty))
      .map((fact) => hushed(fact, who, secrecy)),
  );
  // "Don't tell my boss Bo" gives the fact who the boss is; what Bo is not told is another fact.
  const isOfOrder = ({ start }: ExtractedFact): boolean =>
    kept.spans.some((span) => span.start <= start && start < span.end);
  const hasFacts = facts.some((fact) => !isOfOrder(fact));
  const directives = directivesOf(
    who,
    discretion,
    kept,
    { hasFacts, isWithdrawing, isToNobodyKnown, secrecy },
    addressee,
  );
  return { ...readingOf(who, facts), refusals, directives };
};
