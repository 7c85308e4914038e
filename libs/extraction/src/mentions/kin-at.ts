import { kinshipOf, type Gender } from '#identity';
import type { Token } from '../text/tokens.js';

export const qualifiers = new Set(
  'older younger little big oldest youngest elder twin best old dear late new other eldest baby middle close good first second only ex future current former'.split(
    ' ',
  ),
);
/** "Wife", "older sister": a word for somebody of another's life. */
export interface Kin {
  readonly word: string;
  readonly gender: Gender;
  readonly next: number;
}
export const kinAt = (tokens: readonly Token[]): Kin | null => {
  const at = qualifiers.has(tokens[0]?.lower ?? '') ? 1 : 0;
  const found = kinshipOf(tokens[at]?.lower ?? '');
  return found
    ? {
        gender: found.gender,
        word: at === 1 ? `${tokens[0]?.lower ?? ''} ${found.word}` : found.word,
        next: at + 1,
      }
    : null;
};

const whose = /^(?:his|her|their)$/u;
const isPossessive = (token: Token | undefined): boolean =>
  /\p{L}(?:['\u2019]s|s['\u2019])$/u.test(token?.text ?? '');

/** "Bram's wife", "her older brother": who is somebody's, after the last token of whose they are. */
export const kinOfAnother = (tokens: readonly Token[], owner: number): Kin | null => {
  const token = tokens[owner];
  return isPossessive(token) || whose.test(token?.lower ?? '') ? kinAt(tokens.slice(owner + 1)) : null;
};

/** "Greta is Bram's wife", "Greta, Bram's wife": what stands before says who it is. */
export const isSaidOf = (tokens: readonly Token[], end: number, owner: number): boolean =>
  tokens
    .slice(end, owner)
    .every(({ text, lower }) => text === ',' || /^(?:is|was|are|be|has|been|['\u2019]s)$/u.test(lower)) &&
  end < owner;
