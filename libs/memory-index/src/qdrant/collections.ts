import { createHash } from 'node:crypto';
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import type { Models } from '../memory-index.js';
import { inSample, payloadIndexes, vectorNames } from './points.js';

export type Quantization = 'none' | 'scalar' | 'binary';

export interface CollectionsOptions {
  readonly client: QdrantClient;
  /** Begins every name: several installations share a server under different ones. */
  readonly prefix: string;
  readonly quantization: Quantization;
}

/** Which model's vectors are compared in a collection; null: its rows are found by words alone. */
type Model = string | null;

const quantizationOf: Readonly<Record<Quantization, Schemas['QuantizationConfig'] | null>> = {
  none: null,
  scalar: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } },
  binary: { binary: { always_ram: true } },
};

/** Exact by a scan up to so many kilobytes of vectors, wherever a filter leaves no more. */
const scannedKilobytes = 40_000;

/** After so many questions it is asked again how much there is. */
const lookedAtAfter = 200;

/** What a name may hold, and what tells two models apart whose names look alike. */
const keyOf = (model: Model): string =>
  model === null
    ? 'words'
    : `${model.replaceAll(/[^A-Za-z0-9]+/gu, '-').slice(0, 40)}-${createHash('sha256').update(model).digest('hex').slice(0, 8)}`;

/** Whatever the server does not have is not an error to who drops it. */
const isAnswer = (error: unknown, status: number): boolean =>
  error instanceof Error && (error as { readonly status?: number }).status === status;
export const isMissing = (error: unknown): boolean => isAnswer(error, 404);

/**
 * One collection for a model, each with every row. Aliases tell what each is for: `<prefix>` answers, `<prefix>.has.<model>`
 * has every row, `<prefix>.fills.<model>` is written to. So one is filled beside the one that answers, and takes its
 * place in one step.
 */
export class Collections {
  private aliases: ReadonlyMap<string, string> = new Map();
  private readonly sizes = new Map<string, { readonly isSampled: boolean; asked: number }>();

  constructor(private readonly options: CollectionsOptions) {}

  /** Asks the server what there is. */
  async look(): Promise<void> {
    const { aliases } = await this.options.client.getAliases();
    const { prefix } = this.options;
    this.aliases = new Map(
      aliases
        .filter(({ alias_name: name }) => name === prefix || name.startsWith(`${prefix}.`))
        .map(({ alias_name: name, collection_name: collection }) => [name, collection]),
    );
  }

  /** The collection that answers; made empty where there is none. */
  async home(): Promise<string> {
    const known = this.homeNow;
    if (known !== undefined) return known;
    await this.look();
    return this.homeNow ?? this.makeHome();
  }

  /** The collection that holds every row with what there is of this model's vectors; null where it is not whole, or not there. */
  whole(model: string): string | null {
    return this.aliases.get(this.alias('has', model)) ?? null;
  }

  /**
   * Whether it holds more than so many rows, each with the part it falls into. Where it does not, that is looked at again
   * after a while; a collection of an earlier version has no parts until it is filled anew.
   */
  async isSampled(collection: string, beyond: number): Promise<boolean> {
    const known = this.sizes.get(collection);
    if (known !== undefined && (known.isSampled || known.asked < lookedAtAfter)) {
      known.asked += 1;
      return known.isSampled;
    }
    const { points_count: points, payload_schema: indexed } =
      await this.options.client.getCollection(collection);
    const isSampled = inSample.key in indexed && (points ?? 0) > beyond;
    this.sizes.set(collection, { isSampled, asked: 0 });
    return isSampled;
  }

  /** Everything that is to be written to, as it is now. */
  async written(): Promise<readonly string[]> {
    await this.look();
    if (this.homeNow === undefined) await this.makeHome();
    const filled = `${this.options.prefix}.fills.`;
    return [...this.aliases].filter(([name]) => name.startsWith(filled)).map(([, collection]) => collection);
  }

  /** Whether points of this collection have a vector beside their words. */
  hasMeaning(collection: string): boolean {
    return collection !== this.nameOf(null);
  }

