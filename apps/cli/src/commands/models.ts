import { resolve } from 'node:path';
import type { Command } from 'commander';
import { causeOf, CommandError, usageError } from '../failure.js';
import { oneOf, printJson, type Context } from './command.js';

interface AddFlags {
  readonly sha256: string;
  readonly name?: string;
  readonly pooling?: string;
  readonly queryPrefix?: string;
  readonly documentPrefix?: string;
  readonly json?: boolean;
}

const poolings = ['cls', 'mean'] as const;

const add = async (context: Context, from: string, flags: AddFlags): Promise<void> => {
  const { terminal } = context;
  const sha256 = flags.sha256.toLowerCase();
  if (!/^[0-9a-f]{64}$/u.test(sha256))
    throw usageError('--sha256 wants the 64 hexadecimal digits of a SHA-256.');
  const { name, pooling, queryPrefix, documentPrefix } = flags;
  const use = {
    ...(name === undefined ? {} : { name }),
    ...(pooling === undefined ? {} : { pooling: oneOf('--pooling', pooling, poolings) }),
    ...(queryPrefix === undefined ? {} : { query_prefix: queryPrefix }),
    ...(documentPrefix === undefined ? {} : { document_prefix: documentPrefix }),
  };
  const config = context.config();
  const { addModel } = await context.hosting();
  terminal.status('Reading the model …');
  const added = await addModel(config, { from, sha256, use, signal: context.signal }).catch(
    (thrown: unknown) => {
      throw new CommandError(`The model was not added: ${causeOf(thrown)}.`, 1, { cause: thrown });
    },
  );
  terminal.status('');
  const path = resolve(added.folder);
  if (flags.json === true) {
    printJson(context, { model: added.id, path, dimensions: added.manifest.dimensions });
    return;
  }
  terminal.out(`KITH_EMBEDDER=onnx KITH_EMBEDDER_PATH=${path}`);
  terminal.err(
    `${added.id} is in place, ${String(added.manifest.dimensions)} dimensions. Start with these two settings to use it.`,
  );
};

export const addModels = (program: Command, context: Context): void => {
  const models = program.command('models').description('encoders of sentences on this machine');
  models
    .command('add')
    .description('put one in place: a folder, or the address of one, with model.onnx and tokenizer.json')
    .argument('<folder|url>')
    .requiredOption('--sha256 <hash>', 'of model.onnx: nothing else is put in place')
    .option('--name <name>', 'what to call it (where its hash is not known here)')
    .option('--pooling <pooling>', 'cls or mean: which of the model’s rows is the vector')
    .option('--query-prefix <text>', 'what stands before questions')
    .option('--document-prefix <text>', 'what stands before what is searched')
    .option('--json', 'print JSON')
    .action((from: string, flags: AddFlags) => add(context, from, flags));
};
