import { sensitivityOf, proven } from '#safety';
import type { FactDraft } from '../statements/fact-draft.js';
import { aboutSelf } from '../statements/fact-draft.js';
import { complementOf } from '../../grammar/object.js';
import { sentence } from '../../grammar/render.js';
import { lemmaOf } from '../../words/verbs.js';
import { kinshipOf } from '#identity';
import { isIn } from '../../words/lexicon.js';
import { readClause } from '../statements/read-clause.js';
import { clausesOf } from '../../text/clauses.js';
import { isWord, joined, type Token } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { opensQuestion } from '../../text/pieces.js';
import type { Unit } from './unit.js';
import { isNoteWord } from '../../words/note-words.js';

const asClause = (text: string, who: MentionResolver): readonly FactDraft[] => {
  const [clause, more] = clausesOf(text);
  return clause && !more ? readClause(clause, who, null, false).statements : [];
};

const headed = (tokens: readonly Token[]): string => {
  const words = tokens.filter(isWord).map((token) => token.lower);
  const joint = words.findIndex(
    (word, index) => index > 0 && /^(?:at|in|for|from|of|with|on|since|and|who|by)$/u.test(word),
  );
  return (joint < 0 ? words : words.slice(0, joint)).at(-1) ?? '';
};

/** What a piece without subject stands for, told by somebody of themselves. */
const standsFor = (tokens: readonly Token[]): string | null => {
  const text = joined(tokens);
  const first = tokens[0]?.lower ?? '';
  const head = headed(tokens);
  if (
    /^(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})$/u.test(first) &&
    (isIn('possessions', head) || /^(?:kids?|cats?|dogs?|siblings?)$/u.test(head))
  )
    return `I have ${text}`;
  if (isIn('occupations', head)) return `I am ${/^(?:an?|the)$/u.test(first) ? '' : 'a '}${text}`;
  if (
    isIn('diet', first) ||
    isIn('adjectives', first) ||
    /^(?:from|based|born|living|originally|allergic)$/u.test(first)
  )
    return `I am ${text}`;
  if (lemmaOf(first, 'base') !== null && lemmaOf(first, 'past') === null) return `I ${text}`;
  return null;
};

const plainOf = (
  unit: Unit,
  tokens: readonly Token[],
  type: 'identity' | 'preference',
  confidence: number,
): readonly FactDraft[] => {
  const c = complementOf(tokens);
  if (c.words.length === 0 || c.words.length > 10 || c.deictic) return [];
  const finding = { type, confidence, importance: 0.6 } as const;
  return [aboutSelf(unit, { content: sentence(c.text), finding, pattern: 'fragment' }, 0.88)];
};

/** One piece of a list about oneself. */
const pieceOf = (
  unit: Unit,
  tokens: readonly Token[],
  who: MentionResolver,
  type: 'identity' | 'preference',
): readonly FactDraft[] => {
  if (
    !tokens.some(isWord) ||
    opensQuestion(tokens) ||
    /^(?:i|my|we|hi|hello|thanks|nice|hope|feel|happy|looking|love|lol)$/u.test(tokens[0]?.lower ?? '')
  )
    return [];
  const full = standsFor(tokens);
  const read = full === null ? [] : asClause(full, who).filter((one) => one.finding.confidence >= 0.7);
  if (read.length > 0)
    return read.map((one) => ({ ...one, tokens, pattern: `fragment-${one.pattern}`, provenance: 0.88 }));
  return plainOf(unit, tokens, type, 0.76);
};

/** The pieces of a row: "live alone with 2 parrots; night owl". */
const rowOf = (tokens: readonly Token[]): readonly (readonly Token[])[] => {
  const pieces: Token[][] = [[]];
  for (const token of tokens) {
    if (/^[,;|/\u2022.]$/u.test(token.text)) pieces.push([]);
    else pieces.at(-1)?.push(token);
  }
  return pieces.filter((piece) => piece.some(isWord));
};

const invites = proven({
  id: 'invites',
  pattern:
    /\b(?:about (?:you|yourself)|introduce yourself|who are you|tell me (?:a bit |more )?about|your (?:\p{L}+ ){0,2}(?:preferences?|habits?|likes|dislikes|requirements?|needs|allergies|hobbies|interests|skills))\b/iu,
  yes: ['introduce yourself', 'your food allergies', 'tell me more about it'],
  no: ['introduce ana', 'your turn'],
});
/** Whether the message just before asks for a list about its reader. */
const isInvited = (who: MentionResolver): boolean => {
  const before = who.context.before.at(-1);
  if (!before || before.authorId === who.message.authorId || who.context.place.type !== 'dm') return false;
  who.usedContext = true;
  return invites.test(before.text);
};

/** "Single dad here", "coeliac here, so …": what somebody is, said of where they are. */
export const presentIn = (unit: Unit, who: MentionResolver): readonly FactDraft[] => {
  const at = unit.plain.findIndex((token) => token.lower === 'here');
  const next = unit.plain[at + 1];
  if (at < 1 || at > 4 || (next && !/^(?:,|so|and|but|[.!;-])$/u.test(next.lower))) return [];
  const tokens = unit.plain.slice(0, at);
  if (!tokens.every(isWord)) return [];
  const full = standsFor(tokens);
  const read =
    full?.startsWith('I am') === true
      ? asClause(full, who).filter((one) => one.finding.confidence >= 0.7)
      : [];
  if (read.length > 0)
    return read.map((one) => ({
      ...one,
      tokens: unit.tokens,
      pattern: `here-${one.pattern}`,
      provenance: 0.88,
    }));
  const isSaid =
    sensitivityOf(joined(tokens)).sensitivity > 0 || kinshipOf(tokens.at(-1)?.lower ?? '') !== null;
  return isSaid && tokens.length > (kinshipOf(tokens.at(-1)?.lower ?? '') === null ? 0 : 1)
    ? plainOf(unit, tokens, 'identity', 0.76)
    : [];
};
/** "About me: data analyst. Live alone. Night owl.", and lists that were asked for. */
export const fragmentsIn = (units: readonly Unit[], who: MentionResolver): readonly FactDraft[] => {
  const first = units[0];
  if (!first || units.some((unit) => unit.doubtful)) return [];
  const mark = first.tokens.findIndex((token, index) => index > 0 && /^[:\u2013\u2014-]$/u.test(token.text));
  const title = (mark < 0 ? first.tokens : first.tokens.slice(0, mark))
    .filter(isWord)
    .map((token) => token.lower)
    .join(' ');
  const isAbout = isNoteWord('aboutSelf', title);
  const bullets = units.filter((unit) => unit.isBullet);
  if (isAbout) {
    const rest = mark < 0 ? [] : first.tokens.slice(mark + 1);
    const pieces = [
      ...(rest.some(isWord) ? [{ unit: first, tokens: rest }] : []),
      ...units.slice(1).map((unit) => ({ unit, tokens: unit.plain })),
    ];
    const single = pieces.length === 1;
    return pieces.flatMap(({ unit, tokens }) =>
      (single ? rowOf(tokens) : [tokens]).flatMap((piece) => pieceOf(unit, trimmed(piece), who, 'identity')),
    );
  }
  if (bullets.length >= 2 && isInvited(who))
    return bullets.flatMap((unit) => pieceOf(unit, trimmed(unit.tokens), who, 'preference'));
  return [];
};

const trimmed = (tokens: readonly Token[]): readonly Token[] => {
  let end = tokens.length;
  while (end > 0 && !isWord(tokens[end - 1])) end -= 1;
  return tokens.slice(0, end);
};
