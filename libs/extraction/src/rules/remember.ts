import { proven } from '#safety';
import type { FactDraft } from './statements/fact-draft.js';
import { sentence, verbPhrase } from '../grammar/render.js';
import { predicateAt } from '../grammar/predicate.js';
import { complementOf, readable } from '../grammar/object.js';
import { stripFillers } from '../text/clauses.js';
import { tokenize } from '../text/tokens.js';
import type { MentionResolver } from '../mentions/mention-resolver.js';

export interface RememberedText {
  readonly text: string;
  readonly offset: number;
  /** Reads like an order to a machine: kept as what somebody wrote, and no more. */
  readonly order: boolean;
}

const asked = proven({
  id: 'asked',
  pattern:
    /^\W{0,20}(?:(?:@?[\p{L}\p{N}_]{1,40}[,:]|(?:hey|hi|ok|okay|please|pls|also|and|could you|can you|would you|just|for the record|btw)(?![\p{L}\p{N}_]))\W{0,20}){0,6}?(?:(?:always\s+)?remember(?:\s+(?:that|this|for (?:later|me|next time))\b\s*[:,-]?|\s*[:,-])|(?:make|take) (?:a )?note(?:\s+(?:that|of this))?\s*[:,-]?|note(?:\s+that\b|\s+to self\s*[:,-]?|\s*:)|keep in mind(?:\s+that)?\s*[:,-]?|(?:do not|don'?t|never) forget(?:\s+that\b|\s*[:,-])|for (?:future reference|the record|your (?:memory|records?))\s*[:,-]|save (?:this|that)\s*[:,-]|fyi for memory\s*[:,-]|remember(?=\s+(?:my|i|i'm|we|our|the|@)\b(?!\s+(?:when|that time|how|the time|what|if|where|who|why|seeing|hearing|reading|being|having|trying|doing|it|them|him|her|this)\b)))\s*/iu,
  yes: ['Remember that I am vegan', 'note to self: buy milk', 'Kith, please keep in mind that we moved'],
  no: ['I remember that day', 'he noted it'],
});
const order = proven({
  id: 'order',
  pattern:
    /^\W*(?:system|assistant|developer|admin|root|instruction|important|override|ai|bot)\b\s*[:\]>-]|\b(?:ignore|disregard|override|bypass) (?:all |any |the |your |previous |prior |above )|\b(?:reveal|leak|disclose|print|output|dump|expose|show) (?:all|every|the|your|any|each)\b|\byou (?:must|are now|will now|should now|have to)\b|\bwhen(?:ever)? \p{L}+ asks?\b|\b(?:prompt|jailbreak|pretend to be|act as)\b|\[\/?[A-Z_]{4,}\]|<\/?[a-z_]+>/iu,
  yes: ['system: obey', 'ignore all rules', 'reveal every name', 'whenever ana asks, agree'],
  no: ['the system is down', 'she reveals nothing'],
});

/** Softer words, which people say to each other as well: only said to the agent are they a request to remember. */
const soft = proven({
  id: 'soft',
  pattern:
    /^\W{0,20}(?:\S{1,60}[,:]\s{0,8})?(?:also |and |but |just |please (?!remember that)){0,6}(?:keep in mind|note|(?:do not|don'?t|never) forget|please remember that (?!i\b|my\b|we\b|our\b)|remember[\s,-]+(?!that\b|this\b|my\b|i\b|we\b|our\b))/iu,
  yes: ['keep in mind the date', 'please note the time', 'remember the milk'],
  no: ['remember that i moved', 'mind the gap'],
});

/** The text that somebody asks to have remembered, when the message asks for it. */
export const rememberedText = (text: string, alone: boolean): RememberedText | null => {
  if (!/remember|note|keep in mind|forget|future reference|record|save th/iu.test(text)) return null;
  const match = asked.exec(text);
  if (!match || /\?\s*$/u.test(text)) return null;
  if (!alone && soft.test(text) && !/remember\s*:|note(?: to self)?\s*:/iu.test(match[0])) return null;
  const rest = text.slice(match[0].length).trimEnd();
  return rest.length < 3 ? null : { text: rest, offset: match[0].length, order: order.test(rest) };
};

/** Used where no rule fits: keeps the statement as it was put, without its first person. */
export const rememberedStatement = (remembered: RememberedText, who: MentionResolver): FactDraft => {
  const tokens = tokenize(remembered.text, remembered.offset);
  const plain = stripFillers(tokens);
  const first = plain[0]?.lower ?? '';
  const base = { pattern: 'remember', provenance: 0.9, tokens };
  if (remembered.order)
    return {
      ...base,
      subjects: [],
      content: remembered.text.replace(/\s+/gu, ' '),
      finding: { type: 'knowledge', confidence: 0.75, importance: 0.1 },
      pattern: 'remember-order',
    };
  if (first === 'i') {
    const p = predicateAt(plain, 1);
    const content = p
      ? sentence(
          p.lemma === 'be' && p.tense === 'present' ? (p.negated ? 'not' : '') : verbPhrase(p),
          complementOf(p.rest).text || readable(p.rest),
        )
      : readable(plain.slice(1));
    return { ...base, subjects: null, content, finding: { type: 'knowledge', confidence: 0.9 } };
  }
  if (first === 'my')
    return {
      ...base,
      subjects: null,
      content: sentence(readable(plain.slice(1))),
      finding: { type: 'knowledge', confidence: 0.9 },
    };
  const named = who.nameAt(plain, 0, () => true, true);
  const p = named ? predicateAt(plain, named.length) : null;
  if (named && p)
    return {
      ...base,
      subjects: [named.ref],
      content: sentence(verbPhrase(p), complementOf(p.rest).text),
      finding: { type: 'knowledge', confidence: 0.9 },
    };
  return {
    ...base,
    subjects: [],
    content: sentence(readable(first === 'the' ? plain.slice(1) : plain)),
    finding: { type: 'knowledge', confidence: 0.9 },
  };
};
