import type { ReadingContext, WindowMessage } from '../../fact-extractor.js';
import { isAsked } from '../../text/asked.js';
import type { Clause } from '../../text/clauses.js';
import { isWord } from '../../text/tokens.js';
import { denialFirstWords, denialPhraseAt, isDenialWord } from '../../words/denial-words.js';
import type { EndedStates } from './ended-states.js';
import { lowerOf, matterOf, shares } from './matter.js';
import { endingWith, isPerson } from './said-before.js';

const bare = 2 * 3_600_000;
const longest = 400;
/** So many words, and somebody else's message may be no more than agreement. */
const fewest = 10;

const firstWords = new Set([...denialFirstWords('reverses'), ...denialFirstWords('joked')]);

/** How many of the first words take back what was said, with those that only open the turn; none: 0. */
const openerLength = (words: readonly string[]): number => {
  const from = words.findIndex((word) => !isDenialWord('opens', word));
  // "Wait no", "actually no": words that open a turn, and take back together.
  for (let at = Math.max(0, from - 2); at <= Math.max(0, from); at += 1) {
    const said = words.slice(at);
    const length = Math.max(denialPhraseAt('reverses', said), denialPhraseAt('joked', said));
    if (length > 0) return at + length;
  }
  return 0;
};

/** A cheap look, for most messages take nothing back. */
export const mayReverse = (text: string): boolean =>
  text
    .slice(0, 60)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => firstWords.has(word));

/** What its speaker said before and goes back on: what shares a word with what they say instead, else what they said last. */
const goneBackOn = (
  { authorId, sentAt, replyTo }: WindowMessage,
  { before, repliedTo }: ReadingContext,
  rest: readonly string[],
): WindowMessage | null => {
  if (replyTo !== null)
    return repliedTo?.authorId === authorId && !isAsked(repliedTo.text) ? repliedTo : null;
  const own = before.filter((said) => said.authorId === authorId && lowerOf(said.text).length > 1).reverse();
  const matter = matterOf(rest);
  const alike = own.find(({ text }) => !isAsked(text) && shares(matter, text));
  const [last] = own;
  if (alike) return alike;
  const isNear = last !== undefined && (rest.length > 0 || sentAt.getTime() - last.sentAt.getTime() <= bare);
  return isNear && !isAsked(last.text) ? last : null;
};

/** What others said to it in a few words of the same matter: "agreed, thursday at the quay" goes with it. */
const agreedWith = (said: WindowMessage, { before }: ReadingContext): readonly WindowMessage[] => {
  const matter = matterOf(lowerOf(said.text));
  const at = before.findIndex(({ recordId }) => recordId === said.recordId);
  return at < 0
    ? []
    : before
        .slice(at + 1)
        .filter(
          (other) =>
            other.authorId !== said.authorId &&
            isPerson(other) &&
            !isAsked(other.text) &&
            lowerOf(other.text).length <= fewest &&
            /^\W*(?:ok|okay|agreed|deal|sure|yes|yeah|yep|great|perfect|cool|fine|works|sounds|see you|done|nice|good)\b/iu.test(
              other.text,
            ) &&
            shares(matter, other.text),
        );
};

/** "Plot twist, I'm staying", "on second thought": by how it opens, whatever it is about. */
export const reversedBy = (
  message: WindowMessage,
  context: ReadingContext,
  clauses: readonly Clause[],
): EndedStates | null => {
  const words = clauses
    .flatMap(({ tokens }) => tokens)
    .filter(isWord)
    .map(({ lower }) => lower);
  const length = openerLength(words);
  if (length === 0 || message.text.length > longest || isAsked(message.text)) return null;
  const said = goneBackOn(message, context, words.slice(length));
  if (said === null) return null;
  const agreed = agreedWith(said, context);
  return {
    endings: [...endingWith('own', [said]), ...agreed.flatMap((one) => endingWith('of-the-place', [one]))],
    corrects: [said, ...agreed].map(({ recordId }) => recordId),
  };
};
