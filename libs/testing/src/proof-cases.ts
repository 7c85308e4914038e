declare const proofsInFull: boolean;

/** How many cases a long proof goes through: all of them in `.ci/run`, where KITH_TEST_PROOFS is `full`, else a sample. */
export const proofCases = (all: number, sample: number): number => (proofsInFull ? all : sample);
