import { anyCase } from '../text/any-case.js';
import { abroad } from './withholding-abroad.js';
import { proven } from '../text/proven.js';

/** The wordings by which something is kept from somebody by name, around the place where the names stand. */

const denying = proven({
  id: 'denying',
  pattern:
    /\b(?:not|never|keep(?:ing)?|kept|hid(?:e|ing|den)|withhold(?:ing)?|conceal(?:ing)?|without|secret|no|none|nobody|neither|stop|avoid|refrain|cant|dont|dnt|isnt|wont|mustnt|musnt|musn|shouldnt|doesnt|havent|nicht|nichts|kein|keine|niemandem|ne|pas|rien|personne|nunca|nada|nadie)\b|n['\u2019]t\b/u,
  yes: ['we are keeping this from ines', 'she doesn’t need to see it', 'no word to him'],
  no: ['tell ines at once', 'she knows it all by note'],
});
const learning = proven({
  id: 'learning',
  pattern:
    /\b(?:tells?|telling|informing?|warn(?:ing)?|alert(?:ing)?|mention(?:s|ing)?|say|share|repeat|leak|reveal|show|let|letting|know|knowing|find|finding|hear|hearing|learn|from|word|told|see|read|reading|for|ears|eyes|wind|reach|receive|gets?|sent|shown|given|forwarded|passed|suspects?|aware|clue|idea|dark|loop|out|business|bring|sagt?|sagen|erz\u00e4hlt?|erz\u00e4hlen|verr\u00e4t|verrate|verraten|wei\u00df|wissen|erf\u00e4hrt|erfahren|digas|dig\u00e1is|diga|cuentes|cuente|sepa|saber|entere|enterarse|dis|dites|raconte|racontez|sache|savoir|apprenne)\b/u,
  yes: ['ines must hear of it', 'he is kept in the dark', 'not for her ears'],
  no: ['we went swimming', 'the knife is blunt'],
});

/** One after the other in a sentence; in lower case, as with `anyCase`. */
const denied = (text: string): boolean => {
  const lower = text.toLowerCase();
  return (
    denying.test(lower) &&
    lower.split(/[.!?\n]/u).some((sentence) => {
      const at = sentence.search(denying);
      return at >= 0 && learning.test(sentence.slice(at));
    })
  );
};
const other = anyCase(
  proven({
    id: 'other',
    pattern:
      /\b(?:unter uns|entre (?:nosotros|nous)|niemandem|keinem|secreto|(?:sagt?|erz(?:\u00e4|ae)hlt?|verrate?t?|zeigt?)(?: \p{L}+){1,4},? (?:nichts|nix|nicht|kein)|(?:every ?(?:one|body)|all|any(?:one|body)|y'?all|of us) (?:else |of you )?(?:except|but|besides|apart from|other than|bar|minus|save)|surpris(?:e|ing)|spoil(?:ers?|ing)?|ruin|psst|shh+|back|un(?:beknownst|known|beknown) to|the dark|the loop|(?:suspects?|knows?) (?:nothing|nought)|asks|look away|(?:but|just|only|and) not|(?:know|hear|told|see|learn)(?: \p{L}+){0,6},? (?:except|besides|apart from|other than|minus|save for|but))\b/u,
    yes: ['everybody but ines', 'psst, the cake', 'if she asks, say nothing'],
    no: ['everybody went home', 'he answered the phone'],
  }),
);

/** Cheap to tell: most messages keep nothing from anybody. */
export const mayWithhold = (text: string): boolean => denied(text) || other.test(text);

const ever = String.raw`(?:ever\s+|dare\s+(?:to\s+)?|please\s+|under (?:any|no) circumstances\s+|go\s+|be\s+)?`;
const no = String.raw`(?:(?:do not|don'?t|dont|dnt|never|not to|mus(?:t ?)?(?:n'?t| not)|should(?:n'?t| not)|may not|can(?:'?t|not)|better not|let'?s not|rather (?:you )?(?:not|didn'?t)|wo(?:n'?t| not)|will not|would(?:n'?t| not)|(?:not |no )(?:gonna|going to|about to|allowed to|supposed to|planning to)|please not)\s+(?:you\s+|anyone\s+|anybody\s+)?|(?:nobody|no ?one|no-one)\s+(?:must\s+|should\s+|may\s+|can\s+|will\s+|is to\s+)?)${ever}`;
const noing = String.raw`(?:(?:^|[.!?,;:(\u2014-]\s*|\b(?:and|so|but|please|pls|i'?m|im|we'?re|are|am|is|be)\s+)(?:no|not)|\bwithout|\bstop|\bavoid|\brefrain from|\bkeep from|\bnever|\bmind not)\s+(?:us\s+|anyone\s+|you\s+)?`;
const it = String.raw`(?:it|this|that|these|them|any(?:thing|\s+of\s+(?:it|this|that))?|a\s+(?:word|thing)(?:\s+(?:of|about)\s+(?:it|this|that))?|about\s+(?:it|this|that)|(?:the|my|our|his|her|their)\s+\p{L}+|on)`;
/** "Everyone but Tom": whom it is kept from comes after it. */
export const but = String.raw`(?:except|but|besides|apart from|other than|bar|minus|save)(?:\s+for)?`;
const all = String.raw`(?:everyone|everybody|every one|all|anyone|anybody|y'?all|all of you|the rest of us)`;

export interface WithholdingPattern {
  readonly before: RegExp;
  /** What has to follow the names. */
  readonly after?: RegExp;
  /** Names only if somebody bears them, unless they look like names: "keep this from burning". */
  readonly needsName?: true;
}

const know = String.raw`(?:know|find (?:it |this |that )?out(?! (?:how|what|when|where|who|why|if|whether)\b)|learn (?:of|about|this|that|it)|hear (?:of|about|this|that|it|a word|any of (?:this|that|it))|be told|get (?:to know|wind of|told)|catch wind of|see (?:this|that|it)|read (?:this|that|it)|suspect|be aware|(?:receive|get|see|be (?:sent|shown|given|copied on|cc'?d on)) (?:it|this|that|these|any|a (?:copy|hint|word)|the (?:details?|news|file|notes?|minutes))|be (?:copied|cc'?d|in the loop))`;

/** Words that stand right before the names. */
export const withholdingPatterns: readonly WithholdingPattern[] = [
  { before: new RegExp(String.raw`\b${no}(?:tells?|inform|warn|alert|clue)\s+`, 'giu') },
  {
    before: new RegExp(String.raw`${noing}(?:telling|informing|alerting|warning)\s+`, 'giu'),
    needsName: true,
  },
  {
    before: proven({
      id: 'notToldYet',
      pattern:
        /\b(?:(?:have|has|had)(?:n'?t| not)|(?:'ve|'s) (?:not|never)|haven?t|(?:have|has|had) never|never|not yet|(?:did(?:n'?t| not)|do(?:n'?t| not)) (?:want to|wanna|dare(?: to)?|plan to|intend to))\s+(?:yet\s+|even\s+)?(?:told|tell|informed)\s+/giu,
      yes: ["I haven't told Ines", 'we never informed Ines', "didn't dare tell Ines"],
      no: ['I told Ines', 'I have never met Ines'],
    }),
    needsName: true,
  },
  {
    before: /\bdid(?:n'?t| not) tell\s+/giu,
    after: /^\s+(?:yet|that|about)\b/iu,
    needsName: true,
  },
  {
    before: new RegExp(String.raw`\b${no}let\s+`, 'giu'),
    after: /^\s*(?:know|find|hear|learn|see|read|in on|get wind|catch wind|suspect)\b/iu,
  },
  {
    before: new RegExp(String.raw`${noing}letting\s+`, 'giu'),
    after: /^\s*(?:know|find|hear|learn|see|read|in on|get wind)\b/iu,
    needsName: true,
  },
  {
    before: new RegExp(
      String.raw`\b${no}(?:mentions?|say|share|breathe|repeat|leak|reveal|spill|show|forward|pass|disclose|let (?:it |this |that )?(?:on|slip))(?:\s+${it})?\s+(?:on\s+)?(?:to|with)\s+`,
      'giu',
    ),
  },
  {
    before: /\b(?:not|without|breathe|never) a (?:single )?word(?: (?:of|about) (?:it|this|that))? to\s+/giu,
  },
  {
    before: proven({
      id: 'keptFrom',
      pattern:
        /\b(?:keep|keeping|hide|hiding|hidden|withhold|withholding|conceal|concealing|kept)\s+(?:(?:it|this|that|these|them|all (?:of )?(?:this|that|it)|everything|what [^.!?\n]{1,60}?|(?:the|my|our|his|her|their)\s+[\p{L} ]{1,40}?)(?:\s+(?:a secret|secret|hidden|quiet|private|away))?\s+)?from\s+/giu,
      yes: ['keep it from Ines', 'hiding the ring from Ines', 'keep what we planned from Ines'],
      no: ['it came from Ines', 'keep the dog away'],
    }),
    needsName: true,
  },
  { before: /\bsecret from\s+/giu, needsName: true },
  {
    before: /\b(?:rather|prefer(?: it)?|hope|hoping|better|glad|wish)(?: if| that)?\s+/giu,
    after: proven({
      id: 'doesNotLearn',
      pattern:
        /^\s+(?:did(?:n['\u2019]?t| not)|do(?:es)?(?:n['\u2019]?t| not)|never|not|wo(?:n['\u2019]?t|uld not))\s+(?:ever\s+)?(?:knew|know|hear[ds]?|find (?:it |this |that )?out|learn|see|get (?:wind|to know)|be told)\b/iu,
      yes: [" doesn't know", ' won’t hear'],
      no: [' knows it', ' never swims'],
    }),
    needsName: true,
  },
  {
    before: new RegExp(
      String.raw`\b${all} (?:else )?(?:may|can|should|must|is allowed to|gets? to) (?:know|hear|be told|see|learn)(?: (?:it|this|that|(?:about|of|that) [^.!?,;\n]{1,50}?))?,? ${but}\s+`,
      'giu',
    ),
    needsName: true,
  },
  {
    before: proven({
      id: 'mustNotReach',
      pattern:
        /\b(?:(?:must|should|may|shall)(?:n['\u2019]?t| not| never)|(?:is|are)(?:n['\u2019]?t| not| never) to)(?: ever)? (?:reach|get (?:back |out )?to|come (?:back )?to|find its way to|end up with|be (?:shown|told|given|sent|forwarded|passed(?: on)?) to)\s+/giu,
      yes: ["it mustn't reach Ines", 'this is not to be shown to Ines', 'it should never get back to Ines'],
      no: ['it must reach Ines', 'it may be late'],
    }),
    needsName: true,
  },
  {
    before: /\bwithout\s+/giu,
    after: /^\s*(?:knowing|finding (?:it )?out|hearing|learning|noticing|suspecting)\b/iu,
    needsName: true,
  },
  {
    before: /\bnot (?:meant |intended )?for\s+/giu,
    after: /^(?:(?:'s?)?\s+(?:ears|eyes)\b|\s*[:)])/iu,
    needsName: true,
  },
  {
    before: /\bkeep(?:ing)?\s+/giu,
    after:
      /^\s+(?:from (?:knowing|finding|hearing|learning|suspecting)|in the dark|out of the loop|guessing)\b/iu,
    needsName: true,
  },
  {
    before: /\bleav(?:e|ing)\s+/giu,
    after: /^\s+(?:in the dark|out of the loop)\b/iu,
    needsName: true,
  },
  { before: /\bbehind\s+/giu, after: /^(?:'s?)?\s+back\b/iu, needsName: true },
  { before: /\bun(?:beknownst|known|beknown) to\s+/giu, needsName: true },
  {
    before:
      /\b(?:no need|no reason|not necessary|better not|wouldn'?t be good|bad idea) (?:for|to let)\s+/giu,
    after: /^\s+(?:to )?(?:know|hear|find out|be told|see)\b/iu,
    needsName: true,
  },
  {
    before: new RegExp(String.raw`\b${all} ${but}\s+`, 'giu'),
    after: proven({
      id: 'isToKnow',
      pattern:
        /^\s*(?:[:\u2014\u2013]|\)\s*:?|\s-\s|,?\s*(?:(?:may|can|should|must|is allowed to|gets? to|already)\s+)?(?:knows?(?! (?:how|what|when|where|who|why)\b)|hears? (?:this|it|about|that)|read this|look away)\b)/iu,
      yes: [': read this', ' may know', ', already hears about it'],
      no: [' knows how to swim', ' left early'],
    }),
    needsName: true,
  },
  {
    before: new RegExp(
      String.raw`\b(?:tell|telling|share (?:it |this |that )?with|show (?:it |this |that )?(?:to )?|let) ${all}(?: else)? ${but}\s+`,
      'giu',
    ),
    needsName: true,
  },
  {
    before: proven({
      id: 'butNot',
      pattern:
        /\b(?:tell|telling|share|show|mention|let|know|knows)\b[^.!?\n]{0,40}?\b(?:but|just|only|though|and|,) not (?:to |with )?/giu,
      yes: ['tell the others but not Ines', 'mention it to all, not to Ines'],
      no: ['tell Ines', 'not Ines, I said'],
    }),
    after: /^\s*(?:$|[.,!:;)]|though|yet|please|pls|ok|know)/iu,
    needsName: true,
  },
  {
    before: /\bif\s+/giu,
    after: proven({
      id: 'ifAsked',
      pattern:
        /^\s+(?:ever )?asks?(?: you)?(?: (?:about|abt|for|of) [^.,!?\n]{1,60})?,?\s+(?:you (?:know nothing|don'?t know|do not know|have(?:n'?t| not)|did(?:n'?t| not)|never)|say nothing|it was(?:n'?t| not)|(?:i|we) (?:was|were)(?:n'?t| not)?)\b/iu,
      yes: [' asks, you know nothing', " ever asks you, I wasn't there"],
      no: [' asks a lot', ' asked, you knew nothing'],
    }),
    needsName: true,
  },
  {
    before: proven({
      id: 'notWanted',
      pattern:
        /\b(?:do(?:n['\u2019]?t| not)|would(?:n['\u2019]?t| not)|never|no) (?:really |even )?(?:want|wanna have|like|need|wish)\s+/giu,
      yes: ["I don't want Ines to know", 'no need Ines to hear'],
      no: ['I want Ines to know', 'she needs it'],
    }),
    after: new RegExp(
      String.raw`^\s+(?:to\s+(?:ever\s+)?|knowing|finding|hearing|seeing)(?:${know})?\b`,
      'iu',
    ),
    needsName: true,
  },
  {
    before: /\bkeep(?:ing)?\s+/giu,
    after: proven({
      id: 'outOfThis',
      pattern:
        /^\s+out of (?:it|this|that|(?:the|this|that|my|our) (?:\p{L}+ ){0,3}?(?:thing|matter|story|business|plans?|news|secret|affair))\b/iu,
      yes: [' out of this', ' out of the party thing'],
      no: [' out of trouble', ' in the loop'],
    }),
    needsName: true,
  },
  {
    before: new RegExp(
      String.raw`\b${no}(?:mention|bring up|discuss|talk about|raise|speak of|speak about|drop)\s+(?:${it}|(?:the|my|our|his|her|their|that)\s+[\p{L} ]{1,40}?|any\p{L}*(?: \p{L}+){0,3}?)\s+(?:up )?(?:to|with|around|near|before|in front of)\s+`,
      'giu',
    ),
    needsName: true,
  },
  {
    before: /\bneither\s+/giu,
    after: new RegExp(
      String.raw`^\s+(?:(?:may|must|should|shall|can|is to|are to|needs? to|(?:is|are) (?:allowed|supposed|meant) to)\s+(?:ever\s+)?${know}|(?:knows?|suspects?) (?:yet|about (?:it|this|that))\b)`,
      'iu',
    ),
    needsName: true,
  },
  { before: /\bnone of\s+/giu, after: /^'s?\s+business\b/iu, needsName: true },
  ...abroad,
  { before: /\bsurpris(?:e|ing)\s+/giu, needsName: true },
  {
    before: /\b(?:spoil|ruin)(?:s|ing|ers?)?\s+(?:(?:it|this|that|the \p{L}+)\s+)?for\s+/giu,
    needsName: true,
  },
];

const isNot = String.raw`(?:(?:(?:is|are|was|were)(?:n'?t| not)|'s not|s not|'re not)(?: (?:yet|really|actually))?)`;

/** Words that stand right after them. */
export const withholdingVerbs = new RegExp(
  String.raw`(?:\s+(?:mus(?:t\s?)?(?:n'?t| not| never)|should(?:\s?n'?t| not| never)|shall (?:not|never)|may (?:not|never)|ought not to|need(?:n'?t| not)|(?:is|are) never to|(?:do(?:es)?(?:n'?t| not)) (?:need|have) to|under no circumstances (?:may|must|can)|(?:had )?better (?:not|never))\s+(?:ever\s+)?${know}` +
    String.raw`|(?:\s+(?=is|are|was|were)|(?='s|s not|'re))${isNot}(?: supposed| meant| allowed| cleared| going)? to\s+(?:ever\s+)?${know}` +
    String.raw`|\s+(?:can(?:'?t|not| not| never)|will never|won'?t|could(?:n'?t| not))\s+(?:ever\s+)?(?:know(?! (?:how|what|if|whether)\b)|be told|find (?:it |this |that )?out(?! (?:how|what|when|where|who|why|if|whether)\b)|learn (?:of|about) (?:it|this|that)|hear (?:of|about) (?:it|this|that)|get wind of)` +
    String.raw`|\s+do(?:es)?(?:n'?t| not)\s+know (?:yet|about (?:it|this|that)|(?:it|this|that) yet|any(?:thing)? (?:of|about) (?:it|this|that))` +
    String.raw`|\s+(?:do(?:es)?(?:n'?t| not)|won'?t|will not|never|has(?:n'?t| not))\s+(?:finds? (?:it |this |that )?out|found out|gets? wind of|hears? (?:of|about) (?:it|this|that)|learns? (?:of|about) (?:it|this|that)|suspects?(?: (?:a thing|anything))?)` +
    String.raw`|\s+(?:has|have) (?:no (?:idea|clue)|not (?:the|a) (?:faintest|slightest|clue)) (?:about (?:it|this|that)|of (?:it|this|that)|(?:i|we|that (?:i|we))\b)` +
    String.raw`|\s+(?:has|have)(?:n'?t| not) been told|\s+(?:suspects?|knows?) (?:nothing|nought)(?: (?:of|about) (?:it|this|that)|\s*(?:$|[.!,)]))` +
    String.raw`|,?\s+(?:please )?(?:look away|avert your eyes|close your (?:eyes|ears)|cover your (?:ears|eyes)|(?:don'?t|do not|stop) read(?:ing)? (?:this|on)))\b`,
  'giu',
);

/** Somebody is to be surprised: what the message says is kept from whom it is for. Not "no surprise that", not "was a surprise". */
const surprise = anyCase(
  proven({
    id: 'surprise',
    pattern:
      /(?<!\b(?:no|my|what a|was an?|by|were an?|big|nice|lovely|in for an?) )\bsurprise(?:s)?(?:(?= (?:party|trip|visit|gift|present|dinner|lunch|cake|birthday|do|bash|baby|weekend|holiday|event|celebration|farewell|send|wedding|getaway|for|him|her|them))|(?=\s*(?:$|[!.,:;)\u2014-])))|\b(?:a|as a|another|our|it'?s an?|its a|still a) surprise\b(?! (?:that|how|when|to (?:me|us)|test|quiz|exam|attack|boss|inspection|win|loss|hit))|\bspoil the surprise|\bruin the surprise|\bno spoilers?\b|^\W*(?:pss+t|shh+)\b|\bshh+\W*$/u,
    yes: ['surprise party on friday', 'it is a surprise', 'psst, come here'],
    no: ['no surprise there', 'what a surprise test'],
  }),
);
const isOver = anyCase(
  proven({
    id: 'isOver',
    pattern:
      /\b(?:was|were|loved|liked|enjoyed|had) (?:it |this |that )?(?:such )?an? (?:\p{L}+ )?surprise\b|\b(?:movie|film|book|series|episode|season|game|ending)\b/u,
    yes: ['it was a nice surprise', 'the movie has a surprise in it'],
    no: ['it is a surprise', 'surprise party tonight'],
  }),
);
/** Whom it is for: "for Tom", "Tom's birthday". */
const fore = /\b(?:for|throwing|getting|giving|got|bought|baked|ordered|made|treating)\s+/giu;
const owning = proven({
  id: 'owning',
  pattern:
    /(?:'s|s'|')\s+(?:\p{L}+\s+){0,2}?(?:birthday|bday|b-day|leaving|farewell|party|do|present|gift|shower|anniversary|wedding|graduation|retirement|send-?off|cake|trip|surprise|hen|stag|promotion|engagement)\b|\s+(?:birthday|bday)\b/giu,
  yes: ["Ines's surprise party", 'Ines birthday'],
  no: ['Ines left early', "Ines's bicycle"],
});

export const surprises: { readonly before: RegExp; readonly own: RegExp } = { before: fore, own: owning };
export const isSurprise = (text: string): boolean => surprise.test(text) && !isOver.test(text);
