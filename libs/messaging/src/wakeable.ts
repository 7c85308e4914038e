/** Rests until the time is up or somebody wakes it; a call that came just before the rest counts. */
export class Wakeable {
  private isAwake = false;
  private end: (() => void) | null = null;

  wake(): void {
    this.isAwake = true;
    this.end?.();
  }

  async rest(ms: number): Promise<void> {
    if (!this.isAwake) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.end = null;
    this.isAwake = false;
  }
}
