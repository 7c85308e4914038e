import { parentPort, workerData } from 'node:worker_threads';
import type { ExtractionBatch } from './fact-extractor.js';
import { VerifyingExtractor } from './verify/verifying-extractor.js';
import { warmUp } from './warm-up.js';

const extractor = new VerifyingExtractor();
const port = parentPort;

/** Nobody can reach it here: a batch that is given up is ended with its thread. */
const { signal } = new AbortController();

const { isWarmedUp } = workerData as { readonly isWarmedUp: boolean };
if (isWarmedUp) await warmUp(extractor);
port?.on('message', (batch: ExtractionBatch) => {
  extractor.extract(batch, signal).then(
    (readings) => port.postMessage({ readings }),
    // The name only: a message may quote what was read.
    (error: unknown) => port.postMessage({ error: error instanceof Error ? error.name : 'unknown' }),
  );
});
