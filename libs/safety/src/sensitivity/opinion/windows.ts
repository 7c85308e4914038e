import { sentencesOf } from '../../text/sentences.js';

/** What is judged at once: a chat line. More than that is judged in parts, lest one sentence drowns in the others. */
const longest = 240;

export interface Window {
  readonly text: string;
  readonly offset: number;
}

/** A sentence that does not end is cut where a word ends, or else where it is too long. */
const cut = ({ text, offset }: Window): readonly Window[] => {
  const parts: Window[] = [];
  let from = 0;
  while (text.length - from > longest) {
    const space = text.lastIndexOf(' ', from + longest);
    const to = space > from ? space : from + longest;
    parts.push({ text: text.slice(from, to), offset: offset + from });
    from = to;
  }
  return [...parts, { text: text.slice(from), offset: offset + from }];
};

/** Each sentence, and as many in a row as make a chat line: "She's late. Like really late." */
export const windowsOf = (text: string): readonly Window[] => {
  const sentences = sentencesOf(text).flatMap(cut);
  if (sentences.length < 2) return sentences;
  const windows: Window[] = [...sentences];
  let first: Window | null = null;
  let last: Window | null = null;
  const close = (): void => {
    if (first !== null && last !== null && first !== last)
      windows.push({
        text: text.slice(first.offset, last.offset + last.text.length),
        offset: first.offset,
      });
  };
  for (const sentence of sentences) {
    if (first !== null && sentence.offset + sentence.text.length - first.offset > longest) {
      close();
      first = null;
    }
    first ??= sentence;
    last = sentence;
  }
  close();
  return windows;
};
