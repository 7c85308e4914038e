/**
 * The numbers of the ranking, one place for both engines (ADR 0006). Facts and messages are counted apart: a fact is a
 * short sentence about one thing, a message one turn of a talk, and what is frequent among the one says nothing of the other.
 */
export const bm25 = {
  fact: { k1: 0.9, b: 0.35 },
  message: { k1: 1.2, b: 0.6 },
  window: { k1: 1.5, b: 0.75 },
} as const;

/** A message with this many permitted messages of its source to each side is read as one document; its score counts so much. */
export const windows = [
  { reach: 2, weight: 0.4 },
  { reach: 5, weight: 0.3 },
] as const;

/**
 * How near a message is to the question counts so much of the best own score: its cosine between the least and the most
 * of the permitted messages, and the mean of those of so many neighbours to each side. Below the least span all are alike.
 */
export const meaning = { weight: 1.5, nearWeight: 0.5, reach: 2, leastSpan: 0.05 } as const;

/**
 * A message counts by the cube root of its length over the average: "ok, see you there" stands beside an answer and holds
 * none, though its windows are the answer's. Beyond so many averages it gains nothing more.
 */
export const longestCounted = 2;

/** A message by whom the question names, or of the time that it names, counts so many times as much. */
export const clueFactors = { speaker: 1.6, time: 1.25 } as const;

/** How many rows of one retriever count for the order of a lane; beyond, rows stand in the order of time. */
export const retrieverDepth = 200;

/** Reciprocal rank fusion. */
export const fusionK = 60;

/** Scores are compared after rounding, so that the order of a sum never decides the order of rows. */
export const scoreDigits = 6;
