import { sentencesOf, proven } from '#safety';
import { attributeOf, isCommonWord } from '../../words/lexicon.js';
import { lemmaOf, pastOf, thirdOf } from '../../words/verbs.js';
import { personAt } from '../../mentions/person-at.js';
import { stripFillers } from '../../text/clauses.js';
import { maskForeign } from '../../text/mask.js';
import { isWord, joined, tokenize, type Token } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';

/** A question as its answer needs it: "do you play chess" asks whether "I play chess". */
export type Question =
  /** Whether it is so. `about`: it is asked of the one who answers. */
  | { readonly kind: 'whether'; readonly yes: string; readonly no: string; readonly ofReader: boolean }
  /** What to put in a place: at the end of the statement. */
  | {
      readonly kind: 'which';
      readonly before: string;
      /** What joins the answer to it, unless the answer brings its own: "in", "for". */
      readonly link: string;
      readonly after: string;
      readonly ofReader: boolean;
    }
  /** More of what was told just before: "since when?", "where?", "when does it start?". */
  | { readonly kind: 'more'; readonly link: string; readonly ofTime: boolean }
  /** Who somebody is: "who is Ottilie?". */
  | { readonly kind: 'named'; readonly name: string }
  /** Who does it. */
  | { readonly kind: 'who'; readonly rest: readonly Token[] }
  /** When something of the place is. */
  | { readonly kind: 'thing'; readonly of: string }
  /** What there is of a kind: "any allergies?". */
  | { readonly kind: 'any'; readonly of: string };

const auxiliary = /^(?:do|does|did|are|is|was|were|have|has|will|can|would)$/u;
const mine: Readonly<Record<string, string>> = {
  you: 'I',
  your: 'my',
  yours: 'mine',
  yourself: 'myself',
  i: 'you',
  me: 'you',
  my: 'your',
};
const turned = (tokens: readonly Token[]): string =>
  joined(
    tokens.map((token) =>
      Object.hasOwn(mine, token.lower) ? { ...token, text: mine[token.lower] ?? token.text } : token,
    ),
  ).trim();

const lateWords = proven({
  id: 'lateWords',
  pattern:
    /^(?:now|then|again|currently|btw|though|tho|atm|these|days|at|the|moment|nowadays|usually|exactly|actually|by|way|ok|please|pls|anyway|anyways|even|already|ever)$/u,
  yes: ['now', 'anyways', 'usually'],
  no: ['brno', 'nowhere'],
});
/** Without the words that only hurry the question. */
const withoutLate = (tokens: readonly Token[]): readonly Token[] => {
  let end = tokens.length;
  while (end > 1 && (!isWord(tokens[end - 1]) || lateWords.test(tokens[end - 1]?.lower ?? ''))) end -= 1;
  return tokens.slice(0, end);
};

/** The verb group of the statement that a question turns round: "did … grow up" is "grew up". */
const upright = (aux: string, subject: string, rest: readonly Token[], denied: boolean): string | null => {
  const [verb, ...after] = rest;
  if (!verb) return null;
  const self = subject === 'I';
  const tail = turned(after);
  if (aux === 'do' || aux === 'does' || aux === 'did') {
    const adverb = /^(?:still|also|usually|ever|actually|already)$/u.test(verb.lower) ? verb.lower : '';
    const main = adverb === '' ? verb : after[0];
    const lemma = lemmaOf(main?.lower ?? '', 'base');
    if (!main || lemma === null) return null;
    const left = adverb === '' ? tail : turned(after.slice(1));
    if (denied) return `${subject} ${aux} not ${lemma} ${left}`.trim();
    const kept = /^(?:ever|actually)$/u.test(adverb) ? '' : `${adverb} `;
    const form = aux === 'did' ? pastOf(lemma) : self ? lemma : aux === 'does' ? thirdOf(lemma) : lemma;
    return `${subject} ${kept}${form} ${left}`.trim();
  }
  const be = self && aux === 'are' ? 'am' : self && aux === 'were' ? 'was' : aux;
  return `${subject} ${be} ${denied ? 'not ' : ''}${turned(rest)}`.trim();
};

