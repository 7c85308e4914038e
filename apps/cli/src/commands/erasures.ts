import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import {
  canonical,
  erasureView,
  type ErasureKey,
  type OrderedErasure,
  type ErasureView,
  type Page,
} from '#contracts';
import { erasureKinds } from '#domain';
import type { Api } from '../api.js';
import { causeOf, CommandError, usageError } from '../failure.js';
import { erasureText, storesTable } from '../output/erasure.js';
import { dateFor } from '../output/memory.js';
import { resolvePerson } from '../people.js';
import { resolvePlace } from '../places.js';
import { withPlatform } from '../session.js';
import { idBeginning } from '../short-ids.js';
import { oneOf, printJson, wholeNumber, withGlobals, type Context, type Globals } from './command.js';
import { printList } from './lists.js';

interface EraseFlags extends Globals {
  readonly kind: string;
  readonly in?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const entityIdOf = async (api: Api, name: string): Promise<string> => {
  const ref = await resolvePerson(api, '<person>', name);
  if ('entity_id' in ref) return ref.entity_id;
  const { platform, platform_user_id } = ref;
  const scope = await api.get<{ readonly user_id: string }>('/v1/scope', { platform, platform_user_id });
  return scope.user_id;
};

const placeIdOf = async (api: Api, name: string): Promise<string> => {
  const ref = await resolvePlace(api, name);
  if ('source_id' in ref) return ref.source_id;
  throw usageError(`--in ${name}: a place to erase is given by its id, or by a name that is unique here.`);
};

const finished = async (api: Api, id: string): Promise<ErasureView> => {
  for (;;) {
    const view = await api.get<ErasureView>(`/v1/erasures/${id}`);
    if (view.status !== 'running') return view;
    await pause(500, undefined, { signal: api.signal });
  }
};

const erase = async (context: Context, person: string | undefined, flags: EraseFlags): Promise<void> => {
  const { terminal } = context;
  const kind = flags.in === undefined ? oneOf('--kind', flags.kind, erasureKinds) : 'source';
  if (person === undefined && flags.in === undefined)
    throw usageError('Whom or what to erase? Give a person, or a place by --in.');
  const isTrial = flags.dryRun === true || flags.yes !== true;
  await withPlatform(context, flags, { mayCreate: false }, async (api) => {
    const order = {
      kind,
      dry_run: isTrial,
      ...(person === undefined ? {} : { entity_id: await entityIdOf(api, person) }),
      ...(flags.in === undefined ? {} : { source_id: await placeIdOf(api, flags.in) }),
    };
    const { id, stores = [] } = await api.post<OrderedErasure>('/v1/erasures', order);
    if (id === null) {
      if (flags.json === true) printJson(context, { id, status: 'dry_run', stores });
      else terminal.out(storesTable(terminal, stores));
      if (flags.dryRun !== true)
        terminal.err('Nothing is erased yet, and nobody can take it back then: --yes erases it.');
      return;
    }
    const view = await finished(api, id);
    if (flags.json === true) printJson(context, view);
    else terminal.out(erasureText(terminal, view));
    if (view.status === 'failed') throw new CommandError('Something is left: see where.');
  });
};

const addList = (erasures: Command, context: Context): void => {
  const command = erasures
    .command('list')
    .description('erasures, the newest first')
    .option('--limit <count>', 'so many at most', '50');
  withGlobals(command).action(async (flags: Globals & { readonly limit: string }) => {
    const limit = wholeNumber('--limit', flags.limit, 1, 200);
    const page = await withPlatform(context, flags, { mayCreate: false }, (api) =>
      api.get<Page<ErasureView>>('/v1/erasures', { limit }),
    );
    const { terminal } = context;
    printList(context, flags, page, {
      none: 'Nothing was erased.',
      columns: [
        { title: 'id', cell: ({ id }) => id, paint: terminal.paint.cyan },
        { title: 'what', cell: ({ kind }) => kind },
        { title: 'status', cell: ({ status }) => status },
        { title: 'left', cell: ({ residual }) => String(residual?.hits ?? ''), align: 'right' },
        { title: 'ordered', cell: ({ ordered_at }) => dateFor(terminal, ordered_at), align: 'right' },
      ],
    });
  });
};

async function* allErasures(api: Api): AsyncGenerator<ErasureView> {
  let cursor: string | undefined;
  do {
    const page = await api.get<Page<ErasureView>>('/v1/erasures', { limit: 200, cursor });
    yield* page.results;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

const addShow = (erasures: Command, context: Context): void => {
  const command = erasures
    .command('show')
    .description('how an erasure stands; its signed receipt with --json')
    .argument('<id>', 'or its first characters');
  withGlobals(command).action(async (prefix: string, flags: Globals) => {
    const view = await withPlatform(context, flags, { mayCreate: false }, async (api) =>
      api.get<ErasureView>(`/v1/erasures/${await idBeginning('erasure', prefix, allErasures(api))}`),
    );
    if (flags.json === true) printJson(context, view);
    else context.terminal.out(erasureText(context.terminal, view));
  });
};

const addKey = (erasures: Command, context: Context): void => {
  const command = erasures
    .command('key')
    .description('the public key of the store, for whoever checks receipts');
  withGlobals(command).action(async (flags: Globals) => {
    const key = await withPlatform(context, flags, { mayCreate: false }, (api) =>
      api.get<ErasureKey>('/v1/erasures/key'),
    );
    if (flags.json === true) printJson(context, key);
    else context.terminal.out(key.public_key.trimEnd());
  });
};

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    throw new CommandError(`${file} cannot be read: ${causeOf(thrown)}.`, 1, { cause: thrown });
  }
};

const receiptIn = (file: string): ErasureView => {
  try {
    return erasureView.parse(JSON.parse(readText(file)));
  } catch (thrown) {
    if (thrown instanceof CommandError) throw thrown;
    throw new CommandError(`${file} is no receipt of an erasure.`, 1, { cause: thrown });
  }
};

const keyIn = (file: string, text: string): KeyObject => {
  try {
    return createPublicKey(text);
  } catch (thrown) {
    throw new CommandError(`${file} is no receipt of an erasure: what it names as its key is none.`, 1, {
      cause: thrown,
    });
  }
};

const isSame = (one: string, other: string): boolean => one.replace(/\s/gu, '') === other.replace(/\s/gu, '');

/** Of a document as it was sent: nothing is asked of any platform. */
const addVerify = (erasures: Command, context: Context): void => {
  erasures
    .command('verify')
    .description('check the signature of a receipt; asks no platform')
    .argument('<file>', 'a receipt, as erasures show --json prints it')
    .option('--public-key <file>', 'the key it has to be signed by, as erasures key prints it')
    .action((file: string, flags: { readonly publicKey?: string }) => {
      const { signature, ...receipt } = receiptIn(file);
      const by = receipt.signed_by;
      if (signature === null || by === null)
        throw new CommandError('The receipt is not signed: its erasure still ran.');
      if (flags.publicKey !== undefined && !isSame(readText(flags.publicKey), by.public_key))
        throw new CommandError('The receipt is signed by another key.');
      const key = keyIn(file, by.public_key);
      const isGood =
        key.asymmetricKeyType === 'ed25519' &&
        verify(null, Buffer.from(canonical(receipt)), key, Buffer.from(signature, 'base64'));
      if (!isGood) throw new CommandError('The receipt was changed, or signed by another key than it says.');
      const { terminal } = context;
      terminal.out(erasureText(terminal, { ...receipt, signature }));
      terminal.out('The signature is good.');
      if (flags.publicKey === undefined)
        terminal.err('It is by the key in the receipt; whose that is tells --public-key.');
    });
};

export const addErasures = (program: Command, context: Context): void => {
  const command = program
    .command('erase')
    .description(
      'destroy what somebody said and what was said of them, or what was said in a place, for good',
    )
    .argument('[person]', 'platform:user-id, an id, or a name that is unique here')
    .option('--kind <kind>', 'said_by, about, or both', 'both')
    .option('--in <place>', 'what was said there; by that person, where one is given')
    .option('--dry-run', 'tell what would be found, change nothing')
    .option('--yes', 'do it: without this it is a dry run');
  withGlobals(command).action((person: string | undefined, flags: EraseFlags) =>
    erase(context, person, flags),
  );
  const erasures = program.command('erasures').description('erasures and their signed receipts');
  addList(erasures, context);
  addShow(erasures, context);
  addKey(erasures, context);
  addVerify(erasures, context);
};
