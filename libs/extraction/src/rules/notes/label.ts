import { proven } from '#safety';
import { readable } from '../../grammar/object.js';
import { isWord, type Token } from '../../text/tokens.js';
import { timeRunAt } from '../../text/times.js';
import { isNoteWord, labelClassesOf, type LabelClass } from '../../words/note-words.js';

/** What stands before a colon, and what stands after it. */
export interface Label {
  readonly classes: readonly LabelClass[];
  /** As it was written, to be kept with its value. */
  readonly said: string;
  /** What it is the label of, without when and how new it is: "monsoon status". */
  readonly key: string;
  readonly isOwn: boolean;
  /** In brackets: as often the level of a line of a log. */
  readonly isBracketed: boolean;
  /** One word, that people begin any line with. */
  readonly isBare: boolean;
  /** Words of the label that may name somebody: "todo kira". */
  readonly rest: readonly Token[];
  readonly value: readonly Token[];
}

const preposition = /^(?:of|for|from|on|at|in|re|about|by|with|before|after|as|until|till|since|#.*)$/u;
const pronoun = proven({
  id: 'pronoun',
  pattern:
    /^(?:i|you|u|he|she|it|they|we|that|who|what|why|how|where|which|your|his|her|their|is|are|was|am|has|have|had|do|does|did|can|will|would|should|not|and|or|but|if|because|to|said|says)$/u,
  yes: ['she', 'which', 'said'],
  no: ['shed', 'ana'],
});

const longest = 8;

/** Where the mark between a label and its value stands, and how wide it is. */
const markAt = (
  tokens: readonly Token[],
): { readonly from: number; readonly at: number; readonly next: number } | null => {
  if (tokens[0]?.text === '[' || tokens[0]?.text === '(') {
    const close = tokens.findIndex((token) => token.text === ']' || token.text === ')');
    if (close < 2 || close > 6) return null;
    return { from: 1, at: close, next: tokens[close + 1]?.text === ':' ? close + 2 : close + 1 };
  }
  for (let at = 1; at < Math.min(tokens.length - 1, longest + 1); at += 1) {
    const text = tokens[at]?.text ?? '';
    const spaced = tokens[at]?.spaced === true && tokens[at + 1]?.spaced === true;
    if (text === ':')
      return tokens[at + 1]?.spaced === true || tokens[at]?.spaced === true
        ? { from: 0, at, next: at + 1 }
        : null;
    if (/^[=\u2192]$/u.test(text) || (/^[-\u2013\u2014]$/u.test(text) && spaced))
      return { from: 0, at, next: at + 1 };
    if (!isWord(tokens[at]) && text !== '(' && text !== ')' && text !== '&' && text !== '/') return null;
  }
  return null;
};

/** Without the words that say when: "BP this morning", "AIs from today", "retro outcome 3 may". */
const withoutWhen = (tokens: readonly Token[]): readonly Token[] => {
  let end = tokens.length;
  for (let at = 1; at < tokens.length; at += 1) {
    const lower = tokens[at]?.lower ?? '';
    if (preposition.test(lower) || timeRunAt(tokens, at)) {
      end = at;
      break;
    }
  }
  return tokens.slice(0, end);
};

/** What kind of label its last words are, or its first: "root cause", "agreed protocol", "todo kira". */
const classesOf = (words: readonly string[]): readonly LabelClass[] => {
  const last = words.at(-1) ?? '';
  for (const key of [words.slice(-2).join(' '), last, words[0] ?? '']) {
    const found = labelClassesOf(key);
    if (found.length > 0) return found;
  }
  return [];
};

export const labelOf = (tokens: readonly Token[]): Label | null => {
  const mark = markAt(tokens);
  if (!mark) return null;
  const label = tokens.slice(mark.from, mark.at).filter(isWord);
  const value = tokens.slice(mark.next);
  if (label.length === 0 || label.length > longest || !value.some(isWord)) return null;
  const isOwn = label[0]?.lower === 'my';
  if (preposition.test(label[0]?.lower ?? '') || label[0]?.lower === 'this') return null;
  const opened = label.findIndex((token) => !isNoteWord('openers', token.lower));
  const core = opened < 0 ? label : label.slice(opened);
  const head = withoutWhen(core);
  const words = head.map((token) => token.lower);
  if (words.length === 0 || label.some((token) => pronoun.test(token.lower))) return null;
  if (words.some((word) => isNoteWord('noise', word)) || isNoteWord('noise', words.join(' '))) return null;
  const classes = classesOf(words.filter((word) => !isNoteWord('stages', word) || words.length === 1));
  return {
    classes,
    said: readable(label),
    key: core
      .map((token) => token.lower)
      .filter((word) => !isNoteWord('stages', word) && !preposition.test(word))
      .join(' '),
    isOwn,
    isBracketed: mark.from === 1,
    isBare: core.length === 1 && isNoteWord('tentative', words[0] ?? ''),
    rest: labelClassesOf(words[0] ?? '').length > 0 ? core.slice(1) : [],
    value,
  };
};
