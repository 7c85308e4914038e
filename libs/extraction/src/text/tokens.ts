import { proven } from '#safety';
import { respelled } from './spelling.js';

/** One word as the grammar sees it. Expanded words ("I'm") give several tokens over the same span. */
export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** White space stood before it. */
  readonly spaced: boolean;
}

const lexeme = proven({
  id: 'lexeme',
  pattern:
    /(?:Dr|Mr|Mrs|Ms|Prof|St)\.(?=\s\p{Lu})|(?<![\p{L}\p{N}])[wW]\/o?(?=\s|\p{L}|\d)|https?:\/\/\S+|www\.\S+|[^\s@]{1,64}@\w[\w-]{0,62}(?:\.\w[\w-]{0,62}){1,8}|<@!?\w+>|@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?(?:'s(?![\p{L}\p{N}_]))?|[#$£€]?[\p{L}\p{N}_]+(?:['\u2019.\-/:&,](?=[\p{L}\p{N}_])[\p{L}\p{N}_]+)*(?:\+\+|#|%|'|\u2019)?|\p{Extended_Pictographic}+\ufe0f?|[^\s]/gu,
  yes: ['Dr. Novak', '@ana.b', 'https://example.org/a', '3:30'],
  no: ['', '  \n'],
});

/** Chat spellings and what they stand for. Only forms that cannot mean anything else. */
const spelled: Readonly<Record<string, string>> = {
  im: 'I am',
  "i'm": 'I am',
  ive: 'I have',
  "i've": 'I have',
  "i'll": 'I will',
  "i'd": 'I would',
  imma: 'I am going to',
  "i'ma": 'I am going to',
  iam: 'I am',
  dont: 'do not',
  doesnt: 'does not',
  didnt: 'did not',
  cant: 'can not',
  cannot: 'can not',
  wont: 'will not',
  "can't": 'can not',
  "won't": 'will not',
  "shan't": 'shall not',
  "ain't": 'is not',
  aint: 'is not',
  isnt: 'is not',
  arent: 'are not',
  wasnt: 'was not',
  werent: 'were not',
  havent: 'have not',
  hasnt: 'has not',
  hadnt: 'had not',
  couldnt: 'could not',
  wouldnt: 'would not',
  shouldnt: 'should not',
  hes: 'he is',
  shes: 'she is',
  theyre: 'they are',
  theyve: 'they have',
  weve: 'we have',
  youre: 'you are',
  youve: 'you have',
  thats: 'that is',
  whats: 'what is',
  gonna: 'going to',
  wanna: 'want to',
  gotta: 'have to',
  hafta: 'have to',
  luv: 'love',
  u: 'you',
  ur: 'your',
  r: 'are',
  fav: 'favorite',
  fave: 'favorite',
  favourite: 'favorite',
  faves: 'favorites',
  bday: 'birthday',
  "b'day": 'birthday',
  tmrw: 'tomorrow',
  tmr: 'tomorrow',
  tmw: 'tomorrow',
  w: 'with',
  'w/': 'with',
  'w/o': 'without',
  wfh: 'work from home',
  dualboot: 'dual-boot',
  dualbooting: 'dual-booting',
  cuz: 'because',
  coz: 'because',
  bc: 'because',
  becuase: 'because',
  alergic: 'allergic',
  allergc: 'allergic',
  vegitarian: 'vegetarian',
  definately: 'definitely',
};
/** Words after which `'s` is "is". After any other word it may be a possessive, which the grammar decides. */
const subjectWords = new Set([
  'he',
  'she',
  'it',
  'that',
  'this',
  'there',
  'who',
  'what',
  'where',
  'how',
  'here',
  'everything',
]);
const endings: readonly (readonly [RegExp, string])[] = [
  [/^(.+)n't$/u, 'not'],
  [/^(.+)'re$/u, 'are'],
  [/^(.+)'ve$/u, 'have'],
  [/^(.+)'ll$/u, 'will'],
  [/^(.+)'d$/u, 'would'],
];

const expansionOf = (word: string): readonly string[] | null => {
  const lower = word.toLowerCase().replace(/\u2019/gu, "'");
  // "R" is a language and "U" an initial: only the small letters are chat for are and you.
  if (word.length === 1 && word !== lower) return null;
  const known = Object.hasOwn(spelled, lower) ? spelled[lower] : undefined;
  if (known !== undefined) return known.split(' ');
  const slip = word === lower ? respelled(lower) : undefined;
  if (slip !== undefined) return [slip];
  if (!lower.includes("'")) return null;
  for (const [pattern, second] of endings) {
    const stem = pattern.exec(lower)?.[1];
    if (stem !== undefined) return [word.slice(0, stem.length), second];
  }
  const beforeS = lower.endsWith("'s") ? lower.slice(0, -2) : '';
  if (beforeS === 'let') return [word.slice(0, 3), 'us'];
  return subjectWords.has(beforeS) ? [word.slice(0, beforeS.length), 'is'] : null;
};

export const tokenize = (text: string, offset: number): readonly Token[] => {
  const tokens: Token[] = [];
  let last = 0;
  for (const match of text.matchAll(lexeme)) {
    const spaced = match.index > last;
    last = match.index + match[0].length;
    const span = { start: offset + match.index, end: offset + last };
    const parts = expansionOf(match[0]) ?? [match[0] === 'i' ? 'I' : match[0]];
    parts.forEach((part, index) => {
      tokens.push({
        text: part,
        lower: part.toLowerCase().replace(/\u2019/gu, "'"),
        ...span,
        spaced: index > 0 || spaced,
      });
    });
  }
  return tokens;
};

/** The words put together again, with the spacing they had. */
export const joined = (tokens: readonly Token[]): string =>
  tokens.map((token, index) => (index > 0 && token.spaced ? ` ${token.text}` : token.text)).join('');

export const isWord = (token: Token | undefined): token is Token =>
  token !== undefined && /[\p{L}\p{N}]/u.test(token.text);
