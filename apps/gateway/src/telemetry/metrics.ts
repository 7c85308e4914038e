import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { FieldError } from '#domain';

/** Why the edge sent somebody away before asking any app. */
export type TurnedAway = 'wrong-keys' | 'key-rate' | 'busy' | 'backlog';

/** Fields of the contract that events are refused for; any other word is the caller's own and is no label. */
const knownFields = new Set([
  'id',
  'source',
  'type',
  'specversion',
  'time',
  'platform',
  'agent_id',
  'message_id',
  'text',
  'sent_at',
  'edited_at',
  'deleted_at',
  'at',
  'author',
  'account',
  'participant',
  'participants',
  'mentions',
  'conversation_id',
  'reply_to',
]);

const reasonOf = ({ path, message }: FieldError): string => {
  if (message === 'is not a known field') return 'unknown-field';
  if (message.startsWith('looks like a credential')) return 'credential';
  const [first = '', second = ''] = path.split('.');
  const field = first === 'data' ? second : first;
  return knownFields.has(field) ? field : 'other';
};

/**
 * What moves by itself, or with what a caller is answered anyway. INVARIANT: nothing here is counted per memory or per
 * decision, or whoever asks twice could tell what is hidden from what is not there, and what was forgotten unseen.
 */
const toldToAnybody = /^(?:process_|nodejs_|kith_http_|kith_build_info$)/u;

/** Numbers of the edge, by route template: never by address, which may carry ids. */
export class EdgeMetrics {
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #running: Gauge;
  readonly #turnedAway: Counter<'reason'>;
  readonly #gone: Counter<'route'>;
  readonly #events: Counter<'status'>;
  readonly #rejected: Counter<'reason'>;

  constructor(private readonly registry: Registry) {
    const registers = [registry];
    this.#requests = new Histogram({
      name: 'kith_http_request_duration_seconds',
      help: 'Time to answer, by route template.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    this.#running = new Gauge({
      name: 'kith_http_requests_running',
      help: 'Requests that are being worked on, those of clients that went away included.',
      registers,
    });
    this.#turnedAway = new Counter({
      name: 'kith_http_turned_away_total',
      help: 'Requests sent away to come again later, by reason.',
      labelNames: ['reason'],
      registers,
    });
    this.#gone = new Counter({
      name: 'kith_http_clients_gone_total',
      help: 'Clients that went away before they had their answer, by route template.',
      labelNames: ['route'],
      registers,
    });
    this.#events = new Counter({
      name: 'kith_http_events_total',
      help: 'Message events taken over HTTP, by what became of them.',
      labelNames: ['status'],
      registers,
    });
    this.#rejected = new Counter({
      name: 'kith_http_events_rejected_total',
      help: 'Message events refused, by the field of the contract that was wrong first.',
      labelNames: ['reason'],
      registers,
    });
  }

  /** In Prometheus's text format: all of it, or what anybody may see. */
  async render(isOperator: boolean): Promise<string> {
    if (isOperator) return this.registry.metrics();
    const names = this.registry.getMetricsAsArray().map(({ name }) => name);
    const told = await Promise.all(
      names
        .filter((name) => toldToAnybody.test(name))
        .map((name) => this.registry.getSingleMetricAsString(name)),
    );
    return `${told.join('\n\n')}\n`;
  }

  answered(method: string, route: string, status: number, ms: number): void {
    this.#requests.observe({ method, route, status: String(status) }, ms / 1000);
  }
  running(requests: number): void {
    this.#running.set(requests);
  }
  turnedAway(reason: TurnedAway): void {
    this.#turnedAway.inc({ reason });
  }
  clientGone(route: string): void {
    this.#gone.inc({ route });
  }
  eventTaken(status: 'accepted' | 'duplicate' | 'rejected', errors: readonly FieldError[] = []): void {
    this.#events.inc({ status });
    const [first] = errors;
    if (status === 'rejected') this.#rejected.inc({ reason: first ? reasonOf(first) : 'other' });
  }
}
