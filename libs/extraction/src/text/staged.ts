import { anyCase, proven, sentencesOf } from '#safety';
import { isUnreal } from './unreal.js';

/** What is told in it is not so, in the sentences after it as well: a dream, a game that is played, a part. */
const stage = anyCase(
  proven({
    id: 'staged',
    pattern:
      /\b(?:had|have|having|got|remember) (?:[^\s.,;]+ ){0,5}(?:dreams?|nightmares?)\b(?! (?:job|home|house|car|team|wedding|trip|holiday|come|came))|\bi (?:just |once )?(?:dreamt|dreamed)\b|\b(?:role-?play(?:ing)?|larp(?:ing)?|improv|campaign|headcanon|fan ?fic(?:tion)?|oc|(?:player |my )character)\b/u,
    yes: ['had the weirdest dream', 'i dreamt of goats', 'let us roleplay', 'my character has a lute'],
    no: ['had a dream job', 'i dream big', 'a character in town'],
  }),
);
const begins = anyCase(
  proven({
    id: 'begins-stage',
    pattern:
      /^\W*(?:(?:ok(?:ay)?|so|hey|well|lol|guys|now)\W+)*(?:let'?s|lets|let us|shall we|time (?:to|for)|starting)\b/u,
    yes: ['ok let us roleplay', 'starting the campaign'],
    no: ['we roleplay', 'i start on monday'],
  }),
);
const lies = anyCase(
  proven({
    id: 'lie-game',
    pattern:
      /\b(?:two|2|three|3) truths (?:and|&|n) (?:a|one|1|two) lies?\b|\bguess (?:the|which(?: one)? is (?:the|a)) lie\b/u,
    yes: ['two truths and a lie', 'guess which one is the lie'],
    no: ['i lie down', 'the truth'],
  }),
);
/** Said for somebody else, in their own words: who "I" is, is not who sends it. */
const forAnother = anyCase(
  proven({
    id: 'for-another',
    pattern:
      /\b(?:(?:asking|posting|writing|typing|speaking|messaging) (?:this )?(?:for|on behalf of) (?:a|my|our|the|his|her|\p{L}+'?s?) ?(?:friend|mate|buddy|colleague|flatmate|roommate|cousin|brother|sister|mom|mum|mother|dad|father|wife|husband|partner|neighbou?r)\b|on behalf of (?!(?:my|our) (?:team|company|employer|group|band|class)\b)\p{L}|(?:this is|it'?s) \p{L}+ (?:typing |writing |here )?(?:on|from|using|with) (?:my |the )?\p{L}+(?:'s|s'?)? (?:phone|account|laptop|computer|tablet|pc|discord|profile)|from \p{L}+ whose (?:phone|account) )/u,
    yes: ['asking for a friend', 'on behalf of kim: hi', "this is kim on lee's phone"],
    no: ['asking for help', 'this is on my phone', 'on behalf of my team'],
  }),
);
/** Back to what is so. */
const leaves = anyCase(
  proven({
    id: 'leaves-stage',
    pattern:
      /\b(?:anyway|anyways|anyhow|irl|in real life|for real|fr|actually|seriously|btw|by the way|back to (?:reality|earth|work)|in other news|jokes aside|now i|woke up|really do|these days)\b/u,
    yes: ['anyway i moved', 'in real life i cook'],
    no: ['i moved', 'in life'],
  }),
);

/** Whether a text ends within a dream or a part that it began, or that was begun before it. */
export const isStagedAfter = (text: string, isStaged: boolean): boolean =>
  sentencesOf(text.slice(0, 600)).reduce(
    (staged, { text: sentence }) => staysStaged(sentence, staged),
    isStaged,
  );

/** Whether what this sentence tells, and the next one, is told within it. */
export const staysStaged = (sentence: string, isStaged: boolean): boolean => {
  if (
    lies.test(sentence) ||
    forAnother.test(sentence) ||
    (stage.test(sentence) && (isUnreal(sentence) || begins.test(sentence)))
  )
    return true;
  return isStaged && !leaves.test(sentence);
};
