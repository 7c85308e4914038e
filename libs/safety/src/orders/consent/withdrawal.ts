import type { Addressee } from '../../forgetting/forget-me.js';
import type { Mentions } from '../mentions.js';
import { speaksOfTelling } from './consent.js';
import { proven } from '../../text/proven.js';

/** Words that take back whatever was said before: "I take it back", "undo that", "wait, no". */
const ends = proven({
  id: 'ends',
  pattern:
    /\b(?:t(?:ake|akes|aking|ook)\b.{0,12}\bback|with(?:draw|drew|drawn)\p{L}*|revok\p{L}*|cancel\p{L}*|rescind\p{L}*|retract\p{L}*|undo|chang(?:e|ed|ing) my mind|(?:a|my) mistake|no longer|on second thoughts?|better not|wait,? no|actually,? (?:don'?t|no|not)|not after all|never ?mind)\b/iu,
  yes: ['I take that back', 'on second thought, keep it', 'actually no'],
  no: ['go ahead', 'take the bus home'],
});

/** Words of telling; together with `less` the speaker asks for less telling. */
const ofTelling = proven({
  id: 'ofTelling',
  pattern:
    /\b(?:tell\p{L}*|told|know|knows|knew|hear[sd]?|say|saying|said|shar(?:e|ed|ing)|mention\p{L}*|permission|consent|out of (?:it|this|that)|back from)\b/iu,
  yes: ['do not tell her', 'my permission', 'I am out of it'],
  no: ['we left early', 'buy milk'],
});
const less = proven({
  id: 'less',
  pattern:
    /\b(?:stop|not|n'?t|nothing|no longer|rather|prefer|regret|hold|keep|secret|confidential|private|forget)\b|n['\u2019]t\b/iu,
  yes: ['stop', 'keep it private', 'she doesn’t'],
  no: ['go ahead', 'the whole lot'],
});

const longest = 200;

/**
 * Whether a message takes back a leave that its author gave shortly before, in this conversation with the agent. What
 * gives leave is a closed set; what ends it is heard generously: it closes only what leave had opened.
 */
export const withdraws = (who: Mentions, addressee: Addressee): boolean => {
  const { message, context } = who;
  if (addressee !== 'agent' || message.text.length > longest || message.text.trimEnd().endsWith('?'))
    return false;
  if (!ends.test(message.text) && !(ofTelling.test(message.text) && less.test(message.text))) return false;
  who.usedContext = true;
  return context.before.some(({ authorId, text }) => authorId === message.authorId && speaksOfTelling(text));
};
