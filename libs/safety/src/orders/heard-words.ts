import { mostWords, type PhraseFinder } from '../text/phrase-finder.js';

export type Words = readonly string[];

/**
 * The words of a sentence, and where phrases begin among them. The same sentence is asked once for each person it names: what
 * does not touch the word that names them is looked for once for all.
 */
export class Heard {
  private readonly found = new Map<PhraseFinder, readonly number[]>();

  constructor(
    readonly words: Words,
    private readonly plain: { readonly heard: Heard; readonly at: number } | null = null,
  ) {}

  /** The same with another word at that place. */
  calling(at: number, word: string): Heard {
    return new Heard(
      this.words.map((one, index) => (index === at ? word : one)),
      { heard: this, at },
    );
  }

  /** Of how many words the phrase is that begins there; 0 where none does. */
  readonly phrase = (find: PhraseFinder, at: number): number => {
    const { plain } = this;
    if (plain === null) return this.all(find)[at] ?? 0;
    return within(at, plain.at) ? find(this.words, at) : plain.heard.phrase(find, at);
  };

  private all(find: PhraseFinder): readonly number[] {
    const known = this.found.get(find) ?? this.words.map((_, at) => find(this.words, at));
    this.found.set(find, known);
    return known;
  }
}

/** Whether a phrase that begins there may hold that word. */
const within = (at: number, word: number): boolean => at <= word && at > word - mostWords;
