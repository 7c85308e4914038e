// Runs in a worker thread, from the sources under test and from dist alike: plain JavaScript, no imports of ours.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

const { folder, pooling, maxTokens, dimensions } = workerData;

const load = async () => {
  const [ort, { Tokenizer }] = await Promise.all([
    import('onnxruntime-node'),
    import('@huggingface/tokenizers'),
  ]);
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')), {});
  const session = await ort.InferenceSession.create(join(folder, 'model.onnx'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 4,
  });
  return { ort, tokenizer, session };
};
const loading = load();
// Whoever asks for a vector is told.
loading.catch(() => undefined);

/** Without its last tokens but one: the very last closes a text for the model. */
const cut = (ids) => (ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)]);

const tensors = ({ ort, session }, ids) => {
  const shape = [1, ids.length];
  const of = (values) => new ort.Tensor('int64', BigInt64Array.from(values), shape);
  const known = {
    input_ids: () => of(ids.map(BigInt)),
    attention_mask: () => of(ids.map(() => 1n)),
    token_type_ids: () => of(ids.map(() => 0n)),
    position_ids: () => of(ids.map((_, at) => BigInt(at))),
  };
  return Object.fromEntries(
    session.inputNames.map((name) => {
      if (!known[name]) throw new TypeError('an input that no encoder of sentences has');
      return [name, known[name]()];
    }),
  );
};

/** One vector for the text: that of its first token, or the mean of all. A model that pools by itself gives one row. */
const pooled = (data, width) => {
  const vector = new Float32Array(width);
  const rows = pooling === 'mean' ? data.length / width : 1;
  for (let at = 0; at < rows * width; at += 1) vector[at % width] += data[at];
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
};

/** One text at a time: the scale of a quantized model follows from all texts that are given together. */
const vectorOf = async (parts, text) => {
  const ids = cut(parts.tokenizer.encode(text).ids);
  const output = await parts.session.run(tensors(parts, ids));
  const names = parts.session.outputNames;
  const { data, dims } = output[names.includes('sentence_embedding') ? 'sentence_embedding' : names[0]];
  return pooled(data, dims.at(-1));
};

parentPort.on('message', async (texts) => {
  try {
    const parts = await loading;
    const rows = [];
    for (const text of texts) rows.push(await vectorOf(parts, text));
    const width = dimensions ?? rows[0].length;
    if (rows.some((row) => row.length !== width)) throw new TypeError('vectors of another length');
    const vectors = new Float32Array(rows.length * width);
    rows.forEach((row, index) => vectors.set(row, index * width));
    parentPort.postMessage({ vectors }, [vectors.buffer]);
  } catch (error) {
    // The name and code only: a message of the model may quote its input.
    parentPort.postMessage({ error: error instanceof Error ? String(error.code ?? error.name) : 'unknown' });
  }
});
