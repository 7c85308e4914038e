import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { gauges, type GaugeName, type GaugeReadings } from './gauges.js';

export type RecallOutcome = 'answered' | 'empty' | 'gated' | 'refused' | 'failed';

const waits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A scrape reads the store; whoever asks more often gets the numbers of a moment ago. */
const keptForMs = 1_000;

/**
 * What this process counts and measures, for Prometheus. Labels are closed words (rules, outcomes, stages, routes),
 * never ids or names: they would tell who is there, and grow without end.
 */
export class Metrics {
  private readonly registry = new Registry();

  private readonly recorded = this.counter(
    'kith_messages_recorded_total',
    'Message events recorded in the event log.',
    [],
  );
  private readonly facts = this.counter(
    'kith_facts_total',
    'Facts offered by messages, by what became of them.',
    ['outcome'],
  );
  private readonly indexed = this.counter(
    'kith_index_writes_total',
    'Rows written to the memory index, again and again when they change.',
    [],
  );
  private readonly recalls = this.counter('kith_recalls_total', 'Recalls, by mode and outcome.', [
    'mode',
    'outcome',
  ]);
  private readonly wordsAlone = this.counter(
    'kith_recalls_by_words_alone_total',
    'Recalls answered without vectors because the embedder failed.',
    [],
  );
  private readonly ordersKept = this.counter(
    'kith_recalls_not_reranked_total',
    'Recalls in the order of before because the reranker failed.',
    [],
  );
  private readonly decisions = this.counter(
    'kith_policy_decisions_total',
    'Decisions about who may hear a memory.',
    ['decision', 'rule'],
  );
  private readonly parked = this.counter('kith_messages_parked_total', 'Messages parked, by consumer.', [
    'consumer',
  ]);
  private readonly delayed = this.counter(
    'kith_messages_delayed_total',
    'Deliveries that failed and are tried again later, by consumer.',
    ['consumer'],
  );
  private readonly unread = this.counter('kith_metrics_unread_total', 'Gauges that could not be read.', []);
  private readonly recallTime = this.histogram(
    'kith_recall_duration_seconds',
    'Time a recall spends in each stage.',
    ['mode', 'stage'],
  );
  private readonly readingTime = this.histogram(
    'kith_extraction_duration_seconds',
    'Time to read facts from one batch of messages.',
    [],
  );
  private readonly readingFaults = this.counter(
    'kith_extraction_failures_total',
    'Batches of messages that the extractor failed to read.',
    [],
  );
  private readonly proposals = this.counter(
    'kith_proposals_total',
    'What a language model proposed of the messages that were read, by what the verifier made of it.',
    ['outcome'],
  );
  private readonly embeddingTime = this.histogram(
    'kith_embedding_duration_seconds',
    'Time to embed one batch of texts.',
    ['purpose'],
  );
  private readonly embeddingFaults = this.counter(
    'kith_embedding_failures_total',
    'Batches of texts that could not be embedded.',
    ['purpose'],
  );

  /** `ofProcess` adds memory, CPU and event loop of this process. */
  constructor({ ofProcess = true }: { readonly ofProcess?: boolean } = {}) {
    if (ofProcess) collectDefaultMetrics({ register: this.registry });
  }

  messagesRecorded(count: number): void {
    this.recorded.inc(count);
  }
  factSettled(outcome: string): void {
    this.facts.inc({ outcome });
  }
  rowsIndexed(count: number): void {
    this.indexed.inc(count);
  }
  recallAnswered(mode: string, outcome: RecallOutcome): void {
    this.recalls.inc({ mode, outcome });
  }
  recalledByWordsAlone(): void {
    this.wordsAlone.inc();
  }
  orderKept(): void {
    this.ordersKept.inc();
  }
  policyDecided(decision: 'allow' | 'deny', rule: string, times = 1): void {
    this.decisions.inc({ decision, rule }, times);
  }
  recallSpent(mode: string, stage: string, seconds: number): void {
    this.recallTime.observe({ mode, stage }, seconds);
  }
  messageHeld(how: 'parked' | 'delayed', consumer: string): void {
    (how === 'parked' ? this.parked : this.delayed).inc({ consumer });
  }
  batchRead(seconds: number, isFailed: boolean): void {
    if (isFailed) this.readingFaults.inc();
    else this.readingTime.observe(seconds);
  }
  proposalVerified(outcome: string): void {
    this.proposals.inc({ outcome });
  }
  batchEmbedded(purpose: 'document' | 'query' | 'message', seconds: number, isFailed: boolean): void {
    if (isFailed) this.embeddingFaults.inc({ purpose });
    else this.embeddingTime.observe({ purpose }, seconds);
  }

  /** What runs here, as a gauge that is always 1. */
  describe(build: Readonly<Record<'engine' | 'embedder' | 'extractor', string>>): void {
    const info = new Gauge({
      name: 'kith_build_info',
      help: 'What this process is made of.',
      labelNames: ['engine', 'embedder', 'extractor'],
      registers: [this.registry],
    });
    info.set({ ...build }, 1);
  }

  /** Reads these gauges, all at once, when somebody asks for the metrics. */
  watch(names: readonly GaugeName[], read: () => Promise<GaugeReadings>, now: () => number = Date.now): void {
    let at = Number.NEGATIVE_INFINITY;
    let reading: Promise<GaugeReadings> = Promise.resolve({});
    const kept = (): Promise<GaugeReadings> => {
      if (now() - at < keptForMs) return reading;
      at = now();
      reading = read().catch(() => {
        this.unread.inc();
        return {};
      });
      return reading;
    };
    for (const name of names) this.gauge(name, kept);
  }

  /** For parts that keep numbers of their own, the HTTP edge first of all. */
  get registers(): Registry {
    return this.registry;
  }
  /** All of it, in Prometheus's text format. Gauges that cannot be read are left out, and that is counted. */
  render(): Promise<string> {
    return this.registry.metrics();
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }
  private histogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: waits, registers: [this.registry] });
  }
  private gauge(gauge: GaugeName, read: () => Promise<GaugeReadings>): void {
    const [name, help, label] = gauges[gauge];
    new Gauge({
      name,
      help,
      labelNames: label === null ? [] : [label],
      registers: [this.registry],
      async collect() {
        // Without a reading there is no sample: a zero would be a lie. (reset() sets an unlabelled gauge to zero.)
        if (label === null) this.remove();
        else this.reset();
        const value = (await read())[gauge];
        if (value === undefined) return;
        if (typeof value === 'number') this.set(value);
        else for (const [of, count] of value) this.set({ [label ?? '']: of }, count);
      },
    });
  }
}
