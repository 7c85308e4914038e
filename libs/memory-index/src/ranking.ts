/**
 * The numbers of the ranking, one place for both engines. Chosen on the open half of test/retrieval, in the middle of a
 * plateau. Normalisation by length is gentle (`b`): in chat the long message is more often the answer.
 */
export const bm25 = { k1: 0.9, b: 0.35 } as const;

/** How much of a neighbour's score a message gets, by distance in the permitted messages of its source. */
export const neighbourWeights = [0.2, 0.2, 0.1, 0.1, 0.1] as const;

/** How many rows of one retriever count for the order of a lane; beyond, rows stand in the order of time. */
export const retrieverDepth = 200;

/** Reciprocal rank fusion. */
export const fusionK = 60;

/** Scores are compared after rounding, so that the order of a sum never decides the order of rows. */
export const scoreDigits = 6;
