/** Beyond these nobody says anything: a longer gap is one, a longer word is none, a longer line is several. */
const longestGap = 8;
const longestWord = 200;
const longestLine = 500;
/** So much is read at a time: what a pattern costs grows with it, and no faster with the whole message. */
const longestPassage = 1_500;

export interface Passage {
  readonly text: string;
  /** Where an offset of the passage is in the message. */
  readonly inMessage: (offset: number) => number;
}

interface Shift {
  readonly at: number;
  readonly by: number;
}

const unusual = /\s{9}|\S{201}/u;
const isGap = (run: string): boolean => run.trim() === '';

/** The text without gaps and words that nobody writes, and how far what follows each of them moved. */
const withoutRuns = (text: string): { readonly text: string; readonly shifts: readonly Shift[] } => {
  if (!unusual.test(text)) return { text, shifts: [] };
  const shifts: Shift[] = [];
  let plain = '';
  let by = 0;
  for (const [run] of text.matchAll(/\s+|\S+/gu)) {
    const most = isGap(run) ? longestGap : longestWord;
    const short = run.length <= most ? run : isGap(run) ? (run.includes('\n') ? '\n\n' : ' ') : '\u2026';
    plain += short;
    if (short.length < run.length) {
      by += run.length - short.length;
      shifts.push({ at: plain.length, by });
    }
  }
  return { text: plain, shifts };
};

/** A line that is too long ends where a sentence does, else between two words; offsets stay. */
const inLines = (text: string): string => {
  if (text.length <= longestLine) return text;
  const breaks: number[] = [];
  let start = 0;
  let sentence = 0;
  let word = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\n') start = at + 1;
    else if (char.trim() === '') {
      word = at;
      if (/[.!?]/u.test(text[at - 1] ?? '')) sentence = at;
    }
    if (at - start < longestLine) continue;
    const end = sentence > start ? sentence : word > start ? word : -1;
    if (end < 0) continue;
    breaks.push(end);
    start = end + 1;
  }
  let from = 0;
  let lines = '';
  for (const end of breaks) {
    lines += `${text.slice(from, end)}\n`;
    from = end + 1;
  }
  return lines + text.slice(from);
};

const original = (shifts: readonly Shift[], offset: number): number => {
  let by = 0;
  for (const shift of shifts) {
    if (shift.at > offset) break;
    by = shift.by;
  }
  return offset + by;
};

/** Where passages end: after lines. */
const endsOf = (text: string): readonly number[] => {
  const ends: number[] = [];
  let start = 0;
  while (text.length - start > longestPassage) {
    const line = text.lastIndexOf('\n', start + longestPassage);
    start = line > start ? line + 1 : start + longestPassage;
    ends.push(start);
  }
  return [...ends, text.length];
};

/**
 * A message as it is read: in passages of lines that somebody could have said.
 * INVARIANT: patterns meet no text but these, so that no message takes longer to read than its length is worth.
 */
export const passagesOf = (text: string): readonly Passage[] => {
  const { text: plain, shifts } = withoutRuns(text);
  const lines = inLines(plain);
  let start = 0;
  return endsOf(lines).map((end) => {
    const from = start;
    start = end;
    return { text: lines.slice(from, end), inMessage: (offset) => original(shifts, from + offset) };
  });
};

/** The same in one piece, for what only looks for words. */
export const readable = (text: string): string => inLines(withoutRuns(text).text);
