import { confiding } from '../confidence/confiding.js';
import { anyCase } from '../text/any-case.js';
import type { Consent } from './consent/consent.js';
import { keptFromNobody, type Withholding } from './withholding.js';
import { proven } from '../text/proven.js';
import { Wordings } from '../text/wordings.js';

/** What the speaker asks about who may hear it, anywhere in the message. */
export interface Discretion {
  readonly confided: boolean;
  /** What the speaker lets be told all the same, or from now on. */
  readonly consent: Consent | null;
  /** Kept from somebody by name and from nobody else: those who are there may know. */
  readonly onlyFromSome: boolean;
  /** What it is that may or may not be told, when the message says so: "don't tell Ana about the party". */
  readonly what: string | null;
}

const plainly = proven({
  id: 'plainly',
  pattern:
    /\b(?:(?:keep|keeping) (?:it|this|that|things?) (?:just )?(?:between|quiet|secret|private|confidential|to (?:yourself|yourselves|you)|under wraps|on the down ?low|low key|off the record)|keep (?:it )?(?:a secret|mum|quiet)|(?:just )?between (?:us|you and (?:me|i)|me and (?:you|u)|the two of us|ourselves)|(?:do not|don'?t|dont|please do not|never|not to|must not|should not|shouldn'?t) (?:you )?(?:tell|mention|share|repeat|spread|let|say (?:anything|a word|it)|breathe|pass (?:it|this|that) on|spill|leak)(?!.{0,12}\b(?:me)\b)|(?:in|strict) confidence|in strictest confidence|told (?:me|us) (?:this |that )?(?:privately|secretly|in private)|confidentially|strictly confidential|off the record|(?:this|that|it)(?:'s| is) (?:a secret|confidential|private|not public|hush)|top secret|hush[- ]hush|on the (?:down ?low|dl|qt)|nobody (?:else )?(?:knows(?! (?:how (?:to|the|it)|why (?:the|it)|if|whether|which|when the|where the|for sure|exactly|better|the (?:answer|reason|way)))|is supposed to know|should know|may know)|no ?one (?:else )?(?:knows(?! (?:how (?:to|the|it)|why (?:the|it)|if|whether|which|when the|where the|for sure|exactly|better|the (?:answer|reason|way)))|is supposed to know|should know|may know|must know)|haven'?t told (?:anyone|anybody|him|her|them|my|the)|have not told (?:anyone|anybody)|not (?:public|announced|common knowledge) yet|can'?t know (?:yet|about)|(?:must|should)(?:n'?t| not) (?:know|find out|hear)|do(?:es)?n'?t know (?:yet|about it yet)|mum'?s the word|for your (?:eyes|ears) only|stays? between us|only (?:\w+ )?(?:may|can|should) know|secretly)\b/iu,
  yes: ['keep this between us', 'please do not tell anyone', 'nobody knows yet', "it's a secret"],
  no: ['tell everybody', 'nobody knows how to fix it', 'keep the change'],
});
const hint = anyCase(
  proven({
    id: 'mayBeDiscreet',
    pattern:
      /\bsh+\b|\bpss|keep|beyond|word|find|want|pass|say|confid|leave|goe?s? no f|any f[au]rther|discuss|quot|forward|post|schtum|shtum|stumm|mouth|lips|lid on|\bzip|embargo|nda\b|swor|swear|promise|outside|n(?:o|')t (?:meant |intended |\w+ )?for|not to be|screenshot|spoil|unter uns|behalt|weiter|niemand|keinem|vertrauen|nosotros|nadie|secreto|entre nous|personne|telling|anyone|anybody|nobody|no ?one|let on|post|copy|disclose|divulge|bring|get(?:ting|s)? (?:out|around)|internal|classified|official|stay|remain|discreet|under |secret|tell|told|share|between|confiden|quiet|private|record|know|mention|repeat|wraps|public|hush|mum|only|spread|stay|down ?low|leak|spill|secretly/u,
    yes: ['keep it low', 'zip it', 'for no one else'],
    no: ['the cat slept', 'we ate soup'],
  }),
);
const none: Discretion = {
  confided: false,
  consent: null,
  onlyFromSome: false,
  what: null,
};
/** "Don't tell Tom": of one person, not of everybody. */
const keptFromSome = proven({
  id: 'keptFromSome',
  pattern:
    /\b(?:do not|don'?t|dont|never|not to|must not|should not|shouldn'?t) (?:you )?(?:tell|mention (?:it |this |that )?to|let) (?!any|no|every|a soul|people|others|the others|them all|this\b|that\b|it\b)@?[\p{L}\p{N}_.-]+(?:(?:,| and| or) @?[\p{L}\p{N}_.-]+)*/giu,
  yes: ["don't tell Ines", 'never mention it to Ines and Bao'],
  no: ['tell Ines', "don't tell anyone"],
});

/** "Don't tell Ana about the party", "you can tell Bo that I'm leaving". */
const spokenOf = proven({
  id: 'spokenOf',
  pattern:
    /\b(?:tell|let|mention to|say to|share with)\s+(?:@?[\p{L}\p{N}_.-]+(?:(?:,| and| or) @?[\p{L}\p{N}_.-]+)*)\s+(?:know\s+)?(?:that|about|of)\s+(?!it\b|that\b|this\b|them\b)([^.!?\n]{2,160})/iu,
  yes: ['tell Ines about the ring', 'let Ines know that we moved'],
  no: ['tell Ines about it', 'Ines told me about the ring'],
});

const tag = proven({
  id: 'tag',
  pattern:
    /\b(?:ok(?:ay)?|k|right|yeah|yes|pls|please|alright|deal|promise|will you|would you|can you|could you|got it|understood|thanks|thx|eh|hm+|capisce)\s*\?+\s*$/iu,
  yes: ['fine, ok?', 'will you?', 'got it ??'],
  no: ['is it ok to park here', 'really?'],
});

/** What is asked at the end asks nobody to keep it, but "not a word, ok?" does, and so does what stands before it. */
const withoutQuestion = (text: string): string => {
  const told = text.replace(tag, '');
  if (!/\?[^\p{L}\p{N}]*$/u.test(told.slice(-40))) return told;
  const at = Math.max(
    ...['. ', '! ', '? ', ', ', ': ', '; ', ' - ', '\n', ' but '].map((mark) => told.lastIndexOf(mark)),
  );
  return told.slice(0, Math.max(at, 0));
};
const confidings = new Wordings(confiding);
const isPlainlyConfiding = anyCase(new RegExp(plainly.source, 'u'));
const isConfiding = (text: string): boolean => isPlainlyConfiding.test(text) || confidings.test(text);

const everyPlainly = new RegExp(plainly.source, 'giu');

/** Where the text asks to keep it. */
export const confidingSpans = (text: string): Withholding['spans'] => [
  ...[...text.matchAll(everyPlainly)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  })),
  ...confidings.spansIn(text),
];

/** The text with a gap in place of these, which stand in order or overlap. */
const without = (text: string, spans: Withholding['spans']): string => {
  let left = '';
  let from = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    left += `${text.slice(from, Math.max(from, start))} `;
    from = Math.max(from, end);
  }
  return left + text.slice(from);
};

export const discretionOf = (
  text: string,
  kept: Withholding = keptFromNobody,
  consent: Consent | null = null,
): Discretion => {
  const isKept = kept.spans.length > 0;
  if (!isKept && consent === null && !hint.test(text)) return none;
  const told = withoutQuestion(text);
  const isConfided =
    kept.spans.some(({ start }) => start < told.length) || (isConfiding(told) && consent?.kind !== 'open');
  return {
    confided: consent?.kind === 'only' || isConfided,
    consent,
    onlyFromSome:
      isConfided &&
      consent?.kind !== 'only' &&
      !isConfiding(without(told, kept.spans).replace(keptFromSome, ' ')),
    what: consent?.what ?? spokenOf.exec(text)?.[1]?.trim() ?? kept.what,
  };
};
