/** What somebody asks of Kith itself, in a word of its own: `/whoami`. */
export type ChatWord =
  | { readonly word: 'register'; readonly firstName: string; readonly lastName: string }
  | { readonly word: 'verify'; readonly token: string }
  | { readonly word: 'link'; readonly code: string | null }
  | { readonly word: 'forget'; readonly what: string | null }
  | { readonly word: 'whoami' }
  /** Something is missing or cannot be read: the answer says how it is used. */
  | { readonly word: 'register' | 'verify' | 'link'; readonly misused: true };
export type ChatWordName = ChatWord['word'];

/** Addressed or not, to a bot by name or not: `@kith /verify …`, `/verify@kith_bot …`, `/VERIFY: …`. */
const spoken =
  /^\s{0,16}(?:(?:<@!?\w{1,64}>|@[\p{L}\p{N}_.-]{1,64})[\s,:]{1,8})?\/(register|verify|whoami|forget|link)(?:@[\w.-]{1,64})?(?::|(?=\s)|$)/iu;
// Letters that look like digits are no letters of a code.
const codeShape =
  /(?<![\p{L}\p{N}-])KITH[- ]?[0-9A-HJKMNP-TV-Z]{4}[- ]?[0-9A-HJKMNP-TV-Z]{4}(?![\p{L}\p{N}-])/iu;
const everyCode = new RegExp(codeShape, 'giu');
const addressed = /^\s{0,16}(?:<@!?\w{1,64}>|@[\p{L}\p{N}_.-]{1,64})/u;
/** Somebody says a code and little else. */
const longestAroundCode = 200;

const personName = /^[^\p{C}\p{Zl}\p{Zp}[\]<>]{1,128}$/u;
const isPersonName = (name: string): boolean => personName.test(name) && name.trim() !== '';

/** One spelling of a code: `kith 7f3a9qkm` is `KITH-7F3A-9QKM`. */
const codeIn = (text: string): string | null => {
  const found = codeShape.exec(text)?.[0].replaceAll(/[- ]/gu, '').toUpperCase();
  return found === undefined ? null : [found.slice(0, 4), found.slice(4, 8), found.slice(8)].join('-');
};

/** What may stand around a code that somebody gives as theirs; the code is `#`. */
const courtesy = '(?:(?:hi|hello|hey|ok|okay|so|please|kith|thanks|thank you|thx|cheers) ){0,4}';
const given = '(?: (?:that )?you (?:gave|sent|told) me)?(?: (?:on|over|in) \\p{L}{1,32})?';
const givesCode = new RegExp(
  `^${courtesy}(?:` +
    `(?:(?:here|this|that|it) is |heres |its )?(?:(?:my|the) )?(?:kith |link |linking )?(?:code${given} (?:is )?)?` +
    '|(?:link|join|connect|use|enter|confirm) (?:(?:me|us|this|it|my accounts?|my other account) )?(?:(?:with|by|using|to) )?(?:(?:the|my|this) )?(?:code )?' +
    `)# ?${courtesy}$`,
  'u',
);

/**
 * What a code says that stands in no word of Kith's own.
 * INVARIANT: only a code by itself, or given as one's own in one of few forms, is said to join accounts: who asks what the
 * code is that somebody sent them joins nobody.
 */
const saidWithout = (text: string): ChatWord | null => {
  const code = text.length <= longestAroundCode ? codeIn(text) : null;
  if (code === null) return null;
  const others = text.replace(addressed, '').replace(codeShape, ' # ').toLowerCase();
  const plain = `${others
    .replaceAll(/['\u2019]/gu, '')
    .replaceAll(/[^\p{L}\p{N}#?]+/gu, ' ')
    .trim()} `;
  return givesCode.test(plain) ? { word: 'link', code } : { word: 'link', misused: true };
};

const unwrapped = (text: string): string =>
  text
    .replace(/^[\s<"'`\u201c]{1,8}/u, '')
    .replace(/^bearer\s+/iu, '')
    .replaceAll(/[\s>"'`\u201d]/gu, '');

const registerOf = (rest: string): ChatWord => {
  const [firstName = '', ...others] = rest.split(/\s+/u);
  const lastName = others.join(' ');
  return isPersonName(firstName) && isPersonName(lastName)
    ? { word: 'register', firstName, lastName }
    : { word: 'register', misused: true };
};

/** The word that a message is, or null: talk about such words is none. */
export const chatWordOf = (text: string): ChatWord | null => {
  const head = spoken.exec(text);
  if (head === null) return saidWithout(text);
  const word = (head[1] ?? '').toLowerCase() as ChatWordName;
  const rest = text.slice(head[0].length).trim();
  switch (word) {
    case 'register':
      return registerOf(rest);
    case 'verify': {
      const token = unwrapped(rest);
      return token === '' ? { word, misused: true } : { word, token };
    }
    case 'link': {
      const code = codeIn(rest);
      return code === null && rest !== '' ? { word, misused: true } : { word, code };
    }
    case 'forget':
      return { word, what: rest === '' ? null : rest };
    case 'whoami':
      return { word };
  }
};

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a message holds what proves something to whoever has it: all that follows `/verify`, and every code.
 * INVARIANT: nothing of it is stored, whatever else the message is.
 */
export const chatSecretsIn = (text: string): readonly (Span & { readonly kind: 'token' | 'link-code' })[] => {
  const head = spoken.exec(text);
  if (head?.[1]?.toLowerCase() === 'verify') {
    const from = head[0].length;
    const start = from + (text.slice(from).length - text.slice(from).trimStart().length);
    const end = text.trimEnd().length;
    return start < end ? [{ kind: 'token', start, end }] : [];
  }
  return [...text.matchAll(everyCode)].map(({ index, 0: found }) => ({
    kind: 'link-code',
    start: index,
    end: index + found.length,
  }));
};

/** Every code in a text, once each, in the one spelling. */
export const codesSaidIn = (text: string): readonly string[] => [
  ...new Set(
    chatSecretsIn(text).flatMap(({ kind, start, end }) =>
      kind === 'link-code' ? (codeIn(text.slice(start, end)) ?? []) : [],
    ),
  ),
];

const codeMark = /\[link-code removed\]/u;

/** Whether facts are looked for in a message. In a word for Kith itself are none; an order to forget is an order. */
export const isReadAsTalk = (text: string): boolean => {
  const word = chatWordOf(text)?.word;
  if (word !== undefined) return word === 'forget';
  return text.length > longestAroundCode || !codeMark.test(text);
};
