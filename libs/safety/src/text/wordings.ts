import { lowerOf } from './any-case.js';
import { mayHold } from './needed.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Wording {
  readonly mayStand: (lower: string) => boolean;
  /** In a text in lower case. */
  readonly inLower: RegExp;
  /** In any text, each place. */
  readonly anywhere: RegExp;
}

/**
 * Many wordings of one thing, of which a text has few. As one pattern of some thousand letters they take an engine hundreds of
 * milliseconds to compile, which the first message pays that is asked for them. So each is a pattern by itself, and an engine
 * compiles it when a text holds some letters that it cannot do without. What is found is what `(?:one|other|…)` would find.
 */
export class Wordings {
  private readonly each: readonly Wording[];

  constructor(sources: readonly string[]) {
    this.each = sources.map((source) => ({
      mayStand: mayHold(source),
      inLower: new RegExp(source, 'u'),
      anywhere: new RegExp(source, 'giu'),
    }));
  }

  test(text: string): boolean {
    const lower = lowerOf(text);
    return this.each.some(({ mayStand, inLower }) => mayStand(lower) && inLower.test(lower));
  }

  /** Where any of them stands, from left to right; of two that begin at one place the one that is listed first. */
  spansIn(text: string): readonly Span[] {
    const lower = lowerOf(text);
    let left = this.each
      .filter(({ mayStand }) => mayStand(lower))
      .map(({ anywhere: pattern }) => ({ pattern, next: nextOf(pattern, text, 0) }));
    const spans: Span[] = [];
    let from = 0;
    for (;;) {
      left = left
        .map((one) =>
          one.next !== null && one.next.start < from
            ? { pattern: one.pattern, next: nextOf(one.pattern, text, from) }
            : one,
        )
        .filter(({ next }) => next !== null);
      const first = left.reduce<Span | null>(
        (best, { next }) => (next !== null && next.start < (best?.start ?? Infinity) ? next : best),
        null,
      );
      if (first === null) return spans;
      spans.push(first);
      from = Math.max(first.end, first.start + 1);
    }
  }
}

const nextOf = (pattern: RegExp, text: string, from: number): Span | null => {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match === null ? null : { start: match.index, end: match.index + match[0].length };
};
