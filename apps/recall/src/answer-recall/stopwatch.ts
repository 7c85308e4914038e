/** Seconds spent in each stage of an answer. */
export class Stopwatch {
  private last = performance.now();
  private readonly spent = new Map<string, number>();

  constructor(
    private readonly onStage: (stage: string, seconds: number, mode: string) => void,
    private readonly mode: string,
  ) {}

  /** Ends a stage that began with the one before. */
  lap(stage: string): void {
    const now = performance.now();
    this.spent.set(stage, now - this.last);
    this.onStage(stage, (now - this.last) / 1000, this.mode);
    this.last = now;
  }

  get milliseconds(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.spent].map(([stage, ms]) => [stage, Math.round(ms * 100) / 100]));
  }
}
