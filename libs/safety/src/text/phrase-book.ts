import type { Slots } from './phrases.js';

interface Word {
  /** In lower case, without apostrophes. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** A phrase piece by piece; each piece is any of these, in words. */
type Pieces = readonly (readonly (readonly string[])[])[];

const plain = (text: string): string => text.toLowerCase().replaceAll(/['\u2019]/gu, '');
const wordsOf = (text: string): readonly Word[] =>
  [...text.matchAll(/[\p{L}\p{N}]+(?:['\u2019][\p{L}\p{N}]+)*/gu)].map(({ 0: found, index }) => ({
    word: plain(found),
    start: index,
    end: index + found.length,
  }));
const space = /^\s{1,4}$/u;

const piecesOf = (phrase: string, slots: Slots): Pieces =>
  phrase.split(' ').map((piece) => {
    const slot = /^<(\w+)>$/u.exec(piece)?.[1];
    return (slot === undefined ? [piece] : (slots[slot] ?? [])).map((one) => plain(one).split(' '));
  });

/** A text by its words, for phrases to be found in it. */
export class Wording {
  private readonly words: readonly Word[];

  constructor(private readonly text: string) {
    this.words = wordsOf(text);
  }

  /** Where that word begins in the text; null behind the last. */
  startOf(at: number): number | null {
    return this.words[at]?.start ?? null;
  }

  get length(): number {
    return this.words.length;
  }

  word(at: number): string | undefined {
    return this.words[at]?.word;
  }

  /** Where the word before that one ends in the text. */
  endBefore(at: number): number {
    return this.words[at - 1]?.end ?? 0;
  }

  /** Whether these words stand there, one after the other with little space between; null where they do not. */
  after(words: readonly string[], from: number, isFirst: boolean): number | null {
    const stand = words.every((word, step) => {
      const here = this.words[from + step];
      if (here?.word !== word) return false;
      return (isFirst && step === 0) || space.test(this.text.slice(this.endBefore(from + step), here.start));
    });
    return stand ? from + words.length : null;
  }
}

/**
 * Many phrases with slots, looked for word by word. As one pattern they take an engine some hundred milliseconds to
 * compile, which the first message pays that is asked for them.
 */
export class PhraseBook {
  private readonly byFirst = new Map<string, Pieces[]>();

  constructor(phrases: readonly string[], slots: Slots) {
    for (const phrase of phrases) {
      const pieces = piecesOf(phrase, slots);
      for (const first of new Set((pieces[0] ?? []).map(([word = '']) => word)))
        this.byFirst.set(first, [...(this.byFirst.get(first) ?? []), pieces]);
    }
  }

  /** Where the phrases end that begin with that word, by the word after them. */
  endsFrom(wording: Wording, from: number): ReadonlySet<number> {
    const ends = new Set<number>();
    const follow = (pieces: Pieces, piece: number, at: number): void => {
      const options = pieces[piece];
      if (options === undefined) {
        ends.add(at);
        return;
      }
      for (const words of options) {
        const next = wording.after(words, at, piece === 0);
        if (next !== null) follow(pieces, piece + 1, next);
      }
    };
    for (const pieces of this.byFirst.get(wording.word(from) ?? '') ?? []) follow(pieces, 0, from);
    return ends;
  }
}
