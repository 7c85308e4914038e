import { proven } from '#safety';
import { isIn } from '../words/lexicon.js';
import { lemmaOf } from '../words/verbs.js';
import { isWord, joined, type Token } from '../text/tokens.js';

/** What follows a verb group, cut where the statement ends. */
export interface Complement {
  readonly tokens: readonly Token[];
  /** Readable, without words of the first person. */
  readonly text: string;
  readonly words: readonly string[];
  readonly lower: string;
  /** The words of its first noun phrase, without determiners. */
  readonly phrase: readonly string[];
  /** Points at something said elsewhere ("it", "that one"): not readable alone. */
  readonly deictic: boolean;
}

const cuts = new Set(
  'once because cuz but which if when while although though unless whereas except cause lol lmao haha hahaha xd tho'.split(
    ' ',
  ),
);
const trailing = new Set(
  'lol lmao haha hahaha heh xd rofl tbh imo imho ngl btw though tho anyway anyways too also either yeah already again ok okay right now-ish guys everyone folks please pls thanks thx man bro dude actually honestly really especially as well'.split(
    ' ',
  ),
);
const pointing = new Set(
  "it this that them these those one ones something anything everything nothing stuff thing things him her you your yours us same both none some any what whatever how why there it's him".split(
    ' ',
  ),
);
const timeWords = proven({
  id: 'timeWords',
  pattern:
    /^(?:week|weekend|month|year|morning|afternoon|evening|summer|winter|spring|fall|autumn|semester|term|quarter|season|monday|tuesday|wednesday|thursday|friday|saturday|sunday|time)$/u,
  yes: ['weekend', 'friday', 'semester'],
  no: ['weekends', 'fridays'],
});

const onward = proven({
  id: 'onward',
  pattern:
    /^(?:the|just|then|now|it|this|that|there|when|for|also|not|no|only|still|everything|all|some|every|after|before|while|my|our|its|i|we|he|she|they|you|which|so|but|yet|after|especially|maybe|hence|therefore|please|pls|plz|thanks)$/u,
  yes: ['therefore', 'but', 'my'],
  no: ['because', 'brno'],
});
const relative = /^(?:is|are|was|does|do|will|keeps|would|has|had|can|could|i|we|he|she|they|you|it)$/u;
const orders = proven({
  id: 'orders',
  pattern:
    /^(?:ask|vote|bring|come|join|dm|ping|message|text|call|tell|let|wish|send|need|want|check|say|pick|grab|try)$/u,
  yes: ['ask', 'vote', 'need'],
  no: ['asks', 'soup'],
});
/** ", ask me anything", ", vote Ana", ", need the other scissors": after it is told, somebody is asked for something. */
const asksFor = (tokens: readonly Token[], at: number): boolean =>
  orders.test(tokens[at]?.lower ?? '') &&
  (/^(?:me|us|an?|the|my|your|if)$/u.test(tokens[at + 1]?.lower ?? '') ||
    /^\p{Lu}/u.test(tokens[at + 1]?.text ?? ''));
/** "A test tomorrow kill me", "the bill save us": a cry, after all is said. */
const cries = (tokens: readonly Token[], at: number): boolean =>
  at > 1 &&
  /^(?:me|us)$/u.test(tokens[at + 1]?.lower ?? '') &&
  /^(?:kill|shoot|save|help|bury|pray|send|hold|forgive|slay|end)$/u.test(tokens[at]?.lower ?? '') &&
  !/^(?:to|and|or|not|let|make|will|can|could|would|did|does|who|that|they|people|friends|parents)$/u.test(
    tokens[at - 1]?.lower ?? '',
  ) &&
  !isWord(tokens[at + 2]);

/** Where another thought is added: ", and the desktop …", "that keeps freezing", "and for some reason …". */
const splits = (tokens: readonly Token[], at: number): boolean => {
  const lower = tokens[at]?.lower ?? '';
  const next = tokens[at + 1]?.lower ?? '';
  const left = tokens.length - at;
  if (lower === 'that') return relative.test(next);

  // "Action films, like the last Bond": examples, after what they are of.
  if (lower === ',') return onward.test(next) || next === 'like' || asksFor(tokens, at + 1);
  return lower === 'and' && left > 4 && onward.test(next);
};

