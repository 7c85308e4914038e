import { kinshipOf } from '#identity';
import { proven } from '#safety';
import { lemmaOf } from '../../words/verbs.js';
import { isCommonWord, isGivenName, isIn } from '../../words/lexicon.js';
import { isNoteWord } from '../../words/note-words.js';
import { isWord, type Token } from '../../text/tokens.js';
import { beginsPredicate } from '../../text/begins.js';

const word = (like: Token, text: string): Token => ({
  ...like,
  text,
  lower: text.toLowerCase(),
  spaced: true,
});

export const isName = (token: Token | undefined): boolean =>
  token !== undefined &&
  /^\p{Lu}[\p{Ll}'-]+$/u.test(token.text) &&
  (isGivenName(token.lower) || !isCommonWord(token.lower));

/** "Brother in law": one word. */
const inLaw = (tokens: readonly Token[]): readonly Token[] => {
  const at = tokens.findIndex(
    (token, index) =>
      token.lower === 'in' &&
      tokens[index + 1]?.lower === 'law' &&
      kinshipOf(`${tokens[index - 1]?.lower ?? ''}-in-law`) !== null,
  );
  const first = tokens[at - 1];
  const last = tokens[at + 1];
  if (at < 1 || !first || !last) return tokens;
  return [
    ...tokens.slice(0, at - 1),
    { ...word(first, `${first.text}-in-law`), end: last.end },
    ...tokens.slice(at + 2),
  ];
};

/** Where what stands beside a name ends: "(my stepdaughter)", ", my stepdaughter,". */
export const asideAt = (
  tokens: readonly Token[],
  at: number,
): { readonly inner: readonly Token[]; readonly next: number } | null => {
  const open = tokens[at]?.text;
  if (open !== '(' && open !== ',') return null;
  const close = tokens.findIndex((token, index) => index > at && token.text === (open === '(' ? ')' : ','));
  return close < 0 || close > at + 6 ? null : { inner: tokens.slice(at + 1, close), next: close + 1 };
};

/** "Chef Ondrej hates coriander": said of Ondrej. */
const untitled = (tokens: readonly Token[]): readonly Token[] =>
  isIn('occupations', tokens[0]?.lower ?? '') && isName(tokens[1]) && beginsPredicate(tokens, 2)
    ? tokens.slice(1)
    : tokens;

const saysWhat = proven({
  id: 'saysWhat',
  pattern:
    /^(?:an?|the|my|not|no|now|still|always|only|called|named|from|in|on|at|under|over|about|around|closed|open|short|full|free|due|\d.*|[$\u20ac\u00a3].*)$/u,
  yes: ['not', 'from', '7 km', '$5'],
  no: ['brno', 'note'],
});
const placed = /^(?:at|to|from|in|by|near|of|for|with|than|and|like)$/u;
/** "Rent's 610", "my bike's the green one": a verb, not what is the rent's. */
const parted = (tokens: readonly Token[]): readonly Token[] => {
  const at = tokens.findIndex((token) => /'s$/u.test(token.lower));
  const token = tokens[at];
  const next = tokens[at + 1];
  if (!token || at > 3 || !next || !(saysWhat.test(next.lower) || next.lower === 'allergic')) return tokens;
  if (
    tokens.slice(0, at).some((before) => placed.test(before.lower) || lemmaOf(before.lower, 'third') !== null)
  )
    return tokens;
  const stem = token.text.slice(0, -2);
  return [
    ...tokens.slice(0, at),
    { ...token, text: stem, lower: stem.toLowerCase() },
    word(token, 'is'),
    ...tokens.slice(at + 1),
  ];
};

/** "Noor (my stepdaughter) hates …", "our daughter Fern …", "dad's new number …": as "my … Noor hates …". */
export const unfolded = (all: readonly Token[]): readonly Token[] => {
  const tokens = untitled(parted(inLaw(all)));
  const [first, second, third] = tokens;
  if (!first || !second) return tokens;
  if (
    first.lower === 'our' &&
    kinshipOf(second.lower) !== null &&
    (isName(third) || lemmaOf(third?.lower ?? '', 'third') !== null) &&
    !isNoteWord('roles', second.lower)
  )
    return [word(first, 'my'), ...tokens.slice(1)];
  // "The kids are begging for a dog": whose, nobody asks.
  if (
    first.lower === 'the' &&
    /^(?:kids|wife|husband|missus|twins|grandkids|in-laws)$/u.test(second.lower) &&
    (beginsPredicate(tokens, 2) || lemmaOf(third?.lower ?? '', 'base') !== null)
  )
    return [word(first, 'my'), ...tokens.slice(1)];
  const aside = isName(first) ? asideAt(tokens, 1) : null;
  if (aside && /^(?:my|our)$/u.test(aside.inner[0]?.lower ?? '') && aside.inner.slice(1).every(isWord)) {
    const kin = inLaw(aside.inner.slice(1));
    if (kin.length <= 2 && kinshipOf(kin.at(-1)?.lower ?? '') !== null)
      return [word(first, 'my'), ...kin, { ...first, spaced: true }, ...tokens.slice(aside.next)];
  }
  const bare = kinshipOf(first.lower.replace(/'s$/u, ''));
  const family =
    bare !== null &&
    /^(?:mother|father|sister|brother|grand.*|aunt|uncle|cousin|niece|nephew|husband|wife|.*-in-law|step.*)$/u.test(
      bare.word,
    );
  if (
    family &&
    !/^(?:bro|baby|twin|papa|mama|partner)$/u.test(first.lower) &&
    ((/'s$/u.test(first.lower) && isWord(second)) || (isName(second) && !isIn('fillers', second.lower)))
  )
    return [word(first, 'my'), first, ...tokens.slice(1)];
  return tokens;
};
