import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database';
import type { Embedder, Purpose } from '#embeddings';
import type { Embedding, IndexEntry, MemoryIndex } from '#memory-index';
import type { Encoders } from './encoders.js';
import type { DocumentEmbedder } from './entries.js';
import { FollowingRows } from './following-rows.js';
import { Passes, type Pass } from './passes.js';
import { VectorGiver } from './vector-giver.js';

export interface DocumentVectorsOptions {
  readonly database: Database;
  readonly index: MemoryIndex;
  readonly encoders: Pick<Encoders, 'answering' | 'building' | 'switchOver'>;
  /** Facts are indexed by their words for now, because of this. */
  readonly onAway: (error: unknown) => void;
  readonly onIndexed: (entries: number) => void;
  /** Another encoder answers from now on. */
  readonly onSwitched: (model: string) => void;
}

const pageSize = 500;
const factsAtOnce = 100;
/** So few wait for their vectors: who says something asks for it next. More come in an import, and go by their words first. */
const mostWaitedFor = 16;
/** And no longer than this: they can be found by their words. */
const mostWaitedMs = 1_000;
const messagesAtOnce = 32;
/** So often what is built is looked through at most: whatever still lacks a vector then gets it afterwards. */
const mostLooks = 5;
/** Before it is asked again whether it is back; the last one repeats. */
const delays = [1_000, 2_000, 5_000, 15_000, 60_000] as const;

const slices = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/**
 * Vectors of facts and messages, and what happens while there are none: what cannot be embedded, and whatever comes with many,
 * is indexed by its words at once, and its vector follows.
 *
 * INVARIANT: which vectors are missing stands in the index itself, as rows without one. So a process that is killed goes on at
 * its next start, and an embedder that stays away holds up nothing and loses nothing.
 */
export class DocumentVectors implements DocumentEmbedder {
  private isAway = false;
  private failures = 0;
  private looks = 0;
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();
  private readonly passes = new Passes();
  private readonly following = new FollowingRows();
  private readonly followingFacts = new FollowingRows();

  private readonly giver: VectorGiver;

  constructor(private readonly options: DocumentVectorsOptions) {
    this.giver = new VectorGiver({
      database: options.database,
      index: options.index,
      hold: (textOf) => this.hold(textOf),
      onIndexed: options.onIndexed,
      stopping: this.stopping.signal,
    });
  }

