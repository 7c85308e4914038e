import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  answered,
  eventResults,
  eventScopeOf,
  eventStatus,
  failed,
  messageEventSchema,
  secretSaidIn,
  type Answer,
  type Caller,
  type EventResult,
  type EventResults,
  type EventStatusView,
  type IngestService,
  type MessageEvent,
} from '#contracts';
import { eventKeyOf, type EventScope } from '#domain';
import { MessageBus } from '#messaging';
import { CLOCK } from '#wiring';
import { BackPressure } from '../limits/back-pressure.js';
import { Endpoint, Reply, type Call } from '../http/endpoint.js';
import type { GatewayLog } from '../telemetry/log.js';
import { EdgeMetrics } from '../telemetry/metrics.js';
import { orUnavailable } from '../http/or-unavailable.js';
import { ProblemError, unavailable } from '../http/problem.js';
import type { RequestIds } from '../http/request-state.js';
import { INGEST, LOG } from '../tokens.js';
import { awaitIndexed, outcomeKeyOf, type Awaited } from './await-indexed.js';
import { judgeEvent, publishEvents, type Judged } from './publish.js';
import { RecentlyTaken } from './recently-taken.js';
import { withDifferences } from './repeats.js';

const mostEvents = 500;
/** Event keys in one line of the log. */
const mostTold = 50;
const identifier = z.string().min(1).max(512);
const publishQuery = z.strictObject({
  wait: z.enum(['indexed', 'accepted']).default('accepted'),
  timeout_ms: z.coerce.number().int().min(0).max(60_000).default(10_000),
});
const statusQuery = z.strictObject({
  source: identifier,
  platform: identifier
    .optional()
    .describe(
      'Of which platform it is, where several have one of this source and id; else the first that came.',
    ),
  agent_id: identifier.optional().describe('For which agent it was published, where several have one of it.'),
});
const eventParams = z.strictObject({ id: identifier });
type PublishQuery = z.output<typeof publishQuery>;
const manyOf = (document: unknown): readonly unknown[] => {
  if (!Array.isArray(document)) return [document];
  if (document.length <= mostEvents) return document as readonly unknown[];
  throw new ProblemError('invalid', 'Too many events.', [
    { path: '', message: `has more than ${mostEvents} events` },
  ]);
};

const awaitedOf = (event: MessageEvent): Awaited => ({
  eventKey: eventKeyOf(event),
  scope: eventScopeOf(event),
});
const allAwaited = (judged: readonly Judged[]): readonly Awaited[] =>
  judged.flatMap((item) => (item.ok ? [awaitedOf(item.event)] : []));
const keysOf = (judged: readonly Judged[]): readonly string[] =>
  allAwaited(judged).map(({ eventKey }) => eventKey);

/** Of which platforms and agents an event may be that somebody asks for: of one that names no agent, or of the key's own. */
const scopesAsked = (caller: Caller, query: z.output<typeof statusQuery>): readonly EventScope[] => {
  const platform = query.platform ?? caller.platform;
  const agent = query.agent_id ?? caller.agent;
  const agents = agent === undefined ? ['default', null] : [agent.toLowerCase()];
  return platform === undefined ? [] : agents.map((each) => ({ platform, agent: each }));
};

const withFacts = (
  results: readonly EventResult[],
  judged: readonly Judged[],
  outcomes: ReadonlyMap<string, EventStatusView>,
): readonly EventResult[] =>
  results.map((result, at) => {
    const item = judged[at];
    const outcome = item?.ok ? outcomes.get(outcomeKeyOf(awaitedOf(item.event))) : undefined;
    if (!outcome) return result;
    return {
      ...result,
      // What was taken and is refused since: by what only ingest can know.
      ...(outcome.errors === undefined ? {} : { status: 'rejected', errors: outcome.errors }),
      facts: [...outcome.facts],
      ...(outcome.reply === undefined ? {} : { reply: outcome.reply }),
      ...(outcome.error === undefined ? {} : { error: outcome.error }),
    };
  });

@Controller()
export class EventsController {
  readonly #schema: z.ZodType<MessageEvent>;
  readonly #taken = new RecentlyTaken();

  constructor(
    @Inject(MessageBus) private readonly bus: MessageBus,
    @Inject(INGEST) private readonly ingest: IngestService,
    @Inject(BackPressure) private readonly pressure: BackPressure,
    @Inject(EdgeMetrics) private readonly metrics: EdgeMetrics,
    @Inject(LOG) private readonly log: GatewayLog,
    @Inject(CLOCK) now: () => Date,
  ) {
    this.#schema = messageEventSchema(now);
  }

