import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Reads a gauge when it is asked for; by label value, or one number without a label. */
export type Reading = () => Promise<number | ReadonlyMap<string, number>>;

const waits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * What this process counts and measures, for Prometheus. Labels are closed words (rules, outcomes, stages, routes),
 * never ids or names: they would tell who is there, and grow without end.
 */
export class Metrics {
  private readonly registry = new Registry();

  private readonly recorded = this.counter(
    'kith_messages_recorded_total',
    'Messages recorded in the event log.',
    [],
  );
  private readonly facts = this.counter(
    'kith_facts_total',
    'Facts offered by messages and calls, by what became of them.',
    ['outcome'],
  );
  private readonly recalls = this.counter('kith_recalls_total', 'Recalls answered.', ['outcome']);
  private readonly decisions = this.counter(
    'kith_policy_decisions_total',
    'Decisions about who may hear a memory.',
    ['decision', 'rule'],
  );
  private readonly unread = this.counter('kith_metrics_unread_total', 'Gauges that could not be read.', [
    'gauge',
  ]);
  private readonly recallTime = this.histogram(
    'kith_recall_duration_seconds',
    'Time a recall spends in each stage.',
    ['stage'],
  );
  private readonly readingTime = this.histogram(
    'kith_extraction_duration_seconds',
    'Time to read one batch of messages.',
    [],
  );
  private readonly embeddingTime = this.histogram(
    'kith_embedding_duration_seconds',
    'Time to embed one batch of texts.',
    ['purpose'],
  );

  /** `ofProcess` adds memory, CPU and event loop of this process. */
  constructor({ ofProcess = true }: { readonly ofProcess?: boolean } = {}) {
    if (ofProcess) collectDefaultMetrics({ register: this.registry });
  }

  messageRecorded(): void {
    this.recorded.inc();
  }
  factSettled(outcome: string): void {
    this.facts.inc({ outcome });
  }
  recallAnswered(outcome: 'answered' | 'empty' | 'gated' | 'refused' | 'failed'): void {
    this.recalls.inc({ outcome });
  }
  policyDecided(decision: 'allow' | 'deny', rule: string, times = 1): void {
    this.decisions.inc({ decision, rule }, times);
  }
  recallSpent(stage: string, seconds: number): void {
    this.recallTime.observe({ stage }, seconds);
  }
  batchRead(seconds: number): void {
    this.readingTime.observe(seconds);
  }
  batchEmbedded(purpose: 'document' | 'query', seconds: number): void {
    this.embeddingTime.observe({ purpose }, seconds);
  }

  /** Messages on the bus that wait to be handled. */
  watchBusWaiting(read: Reading): void {
    this.gauge('kith_bus_waiting', 'Messages on the bus that wait to be handled.', 'stream', read);
  }
  /** Messages that could not be handled and wait for a decision. */
  watchBusParked(read: Reading): void {
    this.gauge('kith_bus_parked', 'Messages parked until somebody replays or discards them.', 'stream', read);
  }
  /** Events that the memory index has not seen yet. */
  watchIndexLag(read: Reading): void {
    this.gauge(
      'kith_index_lag_events',
      'Events in the log that the memory index has not seen yet.',
      'index',
      read,
    );
  }
  watchProjectionLag(read: Reading): void {
    this.gauge(
      'kith_projection_lag_events',
      'Events in the log that a read model has not seen yet.',
      'projection',
      read,
    );
  }

  /** For parts that keep numbers of their own, the HTTP edge first of all. */
  get registers(): Registry {
    return this.registry;
  }
  get contentType(): string {
    return this.registry.contentType;
  }
  /** All of it, in Prometheus's text format. A gauge that cannot be read is left out and counted. */
  async render(): Promise<string> {
    return this.registry.metrics();
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }
  private histogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: waits, registers: [this.registry] });
  }
  private gauge(name: string, help: string, label: string, read: Reading): void {
    const { unread } = this;
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        this.reset();
        try {
          const value = await read();
          if (typeof value === 'number') this.set(value);
          else for (const [of, count] of value) this.set({ [label]: of }, count);
        } catch {
          unread.inc({ gauge: name });
        }
      },
    });
  }
}
