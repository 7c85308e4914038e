import { Counter, Histogram, type Registry } from 'prom-client';

/** Numbers of the edge, by route template: never by address, which may carry ids. */
export class EdgeMetrics {
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #events: Counter<'status'>;

  constructor(readonly registry: Registry) {
    this.#requests = new Histogram({
      name: 'kith_http_request_duration_seconds',
      help: 'Time to answer, by route template.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
    this.#events = new Counter({
      name: 'kith_http_events_total',
      help: 'Message events taken over HTTP, by what became of them.',
      labelNames: ['status'],
      registers: [registry],
    });
  }

  answered(method: string, route: string, status: number, ms: number): void {
    this.#requests.observe({ method, route, status: String(status) }, ms / 1000);
  }

  eventTaken(status: string): void {
    this.#events.inc({ status });
  }
}
