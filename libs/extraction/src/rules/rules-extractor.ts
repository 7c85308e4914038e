import type { Sensitivity } from '#domain';
import { addresseeOf, withForgottenValues, type SaidWhere } from '#safety';
import { saidSensitivity, statementTraits } from './api-statement.js';
import { correctionIn, type ReadAs } from './denials/corrections.js';
import { endingsIn } from './denials/denials.js';
import { readPassage } from './read-passage.js';
import { askedIn, inMessage, nothingRead, ordersIn, together, wholeOf } from './whole-message.js';
import {
  FactExtractor,
  type Extraction,
  type ExtractionBatch,
  type ReadingContext,
  type StatementTraits,
  type WindowMessage,
} from '../fact-extractor.js';
import { withPlainApostrophes } from '../text/apostrophes.js';
import { passagesOf, readable } from '../text/readable.js';
import { toldMost } from '../text/told-most.js';

const readAs: ReadAs = (message, context) =>
  readPassage(message, context, addresseeOf(message, context), null);

/**
 * With what the message puts right of an earlier one, or says not to be so, or no longer; what it speaks of was said before,
 * or comes late.
 */
const withEndings = (reading: Extraction, message: WindowMessage, context: ReadingContext): Extraction => {
  if (reading.directives.length > 0) return reading;
  const statesItself = reading.facts.some(({ confidence }) => confidence >= 0.7);
  const correction = correctionIn(message, context, statesItself, readAs);
  if (correction !== null)
    return {
      ...reading,
      facts: [...reading.facts, ...correction.facts],
      directives: correction.endings,
      corrects: correction.corrects,
      usedContext: true,
    };
  const { endings, corrects } = endingsIn(message, context);
  return endings.length + corrects.length === 0
    ? reading
    : { ...reading, directives: [...reading.directives, ...endings], corrects, usedContext: true };
};

const readMessage = (message: WindowMessage, context: ReadingContext): Extraction => {
  if (
    message.authorKind === 'agent' ||
    message.authorKind === 'system' ||
    message.authorId === context.agentEntityId
  )
    return nothingRead;
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
  const reading = readings.length === 1 ? (readings[0] ?? nothingRead) : together(readings);
  return withEndings(reading, message, context);
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

/** Raised when the rules read otherwise. */
export const rulesVersion = 'rules-31';

/** Patterns over a small grammar: no model, no clock, the same text gives the same facts. */
export class RulesExtractor extends FactExtractor {
  readonly version: string = rulesVersion;

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

  sensitivityOf(text: string, where: SaidWhere): Sensitivity {
    return saidSensitivity(readable(text), where);
  }
}
