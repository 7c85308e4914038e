import type { SubjectRef } from '#identity';
import type { Addressee } from '../../forgetting/forget-me.js';
import { sentencesOf } from '../../text/sentences.js';
import { isAgentCalled } from '../addressing.js';
import { sarcastic } from '../doubt.js';
import type { HeardMessage, Mentions } from '../mentions.js';
import { meantThen } from './meant-then.js';
import { onlyForIn } from './only-for.js';
import { changes, derivations, endsOf, wordsOf, type Said, type Word } from './derive.js';
import { proven } from '../../text/proven.js';

/** What somebody lets be told, and to whom. */
export interface Consent {
  /** `leave`: to these as well. `only`: to these and nobody else. `open`: it is kept from nobody any more. */
  readonly kind: 'leave' | 'only' | 'open';
  readonly to: readonly SubjectRef[];
  readonly what: string | null;
}

const mayConsent = proven({
  id: 'mayConsent',
  pattern:
    /\b(?:tell|telling|let|letting|inform|know|knows|knowing|hears?|finds|told|learn|share|sharing|discuss|pass|mention|relay|repeat|forward|show|reveal|disclose|post|spread|secret|private|confidential|public|yes|yeah|yep|yup|sure|ok|okay|course|ahead|do|can|may|free|problem|fine|absolutely|certainly|definitely|mind)\b/iu,
  yes: ['you may tell her', 'no problem', 'it is public'],
  no: ['she left early', 'the cat sleeps'],
});

/** Marks that make a pause, and kind faces, as the grammar reads them. */
const plainly = (sentence: string): string =>
  sentence
    .trim()
    .replace(/\u2019/gu, "'")
    .replace(/(?:[\u{1F642}\u{1F60A}\u{1F44D}\u2764\u{1F64F}]|\ufe0f|:-?\))+$/u, '')
    .trimEnd()
    .replace(/[.!]$/u, '')
    .replace(/^((?:\p{L}+,? )?(?:about|regarding|as for) [^:]{2,60}):/iu, '$1,')
    .replace(/ (?:-|\u2013|\u2014) |;/gu, ', ');

const isAgentAt = (words: readonly Word[], at: number, who: Mentions): boolean => {
  const word = words[at];
  if (!word) return false;
  const mention = who.platformMention({ text: word.text });
  return mention?.kind === 'entity'
    ? mention.entityId === who.context.agentEntityId
    : isAgentCalled(word.text, who.context);
};

/** Without the words by which the agent is called, before and after. */
const withoutCall = (words: readonly Word[], who: Mentions): readonly Word[] => {
  let left = words;
  for (const opening of [0, ...endsOf('OPENERS', words)])
    if (isAgentAt(words, opening, who)) {
      const next = words[opening + 1]?.text === ',' ? opening + 2 : opening + 1;
      left = [...words.slice(0, opening), ...words.slice(next)];
      break;
    }
  const last = left.length - 1;
  return last > 0 && isAgentAt(left, last, who)
    ? left.slice(0, left[last - 1]?.text === ',' ? last - 1 : last)
    : left;
};

/** "I moved to Lisbon, you can tell Ana": what stands before the leave is said by them, plainly. */
const isOwnStatement = (words: readonly Word[]): boolean =>
  words.length > 1 &&
  (/^(?:i|i'm|im|i've|ive|we|we're|we've)$/u.test(words[0]?.lower ?? '') ||
    (/^(?:my|our)$/u.test(words[0]?.lower ?? '') &&
      words.some(({ lower }) => /^(?:is|are|was|were|has|have|had|got|will)$/u.test(lower)))) &&
  !changes(words.filter(({ lower }) => lower !== 'just'));

