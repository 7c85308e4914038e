import type { Sensitivity } from '#domain';
import { excessOf, kindOf, modelVersion } from './opinion/model.js';
import { windowsOf } from './opinion/windows.js';
import { sensitivityOf, type SensitivityFound } from './sensitivity.js';
import { lastOf } from '../text/last-of.js';

export interface SaidSensitivity extends SensitivityFound {
  /** The fitted weights that found it, where the lists of words did not; null where these did, or nothing did. */
  readonly foundBy: string | null;
}

/** To the agent alone, or among people. */
export type SaidWhere = 'alone' | 'among';

interface Judged {
  readonly start: number;
  readonly end: number;
  readonly excess: number;
  readonly text: string;
}
const judgedParts = lastOf((text: string): readonly Judged[] =>
  windowsOf(text).flatMap((window) => {
    const excess = excessOf(window.text);
    return excess < 0
      ? []
      : [{ start: window.offset, end: window.offset + window.text.length, excess, text: window.text }];
  }),
);

/** So many parts are asked what they are about, those first that are surest: a text may be made of nothing else. */
const asked = 20;
const gravest = (parts: readonly Judged[]): SaidSensitivity | null => {
  let found: SaidSensitivity | null = null;
  for (const { text } of parts.toSorted((a, b) => b.excess - a.excess).slice(0, asked)) {
    // Where a list has the words it knows better how grave they are.
    if (sensitivityOf(text).sensitivity > 0) continue;
    const { category, sensitivity } = kindOf(text);
    if (found && sensitivity <= found.sensitivity) continue;
    found = { category, sensitivity, foundBy: modelVersion() };
    if (sensitivity === 2) break;
  }
  return found;
};

/**
 * How sensitive it is to have said this: what the lists of words find, and beside them what the fitted weights find in any
 * part of it.
 *
 * INVARIANT: the higher of both. Weights only add: no word that a list knows is talked away.
 *
 * They are asked of what was told to the agent alone: told again it would be news to everybody. What was said among people
 * they have heard, and of what people say to each other every day the weights take far more for delicate than is (ADR 0032).
 */
export const sensitivityOfSaid = (text: string, where: SaidWhere): SaidSensitivity => {
  const words = sensitivityOf(text);
  if (words.sensitivity >= 2 || where === 'among') return { ...words, foundBy: null };
  const opinion = gravest(judgedParts(text));
  return opinion && opinion.sensitivity > words.sensitivity ? opinion : { ...words, foundBy: null };
};

/** The same of a part of a text, in the light of what was said with it: a sentence is as delicate as its line. */
export const sensitivityOfPart = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  where: SaidWhere,
): Sensitivity => {
  if (where === 'among') return 0;
  const parts = judgedParts(text).filter((part) => part.start < end && start < part.end);
  return gravest(parts)?.sensitivity ?? 0;
};
