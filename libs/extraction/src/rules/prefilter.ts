import { anyCase, mayWithhold, proven } from '#safety';
import type { ReadingContext } from '../fact-extractor.js';
import { lemmaOf } from '../words/verbs.js';
import { foreignFrames } from '../words/foreign-frames.js';

const self = anyCase(
  /(?:^|[^\p{L}\p{N}])(?:i|i'?m|i'?ve|i'll|my|me|we|we'?re|we'?ve|our|us|imma)(?=$|[^\p{L}\p{N}])/u,
);
const others = anyCase(
  proven({
    id: 'mayTell',
    pattern:
      /@\w|<@|(?:^|[^\p{L}])(?:is|are|was|has|had|will|he|she|they|his|her|their|hes|shes|likes?|loves?|hates?|prefers?|lives?|works?|eats?|drinks?|moved|got|runs?|plays?|owns?|built|bought|speaks?|teach(?:es)?|stud(?:ies|ied)|married|your|you|going|remember|forget|delete|note|dont|can(?:no|')?t|love|hate|prefer|enjoy)(?=$|[^\p{L}])|'s\b|[:=]|\d ?[ap]m\b|day\b|\/(?:her|him|them)\b/u,
    yes: ['i am here: brno', 'she knits', 'at 7pm'],
    no: ['ok', 'lol nice one'],
  }),
);
const bare = anyCase(/^\W*\p{L}+(?:s|ed|ing|ic|ent|an|d|t|main)\b/u);

/** A verb of the third person, or of the past, near the beginning: somebody or something does it. */
const saysOfOther = (text: string): boolean => {
  const words = text
    .slice(0, 120)
    .toLowerCase()
    .split(/[^\p{L}'-]+/u, 9);
  return words.some(
    (word, index) =>
      lemmaOf(word, 'third') !== null ||
      lemmaOf(word, 'past') !== null ||
      (index < 3 && lemmaOf(word, 'gerund') !== null),
  );
};

/** Words of an order to keep, to tell or to forget something: such a line states nothing, and has to be read all the same. */
const asks = anyCase(
  proven({
    id: 'mayOrder',
    pattern:
      /\b(?:keep|scratch|erase|wipe|strike|disregard|between|secret|confidential|private|tell|share|only|forget|delete|leaves?|quote|hush|shh+|psst)\b/u,
    yes: ['keep it', 'psst', 'that is private'],
    no: ['we ate soup', 'good morning'],
  }),
);

/** A row of words: "Ana, 31, nurse, from Porto". */
const row = /^[^,?]{2,50}(?:,[^,?]{1,50}){2,8}$/u;

/** Whether a line is worth parsing: most lines of a chat state nothing of anybody, which a few patterns tell. */
export const mayState = (text: string, _context?: ReadingContext): boolean => {
  if (text.length < 6 || !/\s|:/u.test(text.trim())) return false;
  if (/^\s*[!/.$](?!me\b)\w/u.test(text)) return false;
  return (
    self.test(text) ||
    others.test(text) ||
    asks.test(text) ||
    mayWithhold(text) ||
    row.test(text) ||
    bare.test(text) ||
    /\bmain\b/iu.test(text) ||
    saysOfOther(text) ||
    foreignFrames().hint.test(text)
  );
};
