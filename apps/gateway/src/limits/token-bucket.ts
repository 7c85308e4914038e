export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** One bucket a key: `burst` at once, refilled `perSecond`. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly rate: Rate,
    private readonly now: () => Date,
    private readonly mostBuckets = 10_000,
  ) {}

  /** Takes one token; answers 0, or the seconds until there is one. */
  take(key: string): number {
    const seconds = this.secondsUntil(key);
    if (seconds === 0) this.#filled(key).tokens -= 1;
    return seconds;
  }

  /** Takes nothing: 0 when there is a token, else the seconds until there is one. */
  secondsUntil(key: string): number {
    const { tokens } = this.#filled(key);
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / this.rate.perSecond));
  }

  #filled(key: string): Bucket {
    const at = this.now().getTime();
    const known = this.#buckets.get(key);
    const bucket = known ?? { tokens: this.rate.burst, at };
    const passed = Math.max(0, at - bucket.at) / 1000;
    bucket.tokens = Math.min(this.rate.burst, bucket.tokens + passed * this.rate.perSecond);
    bucket.at = at;
    if (!known) this.#remember(key, bucket);
    return bucket;
  }

  #remember(key: string, bucket: Bucket): void {
    const oldest = this.#buckets.size >= this.mostBuckets ? this.#buckets.keys().next().value : undefined;
    if (oldest !== undefined) this.#buckets.delete(oldest);
    this.#buckets.set(key, bucket);
  }
}
