import type { Trust } from '#domain';
import type { Met } from './question.js';

/** Where an encoder's cosine begins to mean something, and where it means the same thing said otherwise. */
export interface Calibration {
  readonly unrelated: number;
  readonly same: number;
}
export const bundledCalibration: Calibration = { unrelated: 0.25, same: 0.7 };

export const trustWeight = { fact: 1, unknown: 0.9, hearsay: 0.8 } as const satisfies Record<Trust, number>;

/**
 * Whom the question is about, and whether the memory is: `asked`, the people it names; `own`, the viewer, who asks of
 * themselves; `others`, somebody else than the viewer, who asks of themselves; `anybody`, where it names nobody; `wrong`, not whom it names.
 */
export type AboutWhom = 'asked' | 'own' | 'others' | 'anybody' | 'wrong';

export interface ScoreEvidence {
  /** Cosine of question and memory; null when they were not compared. */
  readonly similarity: number | null;
  readonly met: Met;
  readonly about: AboutWhom;
  /** The question asks for all that is held about them. */
  readonly attribution: boolean;
  readonly trust: Trust;
}

/** Of a logistic regression over test/quality/sets/facts, questions to half of its stores (scripts/fit-answers.mjs, ADR 0008). */
const bias = -5.51;
const weights: Readonly<Record<keyof Met, number>> = {
  words: 1.24,
  meanings: 2.84,
  attributes: 1.07,
  missesAttributes: -0.59,
  missesTime: -2.71,
  number: 1.1,
  missesNumber: -1.74,
  place: 0.72,
};
const similarityWeight = 6.12;
const aboutWeights = { asked: 1.6, own: 1.6, others: -0.49, anybody: 0 } as const;
/** What the cosine of a question and a fact that does not answer it is mostly like: says nothing. */
const unknownSimilarity = 0.15;

/** Below it a fact does not answer: what is shown where the caller gives no threshold (ADR 0008). */
export const answerFloor = 0.05;
/** And where one answers, what does so less than this share as surely does not. */
export const besideBest = 0.4;

const unit = (value: number): number => Math.min(1, Math.max(0, value));

/** A cosine of another encoder on the scale of the bundled one, to which scores were fitted. */
export const calibrated = (similarity: number | null, { unrelated, same }: Calibration): number | null => {
  if (similarity === null) return null;
  const { unrelated: from, same: to } = bundledCalibration;
  return from + ((similarity - unrelated) * (to - from)) / (same - unrelated);
};

/** A cosine as evidence: 0 up to where unrelated sentences lie, 1 from where paraphrases do. */
export const denseEvidence = (similarity: number | null, { unrelated, same }: Calibration): number =>
  similarity === null ? 0 : unit((similarity - unrelated) / (same - unrelated));

/**
 * How likely a memory answers the question, 0 to 1, weighted by trust. It looks at this memory and this question alone,
 * so no other row, seen or unseen, can move it. Being about whom the question names is necessary, not one vote among others.
 */
export const scoreOf = ({ similarity, met, about, attribution, trust }: ScoreEvidence): number => {
  if (about === 'wrong' || (attribution && about === 'others')) return 0;
  if (attribution && about !== 'anybody') return trustWeight[trust];
  const evidence = (Object.keys(weights) as readonly (keyof Met)[]).reduce(
    (sum, key) => sum + weights[key] * met[key],
    bias + similarityWeight * Math.max(0, similarity ?? unknownSimilarity) + aboutWeights[about],
  );
  return Math.round((trustWeight[trust] / (1 + Math.exp(-evidence))) * 10_000) / 10_000;
};
