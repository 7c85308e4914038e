import { proven } from '#safety';
import { lemmaOf } from '../words/verbs.js';
import { isIn } from '../words/lexicon.js';
import type { Piece } from './pieces.js';
import { isWord, type Token } from './tokens.js';

const number = String.raw`(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a few|a couple(?: of)?|several|some|many)`;
const unit = String.raw`(?:minute|hour|day|night|week|weekend|fortnight|month|semester|term|season|year|decade)s?`;
const weekday = String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun)days?`;
const month = String.raw`(?:january|february|march|april|may|june|july|august|september|october|november|december)`;
const part = String.raw`(?:morning|afternoon|evening|night|summer|winter|spring|fall|autumn|christmas|easter)s?`;
const when = String.raw`(?:${weekday}|${month}|${part}|${unit})`;
const phrases = [
  String.raw`(?:yesterday|today|tomorrow|tonight|nowadays|lately|currently|recently|sometimes|usually|normally|often|occasionally)(?: (?:morning|afternoon|evening|night))?`,
  String.raw`(?:last|next|this|every|each|every other|every single|early (?:last|next|this)|late (?:last|next|this)|earlier this|later this) ${when}(?: (?:morning|afternoon|evening|night))?`,
  String.raw`(?:about |around |almost |nearly |over |like |exactly )?${number} ${unit} ago`,
  String.raw`in (?:about )?${number} ${unit}`,
  String.raw`(?:back |early |late )?(?:in|since|until|around) (?:early |late |mid[- ]?)?(?:${month}(?: \d{4})?|(?:19|20)\d\d)`,
  String.raw`(?:on|since|until|by|from) (?:${weekday}(?: (?:morning|afternoon|evening|night)s?)?|weekends|weekdays|${month} \d{1,2}(?:st|nd|rd|th)?(?: ?,? \d{4})?|the \d{1,2}(?:st|nd|rd|th)(?: of ${month})?)`,
  String.raw`(?:once|twice|three times|\d+ times) (?:an?|every|per) ${unit}`,
  String.raw`most (?:days|nights|mornings|evenings|weekends|weeks|years)`,
  String.raw`(?:in|at|during) the (?:mornings?|afternoons?|evenings?|nights?|moment|weekends?|holidays|summer|winter|spring|autumn|fall|nineties|eighties|past|meantime)`,
  String.raw`(?:these|those) days`,
  String.raw`(?:at this point|as of (?:now|today)|for now|so far)`,
  String.raw`(?:for|over) the (?:last|past|next) (?:${number} )?${unit}`,
  String.raw`(?:as|when) an? (?:child|kid|teen|teenager|student|boy|girl)`,
  String.raw`(?:after|before|at) (?:work|school|bed|lunch|dinner|breakfast|class|home|night|uni|college|noon|midnight|christmas|easter)`,
  String.raw`for (?:breakfast|lunch|dinner|dessert|christmas|easter|my birthday)`,
  String.raw`in (?:my|our) (?:spare|free) time`,
  String.raw`(?:right |just )?now(?:adays)?`,
];
const opening = new RegExp(`^(?:${phrases.join('|')})$`, 'u');
const longest = 6;
/** The words that any of these begins with: most pieces begin otherwise. */
const begins = new Set(
  'yesterday today tomorrow tonight nowadays lately currently recently sometimes usually normally often occasionally last next this every each early late earlier later about around almost nearly over like exactly a an one two three four five six seven eight nine ten twelve several some many in back since until on by from once most at during these those as for when after before right just now'.split(
    ' ',
  ),
);
const mayOpen = (first: string): boolean => begins.has(first) || /^\d/u.test(first);

const lowered = (tokens: readonly Token[]): string => tokens.map((token) => token.lower).join(' ');

/** How many tokens only open the turn: "hey all," "btw". */
const openersOf = (tokens: readonly Token[]): number => {
  const at = tokens.findIndex(
    (token) => isWord(token) && (!isIn('fillers', token.lower) || opening.test(token.lower)),
  );
  return Math.max(at, 0);
};

/** How many tokens at the beginning say when, and nothing else. */
const lengthOfTime = (tokens: readonly Token[]): number => {
  if (!mayOpen(tokens[0]?.lower ?? '')) return 0;
  for (let length = Math.min(longest, tokens.length); length > 0; length -= 1)
    if (opening.test(lowered(tokens.slice(0, length)))) return length;
  return 0;
};

const subject = new Set('i we he she they you my our his her their the a an'.split(' '));
const verbal =
  /^(?:am|is|are|was|were|have|has|had|will|would|can|could|do|does|did|must|should|may|might|not)$/u;

/** Whether somebody or something and a verb follow: "tomorrow is Monday" and "Friday at 9" are left as they are. */
const tellsOfSubject = (tokens: readonly Token[]): boolean => {
  const first = tokens[0];
  if (!first || !isWord(first)) return false;
  if (!subject.has(first.lower) && !/^[\p{Lu}@]/u.test(first.text)) return false;
  return tokens
    .slice(1, 6)
    .some(
      (token) =>
        verbal.test(token.lower) ||
        lemmaOf(token.lower, 'third') !== null ||
        lemmaOf(token.lower, 'past') !== null ||
        lemmaOf(token.lower, 'base') !== null,
    );
};

const stops = proven({
  id: 'stops',
  pattern:
    /^(?:because|cuz|cause|coz|but|which|who|if|when|while|although|though|unless|since|so|and|then|lol|lmao|haha\p{L}*|xd|btw|too|tho|fyi|[,.!?;:()\u2014\u2026]|\p{Extended_Pictographic}+\ufe0f?)$/u,
  yes: ['because', 'hahaha', ',', '🎉'],
  no: ['brno', 'becausee'],
});

/** Where a sentence ends, for words that are put at its end. */
const endOfSaid = (tokens: readonly Token[]): number => {
  const at = tokens.findIndex((token, index) => index > 1 && stops.test(token.lower));
  return at < 0 ? tokens.length : at;
};

const moved = (time: readonly Token[], said: readonly Token[]): readonly Token[] => {
  const end = endOfSaid(said);
  const [first, ...more] = time;
  if (!first) return said;
  const plain = { ...first, text: first.text.toLowerCase(), spaced: true };
  return [...said.slice(0, end), plain, ...more, ...said.slice(end)];
};

/** Pieces whose words for when have gone from the front to the end: "last year I moved" as "I moved last year". */
export const withTimeLast = (pieces: readonly Piece[]): readonly Piece[] => {
  const found: Piece[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (!piece) break;
    const from = openersOf(piece.tokens);
    const opened = piece.tokens.slice(from);
    const length = lengthOfTime(opened);
    const time = opened.slice(0, length);
    const rest = opened.slice(opened[length]?.lower === ',' ? length + 1 : length);
    const next = pieces[at + 1];
    if (length > 0 && rest.length === 0 && next && !next.continues && tellsOfSubject(next.tokens)) {
      found.push({ ...next, tokens: moved(time, next.tokens) });
      at += 1;
    } else if (length > 0 && tellsOfSubject(rest)) found.push({ ...piece, tokens: moved(time, rest) });
    else found.push(piece);
  }
  return found;
};