  isOf(collection: string, model: string): boolean {
    return collection === this.nameOf(model);
  }

  /** A collection for this model's vectors, beside the others; `fill` brings the rows in before anybody is answered from it. */
  async make(
    model: string,
    dimensions: number,
    models: Models,
    fill: (from: string, into: string) => Promise<void>,
  ): Promise<string> {
    const home = await this.home();
    const name = this.nameOf(model);
    await this.create(name, dimensions);
    await this.point([[this.alias('fills', model), name]]);
    await fill(home, name);
    await this.point([[this.alias('has', model), name]]);
    await this.settle(models);
    return name;
  }

  /** The answering model's collection answers once it is whole; what belongs to no model in use goes. */
  async settle({ answering, building }: Models): Promise<void> {
    await this.look();
    const whole =
      answering === null
        ? [...this.aliases].find(
            ([name]) => name.startsWith(`${this.options.prefix}.has.`) && !name.endsWith('.words'),
          )?.[1]
        : this.whole(answering);
    const home = this.homeNow;
    if (
      whole !== undefined &&
      whole !== null &&
      home !== whole &&
      (answering !== null || home === this.nameOf(null))
    )
      await this.point([[this.options.prefix, whole]]);
    const kept = new Set([
      this.homeNow,
      ...[answering, building].map((model) => model && this.nameOf(model)),
    ]);
    const isNamed = answering !== null || building !== null;
    for (const collection of new Set(this.aliases.values()))
      if (!kept.has(collection) && (isNamed || collection === this.nameOf(null))) await this.drop(collection);
    await this.look();
  }

  private get homeNow(): string | undefined {
    return this.aliases.get(this.options.prefix);
  }

  private alias(what: 'has' | 'fills', model: Model): string {
    return `${this.options.prefix}.${what}.${keyOf(model)}`;
  }

  private nameOf(model: Model): string {
    return `${this.options.prefix}-${keyOf(model)}`;
  }

  private async makeHome(): Promise<string> {
    const name = this.nameOf(null);
    await this.create(name, null);
    await this.point([
      [this.alias('fills', null), name],
      [this.alias('has', null), name],
      [this.options.prefix, name],
    ]);
    return name;
  }

  private async point(names: readonly (readonly [alias: string, collection: string])[]): Promise<void> {
    await this.options.client.updateCollectionAliases({
      actions: names.flatMap(([alias_name, collection_name]) => [
        // An alias that stands is moved: both are one step.
        ...(this.aliases.has(alias_name) ? [{ delete_alias: { alias_name } }] : []),
        { create_alias: { alias_name, collection_name } },
      ]),
    });
    await this.look();
  }

  private async drop(collection: string): Promise<void> {
    await this.options.client.deleteCollection(collection).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  private async create(name: string, dimensions: number | null): Promise<void> {
    const { client, quantization } = this.options;
    const quantized = quantizationOf[quantization];
    try {
      await client.createCollection(name, {
        vectors:
          dimensions === null ? {} : { [vectorNames.meaning]: { size: dimensions, distance: 'Cosine' } },
        sparse_vectors: { [vectorNames.words]: {} },
        hnsw_config: { full_scan_threshold: scannedKilobytes },
        ...(quantized === null ? {} : { quantization_config: quantized }),
      });
    } catch (error) {
      // Somebody else made it at the same time, or before a crash.
      if (!isAnswer(error, 409)) throw error;
    }
    for (const field of payloadIndexes.keyword)
      await this.index(name, field, field === 'tenant_id' ? { type: 'keyword', is_tenant: true } : 'keyword');
    for (const field of payloadIndexes.integer) await this.index(name, field, 'integer');
    for (const field of payloadIndexes.bool) await this.index(name, field, 'bool');
  }

  private async index(
    collection: string,
    field: string,
    schema: Schemas['CreateFieldIndex']['field_schema'],
  ): Promise<void> {
    await this.options.client.createPayloadIndex(collection, {
      field_name: field,
      field_schema: schema ?? 'keyword',
      wait: true,
    });
  }
}
