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
export type About = 'asked' | 'own' | 'others' | 'anybody' | 'wrong';

export interface Evidence {
  /** Cosine of question and memory; null when they were not compared. */
  readonly similarity: number | null;
  readonly met: Met;
  readonly about: About;
  /** The question asks for all that is held about them. */
  readonly attribution: boolean;
  readonly trust: Trust;
}

/** Of a logistic regression over test/quality/sets/facts, questions to half of its stores (ADR 0008). */
const bias = -4.18;
const weights: Readonly<Record<keyof Met, number>> = {
  words: 1.01,
  meanings: 3.51,
  focus: 0.73,
  attributes: 1.91,
  missesAttributes: -1.2,
  missesTime: -2.61,
  number: 1.04,
  missesNumber: -1.68,
  place: 0.84,
};
const similarityWeight = 1.01;
const aboutWeights = { asked: 1.7, own: 1.7, others: -1.86, anybody: 0 } as const;
/** A cosine between that of sentences with nothing in common and that of a question and its answer: says nothing. */
const unknownSimilarity = 0.25;

/** Below it a fact does not answer: what is shown where the caller gives no threshold (ADR 0008). */
export const answerFloor = 0.12;
/** And where one answers, those that do so half as surely do not. */
export const besideBest = 0.5;

const unit = (value: number): number => Math.min(1, Math.max(0, value));

/** A cosine as evidence: 0 up to where unrelated sentences lie, 1 from where paraphrases do. */
export const denseEvidence = (similarity: number | null, { unrelated, same }: Calibration): number =>
  similarity === null ? 0 : unit((similarity - unrelated) / (same - unrelated));

/**
 * How likely a memory answers the question, 0 to 1, weighted by trust. It looks at this memory and this question alone,
 * so no other row, seen or unseen, can move it. Being about whom the question names is necessary, not one vote among others.
 */
export const scoreOf = ({ similarity, met, about, attribution, trust }: Evidence): number => {
  if (about === 'wrong' || (attribution && about === 'others')) return 0;
  if (attribution && about !== 'anybody') return trustWeight[trust];
  const evidence = (Object.keys(weights) as readonly (keyof Met)[]).reduce(
    (sum, key) => sum + weights[key] * met[key],
    bias + similarityWeight * Math.max(0, similarity ?? unknownSimilarity) + aboutWeights[about],
  );
  return Math.round((trustWeight[trust] / (1 + Math.exp(-evidence))) * 10_000) / 10_000;
};