  /** Rows that are known to miss a vector; zero when none is looked for any more. */
  get missing(): number {
    return this.following.size + this.followingFacts.size + (this.running === null ? 0 : 1);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Never fails: none are given, and they follow. While it is away nobody waits to hear so again, nor for many. */
  embed(texts: readonly string[]): Promise<readonly (Embedding | null)[]> {
    return this.embedFew(texts, 'document');
  }

  /** The same. Of an encoder beside none is waited for. */
  async embedMessages(texts: readonly string[]): Promise<readonly (Embedding | null)[]> {
    return this.options.encoders.answering?.takesMessages === true ? this.embedFew(texts, 'message') : [];
  }

  private async embedFew(texts: readonly string[], purpose: Purpose): Promise<readonly (Embedding | null)[]> {
    const { answering } = this.options.encoders;
    if (!answering || texts.length === 0 || texts.length > mostWaitedFor || this.isAway) return [];
    const given = answering.embed(texts, purpose).then(
      (vectors) => vectors.map((vector) => ({ model: answering.model, vector })),
      (error: unknown) => {
        this.wentAway(error);
        return [];
      },
    );
    return Promise.race([given, sleep(mostWaitedMs, [], { ref: false })]);
  }

  async hold(textOf: ReadonlyMap<string, string | null>): Promise<void> {
    for (const encoder of this.encoders()) await encoder.hold(textOf);
  }

  /** Whoever writes facts to the index does so in turn with those that make up for missing vectors. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.giver.inTurn(work);
  }

  /** Once at the start: makes up for all that were indexed without vectors, and for those that are made beside. */
  enqueueMissing(): void {
    const { answering, building } = this.options.encoders;
    if (answering) this.passes.begin('answering', answering.takesMessages);
    if (building) this.passes.begin('building', building.takesMessages);
    this.start();
  }

  /** After facts were indexed without vectors. */
  followFacts(tenantId: string, ids: readonly string[]): void {
    if (ids.length === 0 || this.options.encoders.answering === null) return;
    if (!this.followingFacts.add(tenantId, ids)) this.passes.restart('answering', 'fact');
    this.start();
  }

  /** After messages were indexed; those that were given a vector lack that of an encoder beside at most. */
  follow(tenantId: string, entries: readonly Pick<IndexEntry, 'id' | 'embedding'>[]): void {
    const isDone = ({ embedding }: Pick<IndexEntry, 'embedding'>): boolean =>
      embedding !== null && this.options.encoders.building === null;
    const ids = entries.filter((entry) => !isDone(entry)).map(({ id }) => id);
    if (ids.length === 0 || !this.encoders().some(({ takesMessages }) => takesMessages)) return;
    if (!this.following.add(tenantId, ids)) this.passes.restart('answering', 'message');
    this.start();
  }

  private encoders(): readonly Embedder[] {
    const { answering, building } = this.options.encoders;
    return [answering, building].filter((encoder) => encoder !== null);
  }

  private start(): void {
    if (this.encoders().length === 0 || this.isStopped()) return;
    this.running ??= this.run().finally(() => {
      this.running = null;
      if (this.following.size + this.followingFacts.size > 0 || this.passes.next() !== null) this.start();
    });
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private wentAway(error: unknown): void {
    if (!this.isAway && !this.isStopped()) this.options.onAway(error);
    this.isAway = true;
  }

  private async run(): Promise<void> {
    let hasMore = true;
    while (hasMore && !this.isStopped()) {
      if (this.isAway) await this.pause();
      try {
        if (!this.isStopped()) hasMore = await this.step();
        this.isAway = false;
        this.failures = 0;
      } catch (error) {
        this.wentAway(error);
        this.failures += 1;
      }
    }
  }

  /** One piece of work, what is missed most first; false where nothing is left. */
  private async step(): Promise<boolean> {
    const pass = this.passes.next();
    if (this.followingFacts.size > 0) await this.followSomeFacts();
    else if (pass?.kind === 'fact' && pass.of === 'answering') await this.goOn(pass);
    else if (this.following.size > 0) await this.followSome();
    else if (pass !== null) await this.goOn(pass);
    else if (this.options.encoders.building !== null) await this.finishBuilding();
    else return false;
    return true;
  }

  private async followSomeFacts(): Promise<void> {
    const { answering } = this.options.encoders;
    await this.followingFacts.calm(this.stopping.signal);
    const [tenantId, ids] = this.followingFacts.take(factsAtOnce);
    if (answering === null || this.isStopped()) return;
    try {
      const lacking = await this.options.index.lackingVectors(answering.model, ids);
      if (lacking.length > 0) await this.giver.giveFacts(answering, tenantId, lacking);
    } catch (error) {
      this.followingFacts.add(tenantId, ids);
      throw error;
    }
  }

  private async followSome(): Promise<void> {
    await this.following.calm(this.stopping.signal);
    const { index } = this.options;
    const [tenantId, ids] = this.following.take(messagesAtOnce);
    try {
      for (const encoder of this.encoders())
        if (encoder.takesMessages)
          await this.giver.giveMessages(encoder, tenantId, await index.lackingVectors(encoder.model, ids));
    } catch (error) {
      this.following.add(tenantId, ids);
      throw error;
    }
  }

  /** One page of a pass: rows that have no vector yet get theirs, but for those that are refused. */
  private async goOn(pass: Pass): Promise<void> {
    const encoder = this.options.encoders[pass.of];
    if (encoder === null) {
      this.passes.end(pass);
      return;
    }
    const { keys, last } = await this.options.index.withoutVectors(
      encoder.model,
      pass.kind,
      pass.after,
      pageSize,
    );
    const size = pass.kind === 'fact' ? factsAtOnce : messagesAtOnce;
    for (const tenantId of new Set(keys.map((key) => key.tenantId))) {
      const ids = keys.filter((key) => key.tenantId === tenantId).map(({ id }) => id);
      for (const part of slices(ids, size)) {
        if (this.isStopped()) return;
        if (pass.kind === 'message') await this.following.calm(this.stopping.signal);
        if (pass.kind === 'fact') await this.giver.giveFacts(encoder, tenantId, part);
        else await this.giver.giveMessages(encoder, tenantId, part);
      }
    }
    if (last === null) this.passes.end(pass);
    else this.passes.advance(pass, last, keys.length);
  }

  /** What came while it was built may lack a vector: it is looked through again until a pass finds little. */
  private async finishBuilding(): Promise<void> {
    const { encoders, onSwitched } = this.options;
    const { building } = encoders;
    if (building === null) return;
    this.looks += 1;
    if (this.passes.foundLittle('building') || this.looks > mostLooks) {
      this.looks = 0;
      await encoders.switchOver();
      onSwitched(building.model);
    }
    // After the switch too: what was said between the last look and it.
    this.enqueueMissing();
  }

  private async pause(): Promise<void> {
    const ms = delays[Math.min(this.failures, delays.length - 1)];
    await sleep(ms, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined);
  }
}
