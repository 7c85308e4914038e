/**
 * How many requests may be worked on at once. More would only wait for each other, with their bodies in memory: they are
 * told to come again. A request counts until its work is done, whether or not its client still waits.
 */
export class Admission {
  #running = 0;

  constructor(
    private readonly most: number,
    private readonly onChange: (running: number) => void,
  ) {}

  /** False when there is no room; else `leave` must follow, once. */
  enter(): boolean {
    if (this.#running >= this.most) return false;
    this.onChange(++this.#running);
    return true;
  }

  leave(): void {
    this.onChange(--this.#running);
  }
}