  @Endpoint({
    method: 'POST',
    path: '/v1/events',
    tag: 'events',
    summary: 'Publish one message event or up to 500',
    about:
      'CloudEvents 1.0. What came before is a duplicate and changes nothing; a message that says something else than the one that was recorded under its id has an error that says so. Items of a list are judged one by one; a lone event that does not fit is 422. With wait=indexed, 504 when it took longer than timeout_ms: the events are kept.',
    roles: ['adaptor'],
    reads: 'event-status',
    query: publishQuery,
    body: z.unknown(),
    documentedBody: messageEventSchema,
    orMany: mostEvents,
    consumes: ['application/cloudevents+json', 'application/cloudevents-batch+json'],
    answer: eventResults,
    status: 202,
    otherStatuses: { 200: 'With wait=indexed: recall can see the outcome; each result has its facts.' },
  })
  async publish({
    caller,
    query,
    body,
    ids,
    isGone,
  }: Call<PublishQuery, unknown>): Promise<Answer<EventResults> | Reply<EventResults>> {
    await this.#refuseWhenFull();
    const judged = manyOf(body).map((item) => judgeEvent(this.#schema, item, caller));
    const [first] = judged;
    if (!Array.isArray(body) && first?.ok === false)
      return failed('invalid', 'The event does not fit the contract; see errors.', first.errors);
    await this.#heard(caller, judged);
    const results = await this.#published(publishEvents(this.bus, caller, ids, judged));
    this.#tell(caller, ids, judged, results);
    for (const eventKey of keysOf(judged)) this.#taken.add(caller, eventKey);
    if (query.wait === 'accepted')
      return answered({ results: await withDifferences(this.ingest, caller, judged, results) });
    const outcomes = await awaitIndexed(this.ingest, caller, allAwaited(judged), query.timeout_ms, isGone);
    if (!('kind' in outcomes)) {
      const told = withFacts(results, judged, outcomes);
      return new Reply(200, { results: await withDifferences(this.ingest, caller, judged, told) });
    }
    if (outcomes.kind !== 'timeout') return { ok: false, problem: outcomes };
    throw new ProblemError(
      'timeout',
      'The events are kept, but recall could not see them in time. Ask GET /v1/events/{id}.',
    );
  }

  @Endpoint({
    method: 'GET',
    path: '/v1/events/{id}',
    tag: 'events',
    summary: 'What became of an event',
    roles: ['adaptor'],
    reads: 'event-status',
    params: eventParams,
    query: statusQuery,
    answer: eventStatus,
  })
  async status({
    caller,
    params,
    query,
  }: Call<z.output<typeof statusQuery>, undefined, z.output<typeof eventParams>>): Promise<
    Answer<EventStatusView>
  > {
    const eventKey = eventKeyOf({ source: query.source, id: params.id });
    const answer = await this.ingest.eventStatus({
      caller,
      eventKey,
      among: scopesAsked(caller, query),
      waitMs: 0,
    });
    if (answer.ok || answer.problem.kind !== 'not-found' || !this.#taken.has(caller, eventKey)) return answer;
    return answered({ id: params.id, status: 'accepted', facts: [] });
  }

  /**
   * Tokens and codes are heard first: what goes to the bus has a mark in their place. Of an event that came before nothing
   * is heard again.
   */
  async #heard(caller: Caller, judged: readonly Judged[]): Promise<void> {
    for (const item of judged) {
      const said = item.ok ? secretSaidIn(item.event) : null;
      if (said === null) continue;
      const answer = await this.ingest.hearSecret({ caller, said });
      if (!answer.ok) throw unavailable();
    }
  }

  /** The beginning of each event's story: `message.read` goes on with the same keys. */
  #tell(caller: Caller, ids: RequestIds, judged: readonly Judged[], results: readonly EventResult[]): void {
    const count = (wanted: EventResult['status']): number =>
      results.filter(({ status }) => status === wanted).length;
    this.log.info({
      event: 'events.taken',
      request_id: ids.requestId,
      correlation_id: ids.correlationId,
      tenant_id: caller.tenantId,
      event_keys: keysOf(judged).slice(0, mostTold),
      accepted: count('accepted'),
      duplicates: count('duplicate'),
      rejected: count('rejected'),
    });
  }

  async #refuseWhenFull(): Promise<void> {
    if (!(await this.#onBus(this.pressure.isFull()))) return;
    this.metrics.turnedAway('backlog');
    throw unavailable();
  }

  async #published(publishing: Promise<readonly EventResult[]>): Promise<readonly EventResult[]> {
    const results = await this.#onBus(publishing);
    this.pressure.added(results.filter(({ status }) => status === 'accepted').length);
    for (const { status, errors } of results) this.metrics.eventTaken(status, errors);
    return results;
  }

  #onBus<T>(work: Promise<T>): Promise<T> {
    return orUnavailable(this.log, 'bus.failed', work);
  }
}
