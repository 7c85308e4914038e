type Of = 'answering' | 'building';
type Kind = 'fact' | 'message';

/** One way through all rows of a kind, in order of their ids. */
export interface Pass {
  readonly of: Of;
  readonly kind: Kind;
  readonly after: string;
}

interface Going {
  /** Null: at its end. */
  after: string | null;
  /** How many rows had no vector so far. */
  found: number;
}

/** So few more may come with every look that none is the last. */
const little = 50;
/** Facts first: they answer. */
const order = [
  ['answering', 'fact'],
  ['answering', 'message'],
  ['building', 'fact'],
  ['building', 'message'],
] as const;

/** Which rows are still to be looked through for vectors that they lack. */
export class Passes {
  private readonly going = new Map<string, Going>();

  begin(of: Of, withMessages: boolean): void {
    this.restart(of, 'fact');
    if (withMessages) this.restart(of, 'message');
  }

  restart(of: Of, kind: Kind): void {
    this.going.set(`${of} ${kind}`, { after: '', found: 0 });
  }

  next(): Pass | null {
    for (const [of, kind] of order) {
      const after = this.going.get(`${of} ${kind}`)?.after ?? null;
      if (after !== null) return { of, kind, after };
    }
    return null;
  }

  /** Nothing, where it was begun anew meanwhile. */
  advance(pass: Pass, after: string, found: number): void {
    const going = this.of(pass);
    if (going?.after !== pass.after) return;
    going.after = after;
    going.found += found;
  }

  end(pass: Pass): void {
    const going = this.of(pass);
    if (going?.after === pass.after) going.after = null;
  }

  foundLittle(of: Of): boolean {
    const found = [...this.going].filter(([key]) => key.startsWith(of)).map(([, going]) => going.found);
    return found.reduce((sum, count) => sum + count, 0) <= little;
  }

  private of({ of, kind }: Pass): Going | undefined {
    return this.going.get(`${of} ${kind}`);
  }
}
