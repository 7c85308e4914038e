import { z } from 'zod';
import { anyCase } from '../text/any-case.js';
import { PhraseBook, Wording } from '../text/phrase-book.js';
import { oneOf } from '../text/phrases.js';
import { readWords, words } from '../word-lists.js';

/** What may stand beside an order. A slot (`<place>`) stands for any of its words. */
export const orderEndingsSchema = z.strictObject({
  slots: z.record(z.string(), words),
  /** What people begin a turn with, before an order as before anything. */
  openings: words,
  /** "…, changed gym": verbs that tell what became of it, where nothing stands before them. */
  happened: words,
  courtesies: words,
  reasons: words,
  exceptions: words,
});
export const orderEndings = readWords('order-endings', orderEndingsSchema);

const courtesies = new PhraseBook(orderEndings.courtesies, orderEndings.slots);
const reasons = new PhraseBook(orderEndings.reasons, orderEndings.slots);
const openings = new PhraseBook(orderEndings.openings, orderEndings.slots);

const opening = /^\W{0,8}/u;
const pause = /^[\s,;:.!\u2026()\u2013\u2014-]{1,6}$/u;
const leads = /^[\s,;:.!\u2026()\u2013\u2014-]{1,6}/u;
const closing = /^\W{0,20}$/u;
const space = /^\s{1,4}$/u;
const because = new Set(['because', 'since', 'as', 'cause', 'cuz', 'bc']);
const joints = new Set(['and', 'but']);
const mostBeside = 4;
/** More than four of the longest take. */
const longestBeside = 600;

/** One text, with what may stand beside an order in it. */
class Beside {
  private readonly wording: Wording;

  constructor(private readonly text: string) {
    this.wording = new Wording(text);
  }

  private startOf(at: number): number {
    return this.wording.startOf(at) ?? this.text.length;
  }

  private between(at: number): string {
    return this.text.slice(this.wording.endBefore(at), this.startOf(at));
  }

  /** The word after one of these, where little space follows it; else the same word. */
  private past(words: ReadonlySet<string>, at: number): readonly number[] {
    return words.has(this.wording.word(at) ?? '') && space.test(this.between(at + 1)) ? [at, at + 1] : [at];
  }

  /** Where a courtesy or a reason ends that begins with that word. */
  private endsFrom(at: number): ReadonlySet<number> {
    return new Set([
      ...courtesies.endsFrom(this.wording, at),
      ...this.past(because, at).flatMap((from) => [...reasons.endsFrom(this.wording, from)]),
    ]);
  }

  /** Whether from there to the end nothing else stands. */
  isAllFrom(at: number, most = mostBeside): boolean {
    if (at >= this.wording.length) return closing.test(this.between(at));
    if (most === 0 || !pause.test(this.between(at))) return false;
    return this.past(joints, at)
      .flatMap((from) => [...this.endsFrom(from)])
      .some((end) => this.isAllFrom(end, most - 1));
  }

  /** Where in the text that ends which stands before all else, each with a pause after it. */
  leading(): number {
    const first = opening.exec(this.text)?.[0].length ?? 0;
    if (this.wording.startOf(0) !== first) return 0;
    let at = 0;
    for (let more = 0; more < mostBeside; more += 1) {
      const ends = [...this.endsFrom(at)].filter((end) => leads.test(this.between(end)));
      if (ends.length === 0) break;
      at = Math.max(...ends);
    }
    if (at === 0) return 0;
    const from = this.wording.endBefore(at);
    return from + (leads.exec(this.text.slice(from))?.[0].length ?? 0);
  }

  /** Where that stands with which the text only opens a turn, and what follows begins. */
  opening(): number {
    let at = 0;
    for (let more = 0; more < mostBeside; more += 1) {
      const ends = [...openings.endsFrom(this.wording, at)].filter((end) => leads.test(this.between(end)));
      if (ends.length === 0) break;
      at = Math.max(...ends);
    }
    return at === 0 || at >= this.wording.length ? 0 : this.startOf(at);
  }

  givesReason(): boolean {
    for (let at = 0; at < this.wording.length; at += 1)
      if (reasons.endsFrom(this.wording, at).size > 0) return true;
    return false;
  }
}

const exception = anyCase(
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${oneOf(orderEndings.exceptions, orderEndings.slots)})|(?:^|[.!?;\\n]\\s{0,4})(?:keep|leave|retain|remember)\\s{1,4}(?!me\\b|in\\b|quiet)`,
    'u',
  ),
);

/** Whether nothing follows an order but courtesy and an excuse for it: a closed set, whatever else follows is talk. */
export const isOnlyExcuse = (rest: string): boolean => rest.length <= 200 && new Beside(rest).isAllFrom(0);

/** Whether the words give a reason why they are taken back: then "it" is what was said, and no matter of talk. */
export const givesReason = (text: string): boolean => new Beside(text).givesReason();

/** The text without an excuse before the order. */
export const withoutExcuse = (text: string): string =>
  text.slice(new Beside(text.slice(0, longestBeside)).leading());

/** Where the order begins, behind words that only open a turn: "and", "oh, one more thing". */
export const openingOf = (text: string): number => new Beside(text.slice(0, longestBeside)).opening();

const since = String.raw`because|since|as|'?cause|cuz|coz|bc|now that|seeing as`;
/** "I mean", "I said", "you know": these say which of it is meant. */
const specifies = String.raw`(?!i (?:just )?(?:mean|meant|think|guess|said|say|told|mentioned|wrote|posted|shared|typed|call)\b|you (?:know|see)\b)`;
const somebody = String.raw`(?:(?:i|we|they|he|she|it|you|u|there|nobody|everyone|everybody)(?:['\u2019](?:m|ve|ll|d|s|re))?|im|ive|its|theyre|hes|shes)\s{1,3}(?=\p{L})`;
const itIs = String.raw`(?:that|this)(?:['\u2019]s| is| was| isn['\u2019]?t| wasn['\u2019]?t)\b|thats\b`;
const something = String.raw`(?:my|our|his|her|their|the)(?: [\p{L}'\u2019-]{1,20}){1,3} (?:is|are|was|were|has|have|had|isn['\u2019]?t|aren['\u2019]?t|wasn['\u2019]?t)\b`;
const happened = String.raw`(?:${oneOf(orderEndings.happened, orderEndings.slots)})\s(?!.{0,80}\bones?\b)`;
const reasonClause = new RegExp(
  String.raw`(?:\s{0,3}[,;(\u2013\u2014]\s{0,3}|\s{1,3}-{1,2}\s{1,3}|\s{1,3}(?=(?:${since})\s))(?:(?:so|${since})\s{1,3})?(?=${specifies}(?:${somebody}|${itIs}|${something}|${happened}))`,
  'giu',
);

/** Where clauses begin that say why something is asked: each may be where what is asked ends. */
export const reasonsIn = (text: string): readonly { readonly start: number; readonly clause: number }[] =>
  [...text.slice(0, longestBeside).matchAll(reasonClause)].flatMap(({ 0: joint, index: start }) =>
    start === 0 || makesException(text.slice(start)) ? [] : [{ start, clause: start + joint.length }],
  );

/** Whether an order excepts something: done without that it would do more than was asked. */
export const makesException = (text: string): boolean => exception.test(text);