/** "… hda1 how do I switch", "… LUNITY its a dancer": another sentence, without a stop before it. */
const runsOn = (lower: string, next: string, after: string): boolean =>
  (/^(?:how|what|why|where|when)$/u.test(lower) &&
    /^(?:do|does|did|can|could|should|is|are|was)$/u.test(next) &&
    /^(?:i|we|you|it|he|she|they|the|my|this|that)$/u.test(after)) ||
  (/^it'?s$/u.test(lower) && /^(?:an?|the|just|not|only|really|very|so|like)$/u.test(next));

/** "Two coffees before I can see", "lives where I live": told of the speaker, and not of whom it is read of. */
const ofOwnDoing = /^(?:where|before|after|whenever|until|till|til|wherever)$/u;

/** "A cello I inherited": it is a cello all the same. "The cello I inherited" is not told without what follows. */
const isIndefinite = (tokens: readonly Token[]): boolean =>
  /^(?:an?|some)$/u.test(
    tokens.findLast(({ lower }) => /^(?:an?|some|the|my|our|any|all|every)$/u.test(lower))?.lower ?? '',
  );

/** "A midwife she can help you", "a vet he has seen worse": another sentence, without a stop before it. */
const tellsMore = (tokens: readonly Token[], at: number): boolean =>
  /^(?:he|she|they)$/u.test(tokens[at]?.lower ?? '') &&
  /^(?:is|are|was|has|have|had|can|will|does|do|knows?|says?|works?|loves?|hates?)$/u.test(
    tokens[at + 1]?.lower ?? '',
  );

const opensSentence = proven({
  id: 'opensSentence',
  pattern:
    /^(?:i|we|he|she|they|it|that|you|the|my|now|none|no|can|could|will|would|please|pls|maybe|who|what|where|when|how|why|its|is)$/u,
  yes: ['i', 'please', 'how'],
  no: ['ines', 'pleased'],
});

const endOf = (tokens: readonly Token[]): number => {
  for (let at = 0; at < tokens.length; at += 1) {
    const lower = tokens[at]?.lower ?? '';
    const next = tokens[at + 1]?.lower ?? '';
    if (at > 0 && cuts.has(lower)) return at;
    if (at > 0 && (lower === 'so' || lower === 'since') && opensSentence.test(next)) return at;
    if (
      at > 0 &&
      lower === 'so' &&
      /^(?:anything|whatever|whenever|if|anyone|let|ring|call|message|just)$/u.test(next)
    )
      return at;
    if (at > 0 && splits(tokens, at)) return at;
    if (at > 0 && runsOn(lower, next, tokens[at + 2]?.lower ?? '')) return at;
    if (at > 0 && lower === 'as' && /^(?:i|we|he|she|they|it|you)$/u.test(next)) return at;
    if (cries(tokens, at)) return at;
    if (at > 0 && ofOwnDoing.test(lower) && /^(?:i|we)$/u.test(next)) return at;
    if (at > 1 && /^(?:i|we)$/u.test(lower) && isIndefinite(tokens.slice(0, at))) return at;
    if (at > 1 && tellsMore(tokens, at) && isIndefinite(tokens.slice(0, at))) return at;
    if (/^[()[\]{}|;\u2014]$/u.test(lower)) return at;
    if (lower === '.' || lower === '!' || lower === '?' || lower === '\u2026') return at;

    if (
      lower === '-' &&
      at > 0 &&
      tokens[at]?.spaced === true &&
      (tokens[at + 1]?.spaced === true || next === '-')
    )
      return at;
    if (/\p{Extended_Pictographic}/u.test(lower) && !/\d/u.test(lower)) return at;
  }
  return tokens.length;
};

/** "A concert there", "to Berlin that week": where and when is told elsewhere, and the rest stands without it. */
const pointedAtEnd = (tokens: readonly Token[], end: number): number => {
  if (end < 4) return 0;
  const [before, last] = [tokens[end - 2]?.lower ?? '', tokens[end - 1]?.lower ?? ''];
  if (last === 'there' && !/^(?:in|over|up|down|out|from|near|is|was|are|were|live|lived)$/u.test(before))
    return 1;
  // "I'm off till May then": a turn of speech; "till then" is a time.
  if (last === 'then')
    return /^(?:until|till|til|by|since|from|and|but|even|back|just)$/u.test(before) ? 0 : 1;
  return before === 'that' && timeWords.test(last) ? 2 : 0;
};

const trimEnd = (all: readonly Token[]): readonly Token[] => {
  const onwards =
    all.length > 3 &&
    /^(?:from now on|by the way)$/u.test(
      all
        .slice(-3)
        .map((token) => token.lower)
        .join(' '),
    );
  const tokens = onwards ? all.slice(0, -3) : all;
  let end = tokens.length;
  while (end > 0) {
    const last = tokens[end - 1];
    if (!last) break;
    const pointed = pointedAtEnd(tokens, end);
    if (pointed > 0) {
      end -= pointed;
      continue;
    }
    if (
      isWord(last) &&
      !trailing.has(last.lower) &&
      !/^(?:and|or|with|at|that|to|the|a|an|of)$/u.test(last.lower)
    )
      break;
    if (/^[%"+#]$/u.test(last.text) && !last.spaced) break;
    // "end right now" is a time; "that is right" is not.
    if (last.lower === 'now') break;
    end -= 1;
  }
  return tokens.slice(0, end);
};

const own = new Set(['my', 'our', 'mine', 'ours']);
const neutral: Readonly<Record<string, string>> = { me: 'self', myself: 'self' };

/** Words of the first person go: the statement is read by others, under the name of its subject. */
const neutralized = (tokens: readonly Token[]): readonly Token[] =>
  tokens
    .map((token, index) => {
      if (own.has(token.lower)) return tokens[index + 1]?.lower === 'own' ? { ...token, text: 'own' } : null;
      if (token.lower === 'own' && own.has(tokens[index - 1]?.lower ?? '')) return null;
      const swapped = Object.hasOwn(neutral, token.lower) ? neutral[token.lower] : undefined;
      return swapped === undefined ? token : { ...token, text: swapped };
    })
    .filter((token) => token !== null);

/** "A tradition of ours", "a party at mine", "a dorm on my own". */
const withoutOwners = (tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token, at): readonly Token[] => {
    const [before, next] = [tokens[at - 1]?.lower ?? '', tokens[at + 1]?.lower ?? ''];
    const isOwner = (lower: string): boolean => lower === 'mine' || lower === 'ours';
    if (token.lower === 'of' && isOwner(next)) return [];
    if (isOwner(token.lower)) {
      if (before === 'of') return [];
      if (before === 'at')
        return [
          { ...token, text: 'own', lower: 'own' },
          { ...token, text: 'place', lower: 'place' },
        ];
    }
    if (token.lower === 'on' && own.has(next) && tokens[at + 2]?.lower === 'own')
      return [{ ...token, text: 'alone', lower: 'alone' }];
    if (before === 'on' && own.has(token.lower) && next === 'own') return [];
    if (token.lower === 'own' && own.has(before) && tokens[at - 2]?.lower === 'on') return [];
    return [token];
  });

export const readable = (tokens: readonly Token[]): string =>
  joined(neutralized(withoutOwners(tokens)))
    .replace(/\s+([,.])/gu, '$1')
    .trim();

const standsAlone = proven({
  id: 'standsAlone',
  pattern:
    /^(?:to|in|at|on|for|with|and|about|when|if|so|a|an|the|out|up|off|back|down|home|by|from|again|yesterday|today|tomorrow|last|next)$/u,
  yes: ['to', 'home', 'yesterday'],
  no: ['dog', 'homes'],
});

export const complementOf = (rest: readonly Token[]): Complement => {
  const tokens = trimEnd(rest.slice(0, endOf(rest)));
  const words = tokens.filter(isWord).map((token) => token.lower);
  const first = words[0] ?? '';
  const second = words[1] ?? '';
  const timed = (first === 'this' || first === 'that') && timeWords.test(second);
  const deictic =
    (pointing.has(first) &&
      !timed &&
      !(first === 'her' && /^\p{L}/u.test(second) && !standsAlone.test(second))) ||
    words.some(
      (word) =>
        word === 'it' ||
        word === 'them' ||
        word === 'those' ||
        word === 'you' ||
        word === 'u' ||
        word === 'your' ||
        word === 'yours',
    ) ||
    /\b(?:for|to|at|on|in|of|with|from|about) (?:that|these|those)\b(?! (?:week|day|month|year|weekend))/u.test(
      words.join(' '),
    );
  return {
    tokens,
    text: readable(tokens),
    words,
    lower: words.join(' '),
    phrase: nounPhrase(tokens.map((token) => token.lower)),
    deictic,
  };
};

const article = new Set(
  'a an the some my our his her their two three four five six seven eight nine ten several many few no any this these one another own'.split(
    ' ',
  ),
);
const joints = new Set(
  'of in on at for with from to named called that who which and or by about into over under near since until till after before between any now nowadays anymore again today tonight , ; :'.split(
    ' ',
  ),
);

/** The words of the first noun phrase, without determiners. */
const nounPhrase = (words: readonly string[]): readonly string[] => {
  let at = 0;
  while (at < words.length && (article.has(words[at] ?? '') || /^\d+$/u.test(words[at] ?? ''))) at += 1;
  const rest = words.slice(at);
  const end = rest.findIndex((word, index) => index > 0 && joints.has(word));
  return end < 0 ? rest : rest.slice(0, end);
};

export const isTransient = (words: readonly string[]): boolean => {
  const phrase = nounPhrase(words);
  const head = phrase.at(-1) ?? '';
  return (
    phrase.length === 0 ||
    isIn('transientNouns', head) ||
    isIn('transientNouns', phrase[0] ?? '') ||
    phrase.some((word) => /^(?:error|problem|issue|question)s?$/u.test(word))
  );
};

const determines =
  /^(?:even|only|not|just|the|an?|my|our|his|her|their|some|any|all|every|this|that|these|those)$/u;
const places = /^(?:in|on|at|of|for|with|from|to|by|about|like|as|than|near|during|after|before|while)$/u;
const kindOf = (item: readonly Token[]): string => {
  const first = item[0]?.lower ?? '';
  return determines.test(first) ? 'determined' : lemmaOf(first, 'gerund') !== null ? 'doing' : 'bare';
};
/** "Brighter", "unusual", "kind": what a thing is like, and no thing. */
const isDescribing = (word: string): boolean =>
  isIn('adjectives', word) || isIn('adjectives', word.replace(/i?(?:er|est)$/u, ''));
/**
 * "Brighter, bolder colors", "the food and hikes in Peru", "reading and music by Bach": what stands at one item may
 * belong to all. Only items of one kind, each of them a thing by itself, are told apart.
 */
const areAlike = (items: readonly (readonly Token[])[]): boolean => {
  const [first] = items;
  return items.every(
    (item) =>
      item.length <= 3 &&
      kindOf(item) === kindOf(first ?? []) &&
      !item.some(({ lower }) => places.test(lower)) &&
      !isDescribing(item.at(-1)?.lower ?? ''),
  );
};

/** "pizza, sushi and tacos": the items of a short list of things; one item when it is no list. */
export const itemsOf = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  const items: Token[][] = [[]];
  for (const token of tokens) {
    if (token.lower === ',' || token.lower === 'and' || token.lower === '&' || token.lower === 'or')
      items.push([]);
    else items.at(-1)?.push(token);
  }
  const filled = items.filter((item) => item.length > 0);
  return filled.length > 1 && filled.length <= 8 && areAlike(filled) ? filled : [tokens];
};
