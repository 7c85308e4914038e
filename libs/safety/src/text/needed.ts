/**
 * Which letters a text must hold for a pattern to be found in it: at least one of these in every text that it matches; null
 * where nothing can be said. Told from the source of the pattern, so that no list beside it can be forgotten.
 */
type Needed = readonly string[] | null;

/** A longer piece is rarer: of two that are both needed the one is asked for whose shortest is longer. */
const lengthOf = (needed: readonly string[]): number => Math.min(...needed.map((piece) => piece.length));
const rarer = (one: Needed, other: Needed): Needed => {
  if (one === null || other === null) return one ?? other;
  const [length, otherLength] = [lengthOf(one), lengthOf(other)];
  if (length !== otherLength) return length > otherLength ? one : other;
  return one.length <= other.length ? one : other;
};

const lookaround = /^\?(?:<?[=!])/u;
const quantifier = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/u;
/** What stands for no certain letters: a class, any character, an end of a word or of the text, an escaped class. */
const unsure =
  /^(?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\u\{[^}]*\}|\\[a-zA-Z0-9]|[.^$])/u;
const escaped = /^\\(?<letter>[^a-zA-Z0-9])/u;

class Reader {
  private at = 0;

  constructor(private readonly source: string) {}

  /** Of alternatives one must stand there: what each of them needs, all together. */
  alternatives(): Needed {
    const each: Needed[] = [this.sequence()];
    while (this.take('|')) each.push(this.sequence());
    const known = each.filter((one) => one !== null);
    return known.length < each.length ? null : [...new Set(known.flat())];
  }

  private sequence(): Needed {
    let needed: Needed = null;
    let run = '';
    const end = (): void => {
      if (run !== '') needed = rarer(needed, [run]);
      run = '';
    };
    while (this.at < this.source.length && !/[|)]/u.test(this.source[this.at] ?? '')) {
      const letter = this.letter();
      const inside = letter === null ? this.group() : null;
      const repeated = this.found(quantifier)?.[0] ?? '';
      const isOptional = /^(?:[?*]|\{0)/u.test(repeated);
      if (letter !== null && repeated === '') run += letter;
      else {
        end();
        if (!isOptional) needed = rarer(needed, letter === null ? inside : [letter]);
      }
    }
    end();
    return needed;
  }

  /** A letter that stands for itself; null: something else does, which is then read. */
  private letter(): string | null {
    const rest = this.source[this.at] ?? '';
    if (rest === '(') return null;
    const own = this.found(escaped)?.groups?.['letter'];
    if (own !== undefined) return own;
    if (this.found(unsure)) return null;
    this.at += rest.length;
    return rest;
  }

  private group(): Needed {
    if (!this.take('(')) return null;
    const isAside = this.found(lookaround) !== null;
    this.found(/^\?(?::|<\w+>)/u);
    const inside = this.alternatives();
    this.take(')');
    return isAside ? null : inside;
  }

  private take(mark: string): boolean {
    if (this.source[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }

  private found(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.source.slice(this.at, this.at + 200));
    this.at += match?.[0].length ?? 0;
    return match;
  }
}

export const neededBy = (source: string): Needed => new Reader(source).alternatives();

/** Whether a text in lower case has what this pattern cannot do without; true where nothing can be said. */
export const mayHold = (source: string): ((lower: string) => boolean) => {
  const needed = neededBy(source);
  if (needed === null) return () => true;
  const pieces = needed.filter((piece) => !needed.some((other) => other !== piece && piece.includes(other)));
  return (lower) => pieces.some((piece) => lower.includes(piece));
};
