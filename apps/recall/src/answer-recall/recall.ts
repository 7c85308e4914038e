import {
  answered,
  failed,
  laneNames,
  type Answer,
  type Caller,
  type MemoryView,
  type NamedEntity,
  type Page,
  type RecallAnswer,
  type RecallRequest,
  type ScopeView,
  isOperator,
} from '#contracts';
import type { Sql } from '#database';
import type { AskedEmbedding, LaneQuery, Order } from '#memory-index';
import type { Plan } from '#policy';
import { scopeOf, type LoadedRequest } from '#read-models';
import { filterToPlan, keepWithin, timesAsked, type Fused, type PeopleAskedAbout } from '#retrieval';
import { ask, type AnsweringOptions } from '../permitted/asking.js';
import { conflictsAllowed } from '../permitted/conflicts.js';
import { explainRecall } from './explaining.js';
import { askedAbout, type AskedAbout } from './asked-about.js';
import { decideRows, isAllowed, readable, type PermittedHits } from '../permitted/permitted.js';
import { look, quoting, together, withoutOvertaken, type UnderstoodQuestion } from './looking.js';
import { withWhatFollows } from './exchanges.js';
import { answersOf, excerptsBeside, queryOf, wantsExcerpts } from './ranking.js';
import type { Ranked } from '../permitted/permitted.js';
import { reranked } from './rerank.js';
import { render, toItem } from '../render/context.js';
import { gateText } from '../people/scope.js';
import { Stopwatch } from './stopwatch.js';
import { loadNames, memoryView, namesWhereMet } from '../render/views.js';

const emptyAnswer = (scope: ScopeView | null): RecallAnswer => ({
  gated: false,
  scope,
  results: [],
  context: '',
  asked_about: [],
  explanation: null,
});

const orderOf = async (
  options: AnsweringOptions,
  request: RecallRequest,
  speakerIds: readonly string[],
): Promise<Order> => {
  const text = queryOf(request);
  if (request.mode === 'important') return { by: 'importance' };
  if (request.mode === 'recent' || text === '') return { by: 'recency' };
  const clues = { speakerIds, within: timesAsked(text, request.as_of ?? options.now()) };
  return { by: 'relevance', text, embedding: await vectorOf(options, text), clues };
};

/**
 * Vectors only rank: who may hear what is decided without them. So an embedder that fails costs paraphrases, not the
 * answer, and the explanation says so.
 */
const vectorOf = async (options: AnsweringOptions, text: string): Promise<AskedEmbedding | null> => {
  const { answering } = options.encoders;
  if (!answering) return null;
  try {
    const [vector] = await answering.embed([text], 'query');
    return vector ? { model: answering.model, near: answering.calibration.unrelated, vector } : null;
  } catch (cause) {
    options.onWordsAlone(cause);
    return null;
  }
};

interface Prepared {
  readonly asked: LoadedRequest;
  readonly people: PeopleAskedAbout;
  readonly namedIds: AskedAbout['namedIds'];
  readonly askedIds: readonly string[];
  readonly found: PermittedHits;
  readonly final: readonly Fused<Ranked>[];
  readonly queries: readonly LaneQuery[];
}

/** Asked before the rows are decided once more: while a reranker thinks, one of them may be deleted. */
const inOrder = (
  options: AnsweringOptions,
  body: RecallRequest,
  order: Order,
  answers: readonly Fused<Ranked>[],
): Promise<readonly Fused<Ranked>[]> =>
  order.by === 'relevance' && body.sort_by === 'relevance'
    ? reranked(options.reranker, queryOf(body), answers, options.onOrderKept)
    : Promise.resolve(answers);

const gather = async (
  options: AnsweringOptions,
  body: RecallRequest,
  asked: LoadedRequest,
  filter: Plan,
  clock: Stopwatch,
): Promise<Prepared> => {
  const { request } = asked;
  const plan = await readable(options, request);
  const whom = await askedAbout(options, asked, plan, queryOf(body), body.subjects);
  const { people, namedIds, askedIds, onlyIds } = whom;
  clock.lap('context');
  const order = await orderOf(options, body, onlyIds);
  clock.lap('embed');
  const asking: UnderstoodQuestion = { body, request, plan, filter, people, askedIds, order };
  const first = await look(options, asking, body.include_messages === true ? ['fact', 'message'] : ['fact']);
  const answers = (await inOrder(options, body, order, answersOf(body, first.ranked))).slice(0, body.top_k);
  const second = wantsExcerpts(body, answers)
    ? await withoutOvertaken(options, request, await look(options, quoting(asking), ['message']))
    : null;
  clock.lap('search');
  const { found, queries } = second === null ? first : together(first, second);
  const excerpts = second === null ? [] : excerptsBeside(body, whom, answers, second.ranked);
  const ranked = [...answers, ...(await withWhatFollows(options, body, request, answers, excerpts))];
  // Decided once more on the rows as they are now: one may have been deleted or restricted since it was ranked.
  const again = await decideRows(
    options.database,
    request,
    ranked.map((item) => item.row.id),
    options.onDecided,
  );
  const final = ranked.flatMap((item) => {
    const decided = again.get(item.row.id);
    return isAllowed(decided) ? [{ ...item, row: { ...item.row, decided } }] : [];
  });
  clock.lap('decide');
  return { asked, people, namedIds, askedIds, found, final, queries };
};

