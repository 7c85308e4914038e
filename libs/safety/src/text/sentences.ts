import { proven } from './proven.js';
const sentenceEnd = proven({
  id: 'sentenceEnd',
  pattern:
    /(?<=[.!?\u2026][)"'\u2019]?)\s+(?=\S)|\n+|\s+(?=\p{Extended_Pictographic})|(?<=\p{Ll}{3}[.!?])(?=(?:and|but|then|also|i|we)\s)/gu,
  yes: ['We left. It rained', 'one\ntwo', 'nice 🎉'],
  no: ['v1.5 is out', 'we left.'],
});
const abbreviation =
  /(?<![\p{L}\p{N}])(?:dr|mr|mrs|ms|st|vs|e\.g|i\.e|etc|approx|no|a\.m|p\.m|jr|sr|prof|inc|dept|[a-z])\.$/iu;

/** Where one sentence of chat ends and the next begins. */
export const sentencesOf = (text: string): { text: string; offset: number }[] => {
  const found: { text: string; offset: number }[] = [];
  let start = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    const piece = text.slice(start, match.index);
    if (!match[0].includes('\n') && abbreviation.test(piece)) continue;
    found.push({ text: piece, offset: start });
    start = match.index + match[0].length;
  }
  found.push({ text: text.slice(start), offset: start });
  return found.filter((sentence) => sentence.text.trim() !== '');
};
