/** Who has the one connection next: somebody waits for an answer, or work goes on that nobody waits for. */
export type Urgency = 'answering' | 'working';

interface Waiting {
  readonly since: number;
  readonly start: () => void;
}

export interface TurnsOptions {
  /** Work that waited so long goes before answers: it never starves. */
  readonly patienceMs: number;
  /** An answer takes several statements: so long its next one is waited for before work begins. */
  readonly lingerMs: number;
}

const defaults: TurnsOptions = { patienceMs: 50, lingerMs: 2 };

/** Gives turns on one connection: answers before work, each in order of asking. */
export class Turns {
  private readonly queues: Readonly<Record<Urgency, Waiting[]>> = { answering: [], working: [] };
  private isTaken = false;
  private lastServed: Urgency = 'working';
  private lingering: NodeJS.Timeout | null = null;

  constructor(private readonly options: TurnsOptions = defaults) {}

  /** Resolves when it is one's turn, with what ends it; rejects with the signal's reason when that comes first. */
  take(urgency: Urgency, signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const queue = this.queues[urgency];
      const giveUp = (): void => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal?.reason as Error);
      };
      const waiting: Waiting = {
        since: performance.now(),
        start: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(() => {
            this.isTaken = false;
            this.next();
          });
        },
      };
      queue.push(waiting);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.next();
    });
  }

  private next(): void {
    if (this.isTaken) return;
    const chosen = this.chosen();
    if (chosen === null) return;
    if (this.lingering !== null) clearTimeout(this.lingering);
    this.lingering = null;
    this.isTaken = true;
    this.lastServed = chosen;
    this.queues[chosen].shift()?.start();
  }

  /** Null: nobody waits, or the next statement of an answer is waited for. */
  private chosen(): Urgency | null {
    const [answer] = this.queues.answering;
    const [work] = this.queues.working;
    if (work === undefined) return answer === undefined ? null : 'answering';
    const waitedMs = performance.now() - work.since;
    // After work an answer has its turn, however long other work waited.
    if (waitedMs > this.options.patienceMs && (answer === undefined || this.lastServed === 'answering'))
      return 'working';
    if (answer !== undefined) return 'answering';
    if (this.lastServed === 'working') return 'working';
    this.lingering ??= setTimeout(() => {
      this.lingering = null;
      this.lastServed = 'working';
      this.next();
    }, this.options.lingerMs);
    return null;
  }
}