const answer = async (options: AnsweringOptions, body: RecallRequest, prepared: Prepared) => {
  const { asked, final } = prepared;
  const { request } = asked;
  const conflicts = await conflictsAllowed(
    options,
    request,
    final.map((item) => item.row.decided),
  );
  const speakers = [...conflicts.speakers.values()].flat();
  const names = await loadNames(
    options.database,
    request,
    final.map((item) => item.row.decided.row),
    [...speakers, ...(request.viewer?.cluster ?? [])],
    asked.place,
  );
  const contextOf = (items: readonly Fused<Ranked>[]): string =>
    render(
      request,
      items.map((item) => toItem(item, names, conflicts.speakers)),
      names,
    );
  const kept = body.max_tokens ? keepWithin(final, body.max_tokens, contextOf) : final;
  const results = kept.map((item) =>
    memoryView(
      item.row.decided,
      {
        score: item.row.score,
        similarity: item.similarity === null ? null : Math.round(item.similarity * 1e4) / 1e4,
        lane: item.lane,
        conflictsWith: conflicts.ids.get(item.row.id) ?? [],
      },
      names,
    ),
  );
  return { results, context: contextOf(kept), names };
};

/** People named by the question, as results about them call them. */
const visibleAsked = async (
  sql: Sql,
  { asked, namedIds }: Prepared,
  results: readonly MemoryView[],
): Promise<readonly NamedEntity[]> => {
  const shown = new Map(
    results.flatMap(({ subjects }) => subjects.map(({ entity_id, name }) => [entity_id, name])),
  );
  const names = await namesWhereMet(sql, asked, namedIds);
  return namedIds.map((entity_id) => ({ entity_id, name: shown.get(entity_id) ?? names.nameOf(entity_id) }));
};

/** Who asks, and where. */
const whoAsks = async (
  options: AnsweringOptions,
  caller: Caller,
  body: RecallRequest,
): Promise<{ readonly asked: LoadedRequest; readonly scope: ScopeView | null }> => {
  const asked = await ask(options.database, options, {
    caller,
    agent: body.agent_id,
    operation: 'recall',
    viewer: body.viewer ?? null,
    place: body.source ?? null,
    audience: body.audience,
    asOf: body.as_of ?? null,
  });
  return {
    asked,
    scope: await scopeOf(options.database, options.knobs, asked.request.viewer?.cluster ?? []),
  };
};
type WhoAsks = Awaited<ReturnType<typeof whoAsks>>;

const gatedAnswer = (options: AnsweringOptions, scope: ScopeView | null): RecallAnswer => ({
  ...emptyAnswer(scope),
  gated: true,
  context: gateText(options.knobs),
});

const answerTo = async (
  options: AnsweringOptions,
  caller: Caller,
  body: RecallRequest,
  askedBy: () => Promise<WhoAsks | null>,
): Promise<Answer<RecallAnswer>> => {
  if (body.explain && !isOperator(caller))
    return failed('forbidden', 'explanations need the operator role', [
      { path: 'explain', message: 'needs the operator role' },
    ]);
  if (body.viewer === undefined && options.knobs['identity.mode'] === 'multi_user')
    return failed('invalid', 'who asks is required', [{ path: 'viewer', message: 'is required' }]);
  const filter = filterToPlan(body.filters);
  if (!filter.ok) return failed('invalid', 'the filter cannot be read', filter.errors);
  const clock = new Stopwatch(options.onStage, body.mode);
  const known = await askedBy();
  if (known === null) return answered(gatedAnswer(options, null));
  const { asked, scope } = known;
  if (scope?.gated || (asked.viewerId === null && options.knobs['gate.require_verified']))
    return answered(gatedAnswer(options, scope));
  if (asked.viewerId === null && body.viewer !== undefined) return answered(emptyAnswer(null));
  clock.lap('resolve');
  const prepared = await gather(options, body, asked, filter.plan, clock);
  const { results, context } = await answer(options, body, prepared);
  clock.lap('render');
  const explanation = body.explain
    ? await explainRecall(options, caller, asked.request, prepared, body, clock)
    : null;
  // An operator who looks for why something is told uses nothing up.
  if (!body.explain)
    options.onTold(
      caller.tenantId,
      results.filter(({ kind }) => kind === 'fact').map(({ id }) => id),
    );
  return answered({
    gated: false,
    scope,
    results,
    context,
    asked_about: await visibleAsked(options.database, prepared, results),
    explanation,
  });
};

/**
 * What may be said. INVARIANT: when it cannot be read who asks, nothing is recalled and the answer is the gate's: whoever
 * puts it into a prompt has a sentence to say, and the next question is asked of the store anew.
 */
export const recall = (
  options: AnsweringOptions,
  caller: Caller,
  body: RecallRequest,
): Promise<Answer<RecallAnswer>> =>
  answerTo(options, caller, body, () =>
    whoAsks(options, caller, body).catch((error: unknown) => {
      options.onUnreadable(error);
      return null;
    }),
  );

/** Recall without planning or rendering: one list, by relevance. */
export const search = async (
  options: AnsweringOptions,
  caller: Caller,
  body: RecallRequest,
): Promise<Answer<Page<MemoryView>>> => {
  const asking = { ...body, lanes: [...laneNames] };
  const found = await answerTo(options, caller, asking, () => whoAsks(options, caller, asking));
  return found.ok ? answered({ results: found.value.results, next_cursor: null }) : found;
};
