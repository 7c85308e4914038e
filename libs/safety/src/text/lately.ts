/** Short texts that were met lately: between `most` and twice as many, the oldest forgotten first. */
export class Lately {
  #young = new Set<string>();
  #old: ReadonlySet<string> = new Set();

  constructor(
    private readonly most: number,
    private readonly longest: number,
  ) {}

  has(text: string): boolean {
    if (this.#young.has(text)) return true;
    if (!this.#old.has(text)) return false;
    this.add(text);
    return true;
  }

  add(text: string): void {
    if (text.length > this.longest) return;
    if (this.#young.size >= this.most) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(text);
  }
}