/** Who or what a question is about, after its auxiliary: "you", "your sister", "alice and hugo". */
const subjectAt = (
  tokens: readonly Token[],
  at: number,
  who: MentionResolver,
): { readonly text: string; readonly next: number; readonly ofReader: boolean } | null => {
  const lower = tokens[at]?.lower ?? '';
  if (lower === 'you') return { text: 'I', next: at + 1, ofReader: true };
  if (lower === 'your' && isWord(tokens[at + 1]))
    return { text: `my ${tokens[at + 1]?.text ?? ''}`, next: at + 2, ofReader: true };
  if (/^(?:he|she)$/u.test(lower)) return { text: lower, next: at + 1, ofReader: false };
  const first = personAt(tokens, at, who);
  if (!first || first.ref.kind !== 'entity') return null;
  let next = at + first.length;
  while (/^(?:and|&|,)$/u.test(tokens[next]?.lower ?? '')) {
    const more = personAt(tokens, next + 1, who);
    if (more?.ref.kind !== 'entity') break;
    next += 1 + more.length;
  }
  const names = joined(
    tokens
      .slice(at, next)
      .map((token) =>
        isWord(token) && token.lower !== 'and'
          ? { ...token, text: token.text.charAt(0).toUpperCase() + token.text.slice(1) }
          : token,
      ),
  );
  return { text: names.trim(), next, ofReader: false };
};

const whether = (tokens: readonly Token[], at: number, who: MentionResolver): Question | null => {
  const aux = tokens[at]?.lower ?? '';
  const subject = auxiliary.test(aux) ? subjectAt(tokens, at + 1, who) : null;
  if (!subject) return null;
  const rest = withoutLate(tokens.slice(subject.next));
  // "Are you coming or not": no statement of its own.
  if (rest.length === 0 || rest.some((token) => token.lower === 'or') || aux === 'can' || aux === 'would')
    return null;
  const yes = upright(aux, subject.text, rest, false);
  const no = upright(aux, subject.text, rest, true);
  return yes === null || no === null ? null : { kind: 'whether', yes, no, ofReader: subject.ofReader };
};

const prepositions: Readonly<Record<string, string>> = {
  where: 'in',
  when: '',
  'how long': 'for',
  'how often': '',
  'what time': 'at',
  'what day': 'on',
};

const which = (tokens: readonly Token[], who: MentionResolver): Question | null => {
  const at = tokens.findIndex((token, index) => index > 0 && index < 6 && auxiliary.test(token.lower));
  if (at < 1) return null;
  const aux = tokens[at]?.lower ?? '';
  const asked = tokens
    .slice(0, at)
    .map((token) => token.lower)
    .join(' ');
  if (/^how\b/u.test(asked) && !/^how (?:many|long|often|old)\b/u.test(asked)) return null;
  const isBe = aux === 'is' || aux === 'are' || aux === 'was';
  if (isBe && tokens[at + 1]?.lower === 'your') {
    const thing = withoutLate(tokens.slice(at + 1));
    const years = asked === 'how old' ? 'years old' : '';
    return { kind: 'which', before: `${turned(thing)} ${aux}`, link: '', after: years, ofReader: true };
  }
  const subject = subjectAt(tokens, at + 1, who);
  if (!subject) {
    const thing = withoutLate(tokens.slice(at + 1));
    const isOne =
      thing.length > 0 &&
      thing.length <= 8 &&
      !thing.some((token) => /^(?:it|that|this|there|he|she|they|we|i)$/u.test(token.lower));
    return isBe && isOne && /^(?:when|what time|what day)$/u.test(asked)
      ? { kind: 'thing', of: joined(thing).replace(/^the\s+/iu, '') }
      : null;
  }
  const rest = withoutLate(tokens.slice(subject.next));
  if (rest.length === 0 && !isBe) return null;
  const statement =
    rest.length === 0
      ? `${subject.text} ${aux === 'are' ? 'am' : aux}`
      : upright(aux, subject.text, rest, false);
  if (statement === null) return null;
  const { ofReader } = subject;
  const after = asked === 'how old' ? 'years old' : /^how many (.+)$/u.exec(asked)?.[1];
  if (after !== undefined) return { kind: 'which', before: statement, link: '', after, ofReader };
  const ends = rest.at(-1)?.lower ?? '';
  const isOpen = /^(?:in|at|on|for|with|from|to|of|about|by)$/u.test(ends);
  const link = isOpen ? '' : (prepositions[asked] ?? '');
  return { kind: 'which', before: statement, link, after: '', ofReader };
};

