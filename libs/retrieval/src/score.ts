import type { Trust } from '#domain';
import { stemmer } from 'stemmer';
import { grammarWords } from './common-words.js';

/** Where an encoder's cosine begins to mean something, and where it means the same thing said otherwise. */
export interface Calibration {
  readonly unrelated: number;
  readonly same: number;
}
export const bundledCalibration: Calibration = { unrelated: 0.25, same: 0.7 };

export const trustWeight = { fact: 1, unknown: 0.9, hearsay: 0.8 } as const satisfies Record<Trust, number>;

export interface Evidence {
  /** Cosine of question and memory; null when they were not compared. */
  readonly similarity: number | null;
  /** Share of the question's words that the memory has, 0 to 1 (`coverageOf`); null when the question has none. */
  readonly coverage: number | null;
  /** The memory is about, or was said by, somebody the question names. */
  readonly person: boolean;
  /** The question asks for all that is held about them. */
  readonly attribution: boolean;
  readonly trust: Trust;
}

// How far each kind of evidence convinces by itself. Words convince more than the bundled encoder (ADR 0008).
const lexicalWeight = 0.85;
const denseWeight = 0.9;
const personWeight = 0.3;

const unit = (value: number): number => Math.min(1, Math.max(0, value));

/** A cosine as evidence: 0 up to where unrelated sentences lie, 1 from where paraphrases do. */
export const denseEvidence = (similarity: number | null, { unrelated, same }: Calibration): number =>
  similarity === null ? 0 : unit((similarity - unrelated) / (same - unrelated));

/**
 * How well a memory answers the question, 0 to 1: independent pieces of evidence, each of which leaves less doubt,
 * weighted by trust. It looks at this memory and this question alone, so no other row, seen or unseen, can move it.
 */
export const scoreOf = (evidence: Evidence, calibration: Calibration = bundledCalibration): number => {
  const doubts = [
    1 - denseWeight * denseEvidence(evidence.similarity, calibration),
    1 - lexicalWeight * unit(evidence.coverage ?? 0),
    1 - (evidence.person ? (evidence.attribution ? 1 : personWeight) : 0),
  ];
  const relevance = 1 - doubts.reduce((product, doubt) => product * doubt, 1);
  return Math.round(relevance * trustWeight[evidence.trust] * 10_000) / 10_000;
};

const stems = (text: string): readonly string[] =>
  [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}\p{M}_]+/gu),
  ]
    .map(([word]) => word)
    .filter((word) => !grammarWords.has(word))
    .map((word) => stemmer(word));

/**
 * Share of the question's distinct words found in the memory, by stem. Long words weigh more than short ones: a
 * stand-in for rarity that, unlike idf, needs no other rows.
 */
export const coverageOf = (topic: string, memory: string): number | null => {
  const wanted = [...new Set(stems(topic))];
  if (wanted.length === 0) return null;
  const held = new Set(stems(memory));
  const weigh = (words: readonly string[]): number =>
    words.reduce((sum, word) => sum + Math.min(8, 2 + word.length), 0);
  return weigh(wanted.filter((word) => held.has(word))) / weigh(wanted);
};
