import { timeIn } from '../../text/times.js';
import { isWord, type Token } from '../../text/tokens.js';
import { lemmaOfWord } from './says-that.js';

const small = new Set(
  'a an the my our your his her their this that these those some any all of in on at to for with from by and or up out again anymore more any longer no not now today yesterday tonight tomorrow finally just last this next week month year day night morning sadly unfortunately officially i we me us guys everyone folks lol haha about after since because as is was are were been being do does did have has had got get really sale early late again here there fine once twice'.split(
    ' ',
  ),
);
export const pointing =
  /^(?:it|that|this|them|those|these|him|her|you|everything|something|nothing|anything|all|things|stuff)$/u;
const mostWords = 4;

/** The words that tell what it is, up to where it is said when or why; null where they only point, or there are too many. */
export const namedBy = (tokens: readonly Token[]): readonly string[] | null => {
  const stop = tokens.findIndex(
    (token) =>
      /^[,.;:!()\u2013\u2014-]+$/u.test(token.text) ||
      /^(?:because|cause|since|after|so|but|and|when|if|to)$/u.test(token.lower),
  );
  const said = stop < 0 ? tokens : tokens.slice(0, stop);
  const when = timeIn(said);
  const own = (when ? said.slice(0, when.at) : said).filter(isWord);
  if (own.some(({ lower }) => pointing.test(lower))) return null;
  const words = own.map(({ lower }) => lower.replace(/['\u2019]s$/u, '')).filter((word) => !small.has(word));
  return words.length === 0 || words.length > mostWords || words.every((word) => word === 'work')
    ? null
    : words.map(lemmaOfWord);
};