/** How an answer is joined to what was told before, by what is asked of it: "since when?" - "since second grade". */
const links: Readonly<Record<string, string>> = {
  'since when': 'since',
  'how long': 'for',
  'for how long': 'for',
  'for what': 'for',
  'what for': 'for',
  'with who': 'with',
  'with whom': 'with',
  'who with': 'with',
  'where to': 'to',
  'to where': 'to',
  'as what': 'as',
  where: '',
  when: '',
};
const ofIt =
  /^(when|where|what time|what day|how long) (?:is|was|will|does|do|did) (?:it|that|this|they)(?: be)?(?: (\p{L}+))?$/u;

/** A question that has no statement of its own and asks on about one. */
const more = (tokens: readonly Token[]): Question | null => {
  const asked = withoutLate(tokens)
    .map((token) => token.lower)
    .join(' ');
  if (Object.hasOwn(links, asked))
    return { kind: 'more', link: links[asked] ?? '', ofTime: /when|long/u.test(asked) };
  const match = ofIt.exec(asked);
  if (!match) return null;
  const lemma = match[2] === undefined ? null : lemmaOf(match[2], 'base');
  if (match[2] !== undefined && lemma === null) return null;
  return { kind: 'more', link: lemma === null ? ',' : `, ${thirdOf(lemma)}`, ofTime: match[1] !== 'where' };
};

/** What stands before a question and asks nothing: "wait", "cool!", "remind me". */
const leads = proven({
  id: 'leads',
  pattern:
    /^(?:wait|wow|whoa|woah|omg|cool|nice|great|lovely|ooh?|oh|hm+|huh|but|hold|on|sorry|remind|tell|me|again|what|congrats|yay|ha|haha|lol)$/u,
  yes: ['wow', 'hmm', 'hold'],
  no: ['brno', 'holding'],
});
const questionWord = /^(?:what|which|where|when|how|who|whos|whats|wheres|since|for|with|to|as)$/u;
const withoutLead = (tokens: readonly Token[]): readonly Token[] => {
  const at = tokens.findIndex(
    (token, index) =>
      questionWord.test(token.lower) &&
      !(token.lower === 'what' && questionWord.test(tokens[index + 1]?.lower ?? '')),
  );
  const isLed = at > 0 && tokens.slice(0, at).every((token) => !isWord(token) || leads.test(token.lower));
  return isLed ? tokens.slice(at) : tokens;
};

/** "Wheres", "whos": two words. */
const parted = (tokens: readonly Token[]): readonly Token[] => {
  const [first] = tokens;
  const stem = /^(what|where|who|when|how)'?s$/u.exec(first?.lower ?? '')?.[1];
  return first && stem !== undefined
    ? [
        { ...first, text: stem, lower: stem },
        { ...first, text: 'is', lower: 'is', spaced: true },
        ...tokens.slice(1),
      ]
    : tokens;
};

/** "Who is Ottilie?" */
const named = (tokens: readonly Token[]): Question | null => {
  const [is, name, more] = withoutLate(tokens.slice(1));
  return is?.lower === 'is' && name && !more && /^\p{L}{3,}$/u.test(name.text) && !isCommonWord(name.lower)
    ? { kind: 'named', name: name.text.charAt(0).toUpperCase() + name.text.slice(1) }
    : null;
};

