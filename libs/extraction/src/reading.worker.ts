import { parentPort } from 'node:worker_threads';
import type { Extractor } from './extractor.js';
import { RulesExtractor } from './rules-extractor.js';

const extractor = new RulesExtractor();
const port = parentPort;

port?.on('message', (batch: Parameters<Extractor['read']>[0]) => {
  extractor.read(batch).then(
    (readings) => port.postMessage({ readings }),
    // The name only: a message may quote what was read.
    (error: unknown) => port.postMessage({ error: error instanceof Error ? error.name : 'unknown' }),
  );
});
