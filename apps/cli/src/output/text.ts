// eslint-disable-next-line no-control-regex
const colours = /\u001b\[[0-9;]*m/gu;
const wide =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|\ufe0f/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lettersOf = (text: string): readonly string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Columns a text takes in a terminal: colours take none, wide letters two. */
export const columnsOf = (text: string): number =>
  lettersOf(text.replace(colours, '')).reduce((sum, letter) => sum + (wide.test(letter) ? 2 : 1), 0);

export const padTo = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)));

/** Control characters of other people's text must not drive this terminal. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

export const clip = (text: string, columns: number): string =>
  columnsOf(text) <= columns
    ? text
    : `${lettersOf(text)
        .slice(0, Math.max(1, columns - 1))
        .join('')
        .trimEnd()}…`;

/** Breaks at spaces so that no line is wider than `columns`; a longer word is cut. */
export const wrap = (text: string, columns: number): readonly string[] => {
  const width = Math.max(8, columns);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    const pieces = columnsOf(word) <= width ? [word] : (word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []);
    for (const piece of pieces) {
      if (line !== '' && columnsOf(line) + 1 + columnsOf(piece) > width) {
        lines.push(line);
        line = piece;
      } else line = line === '' ? piece : `${line} ${piece}`;
    }
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
};

/** First line after `lead`, the others below its end. */
export const hanging = (lead: string, text: string, columns: number): string => {
  const indent = columnsOf(lead);
  const [first = '', ...rest] = wrap(text, columns - indent);
  return [lead + first, ...rest.map((line) => ' '.repeat(indent) + line)].join('\n');
};

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

export const grouped = (count: number): string => Math.round(count).toLocaleString('en-US');

/** Ids in a terminal: enough to copy and to be found again. */
export const shortId = (id: string): string => id.slice(0, 8);