/** "Pets?", "favourite season?": what there is of it with who answers. */
const ofNoun = (tokens: readonly Token[]): Question | null => {
  const words = (
    /^(?:your|ur|got|have|any)$/u.test(tokens[0]?.lower ?? '') ? tokens.slice(1) : tokens
  ).filter((token) => isWord(token) && !lateWords.test(token.lower));
  const of = joined(words).trim();
  if (words.length === 0 || words.length > 3) return null;
  const lower = of.toLowerCase();
  const isAttribute = attributeOf(lower) !== null || /^(?:least )?favou?rite \p{L}/u.test(lower);
  return isAttribute
    ? { kind: 'which', before: `my ${lower} is`, link: '', after: '', ofReader: true }
    : { kind: 'any', of };
};

/** "What distro are you on ben": without the name of who is asked. */
const withoutReader = (tokens: readonly Token[], who: MentionResolver): readonly Token[] => {
  const kept = withoutLate(tokens);
  const at = kept.length - 1;
  const last = at > 2 ? personAt(kept, at, who) : null;
  return last?.ref.kind === 'entity' && last.ref.entityId === who.message.authorId
    ? withoutLate(kept.slice(0, at))
    : tokens;
};

/** The last question of a message, without its mark and what hurries it; nothing where it asks none. */
const lastAsked = (text: string): { readonly words: readonly Token[]; readonly isMarked: boolean } => {
  const all = sentencesOf(maskForeign(text));
  const asked =
    all.filter((sentence) => sentence.text.includes('?')).at(-1) ?? (all.length === 1 ? all[0] : undefined);
  if (!asked || asked.text.length > 160) return { words: [], isMarked: false };
  const mark = asked.text.lastIndexOf('?');
  const words = stripFillers(tokenize(mark < 0 ? asked.text : asked.text.slice(0, mark), 0));
  return { words, isMarked: mark > 0 };
};

/** The words of what a message asks, without whom it is put to. */
export const askedIn = (text: string, who: MentionResolver): readonly Token[] =>
  withoutLate(withoutReader(unnamed(lastAsked(text).words), who));

/** "Still cycling in?": as "are you cycling in?". */
const ofReader = (tokens: readonly Token[]): readonly Token[] => {
  const [first] = tokens;
  return first && lemmaOf(first.lower, 'gerund') !== null
    ? [
        { ...first, text: 'are', lower: 'are' },
        { ...first, text: 'you', lower: 'you', spaced: true },
        ...tokens,
      ]
    : tokens;
};

/** What a message asks, by its last question. */
export const questionOf = (text: string, who: MentionResolver): Question | null => {
  const { words, isMarked } = lastAsked(text);
  if (words.length === 0) return null;
  const tokens = withoutLate(parted(withoutLead(withoutReader(unnamed(words), who))));
  const first = tokens[0]?.lower ?? '';
  if (first === 'any') {
    const end = tokens.findIndex(
      (token, index) => index > 0 && /^(?:i|we|to|that|,|you|for|at|in|or)$/u.test(token.lower),
    );
    return { kind: 'any', of: joined(tokens.slice(1, end < 0 ? tokens.length : end)).trim() };
  }
  const on = more(tokens) ?? (first === 'who' ? named(tokens) : null);
  if (on) return on;
  if (first === 'who') {
    const rest = tokens.slice(1);
    return rest.length > 1 ? { kind: 'who', rest: withoutLate(rest) } : null;
  }
  if (/^(?:what|which|where|when|how)$/u.test(first)) return which(tokens, who);
  return whether(isMarked ? ofReader(tokens) : tokens, 0, who) ?? (isMarked ? ofNoun(tokens) : null);
};

/** Without whom the question is put to: "ivy do you …", "@hugo which …". */
const unnamed = (tokens: readonly Token[]): readonly Token[] => {
  const [first, second] = tokens;
  if (!first || !second) return tokens;
  if (/^[,:]$/u.test(second.text)) return stripFillers(tokens.slice(2));
  const opens =
    /^(?:what|which|where|when|how|who|do|does|did|are|is|have|has|will|any|was|were|can|could|would)$/u;
  return !opens.test(first.lower) &&
    !/^(?:since|for|with|to|as)$/u.test(first.lower) &&
    opens.test(second.lower)
    ? tokens.slice(1)
    : tokens;
};
