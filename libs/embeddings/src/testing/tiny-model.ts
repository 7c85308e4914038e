import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a message of protocol buffers: fields in their order, as onnx.proto numbers them. */
const varint = (value: number): readonly number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 128))];
const number = (field: number, value: number): Buffer =>
  Buffer.from([...varint(field * 8), ...varint(value)]);
const bytes = (field: number, value: Buffer | string): Buffer => {
  const content = Buffer.from(value as string);
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(content.length)]), content]);
};
const message = (field: number, ...parts: readonly Buffer[]): Buffer => bytes(field, Buffer.concat(parts));

const [float32, int64] = [1, 7];
/** A shape whose sizes are named, but for the last where it is given. */
const shaped = (field: number, name: string, type: number, sizes: readonly (string | number)[]): Buffer =>
  message(
    field,
    bytes(1, name),
    message(
      2,
      message(
        1,
        number(1, type),
        message(
          2,
          ...sizes.map((size) => message(1, typeof size === 'string' ? bytes(2, size) : number(1, size))),
        ),
      ),
    ),
  );

/**
 * An encoder as small as can be: each token has a vector of its own, looked up in a table. That is `Gather` of ONNX, so it
 * is a model like others, and its vectors of a whole text are the mean of its words.
 */
const tinyOnnx = (tokens: number, dimensions: number): Buffer => {
  const table = Float32Array.from({ length: tokens * dimensions }, (_, at) => Math.sin(1 + at * 7.31) ** 3);
  const graph = [
    message(1, bytes(1, 'table'), bytes(1, 'input_ids'), bytes(2, 'last_hidden_state'), bytes(4, 'Gather')),
    bytes(2, 'tiny'),
    message(
      5,
      number(1, tokens),
      number(1, dimensions),
      number(2, float32),
      bytes(8, 'table'),
      bytes(9, Buffer.from(table.buffer)),
    ),
    shaped(11, 'input_ids', int64, ['batch', 'length']),
    shaped(11, 'attention_mask', int64, ['batch', 'length']),
    shaped(12, 'last_hidden_state', float32, ['batch', 'length', dimensions]),
  ];
  return Buffer.concat([number(1, 8), message(7, ...graph), message(8, bytes(1, ''), number(2, 13))]);
};

const words =
  'my dog likes long walks with quarterly tax filing the kettle is on a ferry leaves at noon home way twice told tea call same in each'.split(
    ' ',
  );
const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789').flatMap((letter) => [
  letter,
  `##${letter}`,
]);
const vocabulary = [...new Set([...special, ...words, ...letters])];

const tokenizer = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: special.map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
  },
};

/** Writes model.onnx and tokenizer.json of a tiny encoder; gives the SHA-256 of the model. */
export const writeTinyModel = async (folder: string, dimensions = 48): Promise<string> => {
  const model = tinyOnnx(vocabulary.length, dimensions);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'model.onnx'), model);
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
  return createHash('sha256').update(model).digest('hex');
};
