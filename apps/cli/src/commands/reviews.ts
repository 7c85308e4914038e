import type { Command } from 'commander';
import { reviewVerdicts, type DecidedReviews, type OneReview, type Page, type ReviewView } from '#contracts';
import { reviewKinds, reviewStatuses } from '#domain';
import type { Api } from '../api.js';
import { CommandError, usageError } from '../failure.js';
import { reviewTable, reviewText } from '../output/review.js';
import { oneLine, plural } from '../output/text.js';
import { isUuid } from '../people.js';
import { withPlatform } from '../session.js';
import { oneOf, printJson, wholeNumber, withGlobals, type Context, type Globals } from './command.js';

interface ListFlags extends Globals {
  readonly kind?: string;
  readonly status: string;
  readonly limit: string;
}

const page = (
  api: Api,
  query: Readonly<Record<string, string | number | undefined>>,
): Promise<Page<ReviewView>> => api.get<Page<ReviewView>>('/v1/reviews', query);

const addList = (reviews: Command, context: Context): void => {
  const { terminal } = context;
  const command = reviews
    .command('list')
    .description('what waits for you, the oldest first')
    .option('--kind <kind>', reviewKinds.join(', '))
    .option('--status <status>', `${reviewStatuses.join(', ')}, or all`, 'pending')
    .option('--limit <count>', 'so many at most', '20');
  withGlobals(command).action(async (flags: ListFlags) => {
    const status = flags.status === 'all' ? undefined : oneOf('--status', flags.status, reviewStatuses);
    const kind = flags.kind === undefined ? undefined : oneOf('--kind', flags.kind, reviewKinds);
    const limit = wholeNumber('--limit', flags.limit, 1, 200);
    const found = await withPlatform(context, flags, { mayCreate: false }, (api) =>
      page(api, { kind, status, limit }),
    );
    if (flags.json === true) printJson(context, found);
    else if (found.results.length === 0) terminal.err('Nothing waits for you.');
    else {
      terminal.out(reviewTable(terminal, found.results));
      terminal.err(
        found.next_cursor === null
          ? 'kith reviews show <id> tells all of one.'
          : 'There are more: --limit shows up to 200.',
      );
    }
  });
};

/** An id may be given as a terminal shows it: by its beginning. */
const idsOf = async (api: Api, given: readonly string[]): Promise<readonly string[]> => {
  if (given.every(isUuid)) return given;
  const known: string[] = [];
  for (let cursor: string | undefined; ;) {
    const { results, next_cursor } = await page(api, { limit: 200, cursor });
    known.push(...results.map(({ id }) => id));
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return given.map((start) => {
    const found = known.filter((id) => id.startsWith(start.toLowerCase()));
    if (found.length > 1) throw usageError(`${start} may be ${found.join(' or ')}: give more of it.`);
    if (found[0] === undefined) throw new CommandError(`There is no review ${oneLine(start)}.`);
    return found[0];
  });
};

const get = async (api: Api, given: string): Promise<OneReview> => {
  const [id = given] = await idsOf(api, [given]);
  return api.get<OneReview>(`/v1/reviews/${encodeURIComponent(id)}`);
};

const addShow = (reviews: Command, context: Context): void => {
  const command = reviews
    .command('show')
    .description('one item with all that speaks for and against it')
    .argument('<id>');
  withGlobals(command).action(async (id: string, flags: Globals) => {
    const review = await withPlatform(context, flags, { mayCreate: false }, (api) => get(api, id));
    if (flags.json === true) printJson(context, review);
    else context.terminal.out(reviewText(context.terminal, review));
  });
};

interface DecideFlags extends Globals {
  readonly note?: string;
  readonly choose?: string;
  readonly dryRun?: boolean;
}

/** One of the candidates, by name or id. */
const chosenOf = async (api: Api, id: string, choose: string): Promise<{ readonly entity_id: string }> => {
  if (isUuid(choose)) return { entity_id: choose };
  const { candidates } = (await get(api, id)).proposal;
  const meant = candidates.filter(({ name }) => name.toLowerCase() === choose.toLowerCase());
  const [only] = meant;
  if (only && meant.length === 1) return { entity_id: only.entity_id };
  const all = candidates.map(({ name, entity_id }) => `  ${oneLine(name)}  ${entity_id}`).join('\n');
  throw usageError(`--choose ${choose}: give one of\n${all}`);
};

const pasts = { approve: 'approved', reject: 'rejected', undo: 'undone' } as const;
const describes = {
  approve: 'let it be so; whoever proposed it may not',
  reject: 'let it not be so, until stronger evidence comes',
  undo: 'take a decision back: recall answers as it did before',
} as const;

const decideOne = async (
  api: Api,
  verdict: keyof typeof pasts,
  id: string,
  { note, choose }: DecideFlags,
): Promise<DecidedReviews> => {
  const choice = choose === undefined ? {} : { choice: await chosenOf(api, id, choose) };
  const body = { ...(note === undefined ? {} : { note }), ...choice };
  const decided = await api.post<DecidedReviews['decided'][number]>(`/v1/reviews/${id}/${verdict}`, body);
  return { dry_run: false, decided: [decided], refused: [] };
};

const addVerdict = (reviews: Command, context: Context, verdict: keyof typeof pasts): void => {
  const command = reviews
    .command(verdict)
    .description(describes[verdict])
    .argument('<id...>', 'as reviews list shows them')
    .option('--note <words>', 'why, for whoever reads the audit trail')
    .option('--dry-run', 'tell what would be decided, and decide nothing');
  if (verdict === 'approve') command.option('--choose <person>', 'who is meant, by name or id');
  withGlobals(command).action(async (given: readonly string[], flags: DecideFlags) => {
    if (flags.choose !== undefined && given.length > 1)
      throw usageError('--choose is of one item: give one id.');
    const answer = await withPlatform(context, flags, { mayCreate: false }, async (api) => {
      const ids = await idsOf(api, given);
      const [only = ''] = ids;
      if (ids.length === 1 && flags.dryRun !== true) return decideOne(api, verdict, only, flags);
      return api.post<DecidedReviews>('/v1/reviews/decide', {
        verdict,
        ids,
        dry_run: flags.dryRun === true,
        ...(flags.note === undefined ? {} : { note: flags.note }),
      });
    });
    if (flags.json === true) printJson(context, answer);
    else
      context.terminal.out(
        `${plural(answer.decided.length, 'item')} ${answer.dry_run ? 'would be ' : ''}${pasts[verdict]}.`,
      );
    if (answer.refused.length > 0 && flags.json !== true)
      throw new CommandError(answer.refused.map(({ id, reason }) => `${id}: ${oneLine(reason)}`).join('\n'));
  });
};

export const addReviews = (program: Command, context: Context): void => {
  const reviews = program
    .command('reviews')
    .description('what waits for a person to decide: who is who, who is meant, what is not so');
  addList(reviews, context);
  addShow(reviews, context);
  for (const verdict of reviewVerdicts) addVerdict(reviews, context, verdict);
};