/** Where a form may begin: at the beginning, after words that only open a turn, or after a plain statement. */
const startsIn = (words: readonly Word[]): readonly number[] => [
  0,
  ...endsOf('OPENERS', words),
  ...words.flatMap(({ lower }, at) => {
    if (!/^(?:,|but|so|and)$/u.test(lower) || !isOwnStatement(words.slice(0, at))) return [];
    return [at + 1, ...endsOf('OPENERS', words.slice(at + 1)).map((end) => at + 1 + end)];
  }),
];

const formsOf: readonly (readonly [Consent['kind'], string])[] = [
  ['only', 'ONLY'],
  ['leave', 'CONSENT'],
  ['open', 'OPEN'],
];

const hearerOf = (name: string, who: Mentions): SubjectRef | null => {
  const ref = meantThen(who, name);
  return ref?.kind !== 'entity' ||
    ref.entityId === who.message.authorId ||
    ref.entityId === who.context.agentEntityId
    ? null
    : ref;
};

const pronoun = /^(?:she|he|they|her|him|them)$/iu;

/** The hearers by name; "her" is whom the agent asked about, and nobody else. */
/** A leave in clear words for people whom nobody here is known to be. */
export const whoIsMeant = 'who-is-meant';
type Unknown = typeof whoIsMeant;

const looksLikeName = (name: string): boolean => /^<?@|^\p{Lu}/u.test(name);

const consentBy = (
  kind: Consent['kind'],
  { to, what }: Said,
  who: Mentions,
  asked: Consent | null,
): Consent | Unknown | null => {
  if (kind === 'open' || to === 'everybody') return kind === 'only' ? null : { kind: 'open', to: [], what };
  if (to?.length === 1 && pronoun.test(to[0] ?? '')) {
    who.usedContext = true;
    return asked?.kind === 'leave' ? { kind, to: asked.to, what: what ?? asked.what } : null;
  }
  const known = (to ?? []).map((name) => hearerOf(name, who)).filter((ref) => ref !== null);
  // "Bo and milk" is no list of people; of people, those who are unknown hear nothing.
  const areNames = (to ?? []).every(looksLikeName) || known.length === to?.length;
  if (!areNames || to === null) return null;
  return known.length === 0 ? whoIsMeant : { kind, to: known, what };
};

const consentIn = (sentence: readonly Word[], who: Mentions): Consent | Unknown | null => {
  const words = withoutCall(sentence, who);
  let unknown: Unknown | null = null;
  for (const start of startsIn(words))
    for (const [kind, form] of formsOf)
      for (const said of derivations([form, 'CLOSERS?'], words.slice(start))) {
        const consent = consentBy(kind, said, who, null);
        if (consent === whoIsMeant) unknown = consent;
        else if (consent) return consent;
      }
  return unknown;
};

