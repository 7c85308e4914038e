import { proven } from '#safety';
import type { Complement } from '../grammar/object.js';
import type { Predicate } from '../grammar/predicate.js';
import { timeRunAt } from '../text/times.js';

/** They say nothing without what: "made yesterday", "have enjoyed lately". */
const needsObject = proven({
  id: 'needs-object',
  pattern:
    /^(?:have|get|use|need|want|make|buy|find|keep|own|give|bring|send|hope|love|like|enjoy|hate|adore|wear|mention|recommend|receive|create)$/u,
  yes: ['make', 'enjoy', 'recommend'],
  no: ['live', 'cook', 'remake'],
});
const withoutObject = proven({
  id: 'without-object',
  pattern:
    /^(?:in|on|at|from|since|for|with|of|by|under|about|until|till|til|last|yesterday|today|before|after|except|lately|recently|earlier|besides|so far|again)\b/u,
  yes: ['for dinner', 'lately', 'til the 3rd'],
  no: ['fortune cookies', 'online courses', 'a cake'],
});
const ago = proven({
  id: 'ago',
  pattern:
    /^(?:(?:a|an|a few|few|some|several|\d+|\p{L}+) )?(?:days?|weeks?|months?|years?|hours?|minutes?) ago\b ?/u,
  yes: ['a few years ago in brno', 'two days ago'],
  no: ['a few years', 'a cake two days ago'],
});

const afterTime = ({ tokens, lower }: Complement): string => {
  const run = timeRunAt(tokens, 0);
  const rest = run ? tokens.slice(run.end).map((token) => token.lower) : null;
  return (rest?.join(' ') ?? lower).replace(ago, '');
};
/** "The fries I made today", "the one I have in a laptop": what was made or is had stands before, or nowhere. */
const lacksObject = ({ lemma, tense }: Predicate, c: Complement): boolean => {
  if (!needsObject.test(lemma) || tense === 'used-to') return false;
  const said = afterTime(c);
  return said === '' || withoutObject.test(said);
};

const stoodFor = proven({
  id: 'stood-for',
  pattern:
    /^(?:$|(?:so|for|with|in|on|at|to|too|as|not|better|well|fine|good|great|okay|from|before|until|when|because|sometimes|lately|today|yesterday)\b)/u,
  yes: ['', 'for christmas', 'well'],
  no: ['formal dances', 'yoga', 'the dishes'],
});
/** "We did for our trip", "as I do for Christmas": what is done was said before. */
const standsForAnother = ({ lemma }: Predicate, c: Complement): boolean =>
  lemma === 'do' && stoodFor.test(c.lower);

const open = proven({
  id: 'open-end',
  pattern: /\b(?:where|which|who|whose|called|named|titled|their|its|than|when|because|including|such as)$/u,
  yes: ['a place where', 'a novel called', 'more than'],
  no: ['a place', 'otherwise'],
});
/** "Compared the list to mine": what is the speaker's was said before. */
const ownedBefore = /\b(?:to|than|with|from|like|as|for) (?:mine|ours)$/u;
/** "Paid 30 for this", "tones like that and plants". */
const pointed = /\b(?:for|with|like|about|of|over|to) (?:this|that)(?:$| (?:and|or|but)\b)/u;
const counted = String.raw`(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|a few|a couple|some|more|another)`;
const unsaid = new RegExp(
  String.raw`^${counted}(?: (?:more|of (?:them|those|these)))?(?: (?:slices?|pieces?|bits?|bites?|helpings?|servings?|portions?|spoonfuls?|handfuls?|of))?(?= (?:at|on|in|from|for|yesterday|today|tonight|tomorrow|last|this|next|now|already|left|before|after)\b|$)`,
  'u',
);
/** "Has 5", "had 4 slices yesterday": of what is not said. */
const countsNothing = ({ lemma }: Predicate, { lower }: Complement): boolean =>
  (needsObject.test(lemma) || lemma === 'eat' || lemma === 'drink' || lemma === 'see') && unsaid.test(lower);

/** "How lucky I am to have friends", turned round by what stood before. */
const isInfinitive = ({ lemma, tense, third }: Predicate, { lower }: Complement): boolean =>
  lemma === 'be' && tense === 'present' && !third && /^to \p{Ll}/u.test(lower);

/** Somebody else's point of view: who "I" is, is not said where it is read. */
const speaksAsI = ({ words }: Complement): boolean => words.includes('i') || words.includes('we');

/** "I do, Ana", "I agree - it was fun": an answer to what was said before. */
const answers = ({ tokens }: Complement): boolean => /^[,;.!?-]/u.test(tokens[0]?.text ?? '');

const wishing = /^(?:want|wish|hope|dream|plan|intend|think|believe|mean)$/u;
const young =
  /\b(?:as a (?:kid|child|boy|girl|teen|teenager|student)|when (?:i|he|she) was|back then|at first|once)\b/u;
/** "Used to want a boat", "wanted to be a pilot as a kid": what somebody wished then tells nothing of them now. */
const wishedOnce = ({ lemma, tense }: Predicate, { lower }: Complement): boolean =>
  wishing.test(lemma) && (tense === 'used-to' || (/^past/u.test(tense) && young.test(lower)));

const faults: readonly ((p: Predicate, c: Complement) => boolean)[] = [
  lacksObject,
  (_p, c) => answers(c),
  standsForAnother,
  countsNothing,
  isInfinitive,
  wishedOnce,
  (_p, c) => open.test(c.lower) || pointed.test(c.lower) || ownedBefore.test(c.lower),
  (_p, c) => speaksAsI(c),
];

/** Who, what, which: whether it is understood without what was said before it, or after where it was cut. */
export const readsAlone = (p: Predicate, c: Complement): boolean => !faults.some((fault) => fault(p, c));

const joins = proven({
  id: 'joins',
  pattern:
    /\b(?:that|which|who|whose|what|because|when|where|while|if|until|till|so|but|and|as|since|than|how|why|whether|after|before|think|know|hope|say|mean)\b|,/u,
  yes: ['a day when', 'red, blue'],
  no: ['the vibe is fine'],
});
const innerVerb = /\S \b(?:is|are|was|were|has|had|does|did|will|would|wo|am)\b/u;
/** "I do not ski the vibe is fine": two sentences without a sign between them; where the first ends, nobody knows. */
export const runsOn = ({ tokens, lower }: Complement): boolean =>
  innerVerb.test(lower) && !joins.test(tokens.map((token) => token.lower).join(' '));