const introduces = proven({
  id: 'introduces',
  pattern:
    /(?::|,|\b(?:sa(?:y|ys|id|ying)|told|tells|wrote|writes|asked|asks|like|goes|went|quote|claims|claimed|imagine|suppose|pretend|example|e\.g|hypothetically|if))[\s"'\u201c\u2018.]*$/iu,
  yes: ['she said "', 'for example: ', 'if '],
  no: ['you may ', 'tell him'],
});
const supposes =
  /^\W*(?:imagine|suppose|supposing|pretend|let'?s say|say|what if|if|hypothetically|for example|quote)\b/iu;

/** Whether what is said next may be another's words, or none that holds. */
const isIntroduced = (before: string): boolean =>
  introduces.test(before.slice(-200)) || supposes.test(before);

const isA = (forms: readonly string[], words: readonly Word[]): boolean =>
  [...derivations(forms, words)].length > 0;

/** What comes after it leaves it as it is, or adds "nobody else". Null: it may change it. */
const followedBy = (sentences: readonly string[]): 'nothing' | 'nobody-else' | null => {
  let after: 'nothing' | 'nobody-else' = 'nothing';
  for (const sentence of sentences) {
    const text = plainly(sentence);
    if (text === '') continue;
    const words = wordsOf(text);
    if (words === null) return null;
    if (isA(['OPENERS?', 'ELSE'], words)) after = 'nobody-else';
    else if (
      !isA(['CLOSERS'], words) &&
      !isA(['WHY'], words) &&
      !isA(['OPENERS?', 'CONSENT', 'CLOSERS?'], words) &&
      !isOwnStatement(words)
    )
      return null;
  }
  return after;
};

/** What the agent asked just before: whether it may tell somebody, and what says yes to that. */
const askedBefore = (who: Mentions): { readonly consent: Consent; readonly yes: string } | null => {
  const { message, context } = who;
  const before: HeardMessage | undefined = context.repliedTo ?? context.before.at(-1);
  if (!before || (before.authorId !== context.agentEntityId && before.authorKind !== 'agent')) return null;
  // Among people an answer says to what it is one.
  if (context.place.type !== 'dm' && context.repliedTo === null) return null;
  const question = sentencesOf(before.text.slice(-400)).at(-1)?.text.trim() ?? '';
  const words = question.endsWith('?') ? wordsOf(plainly(question.slice(0, -1))) : null;
  if (!words || message.text.length > 400) return null;
  for (const [form, yes] of [
    ['QUESTION', 'YES'],
    ['MIND-QUESTION', 'YES-TO-MIND'],
  ] as const)
    for (const said of derivations(['OPENERS?', form, 'CLOSERS?'], words)) {
      const consent = consentBy('leave', said, who, null);
      if (consent && consent !== whoIsMeant) return { consent, yes };
    }
  return null;
};

/** A yes to the agent, with a leave in it or without. */
const consentByAnswer = (who: Mentions): Consent | null => {
  const { text } = who.message;
  const words = text.length > 120 ? null : wordsOf(plainly(text));
  if (!words || !isA(['ANSWER'], words)) return null;
  who.usedContext = true;
  const asked = askedBefore(who);
  if (!asked) return null;
  for (const said of derivations([asked.yes, 'CLOSERS?'], withoutCall(words, who))) {
    const consent = said.to === null ? asked.consent : consentBy('leave', said, who, asked.consent);
    if (consent && consent !== whoIsMeant) return { ...consent, what: consent.what ?? asked.consent.what };
  }
  return null;
};

/**
 * What a message lets be told: said to the agent, in a sentence of its own or after a plain statement, with nothing after
 * it that changes it.
 * INVARIANT: whatever else is said about telling is no consent.
 */
export const consentOf = (who: Mentions, addressee: Addressee): Consent | Unknown | null => {
  const { text } = who.message;
  const only = onlyForIn(who);
  if (only.length > 0) return { kind: 'only', to: only, what: null };
  if (addressee !== 'agent' || !mayConsent.test(text)) return null;
  if (text.length > 4_000 || sarcastic(text)) return null;
  const answer = consentByAnswer(who);
  if (answer) return answer;
  const masked = who.ownWords(text);
  const sentences = sentencesOf(text);
  for (const [index, { text: sentence, offset }] of sentences.entries()) {
    const isOwn = masked.slice(offset, offset + sentence.length) === sentence;
    const words = isOwn && mayConsent.test(sentence) ? wordsOf(plainly(sentence)) : null;
    if (!words || isIntroduced(sentences[index - 1]?.text ?? '')) continue;
    const consent = consentIn(words, who);
    const after = consent && followedBy(sentences.slice(index + 1).map((next) => next.text));
    if (consent === whoIsMeant && after) return consent;
    if (consent && consent !== whoIsMeant && after)
      return after === 'nobody-else' && consent.kind === 'leave' ? { ...consent, kind: 'only' } : consent;
  }
  return null;
};

/** Whether a message is about telling or not telling somebody, and says nothing itself that could be told. */
export const speaksOfTelling = (text: string): boolean => {
  const words = text.length > 200 ? null : wordsOf(plainly(text));
  return words !== null && endsOf('SPEAKS-OF-TELLING', words).length > 0;
};
