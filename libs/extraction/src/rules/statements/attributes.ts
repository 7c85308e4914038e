import type { SubjectRef } from '#identity';
import { proven } from '#safety';
import { isMachine } from '../frames/gear.js';
import { valueOf, type Finding } from '../frames/frame.js';
import { complementOf, readable } from '../../grammar/object.js';
import { attributeOf, isIn, type Attribute } from '../../words/lexicon.js';
import type { Clause } from '../../text/clauses.js';
import { timeIn } from '../../text/times.js';
import { isWord, type Token } from '../../text/tokens.js';
import { labelled, type FactDraft } from './fact-draft.js';

/** Where the verb or the mark between an attribute and its value stands. */
const copulaAt = (tokens: readonly Token[], from: number, limit: number): number => {
  for (let at = from; at < Math.min(tokens.length, from + limit); at += 1) {
    const lower = tokens[at]?.lower ?? '';
    if (lower === 'is' || lower === 'are' || lower === 'was' || lower === ':' || lower === '=') return at;
    if (!isWord(tokens[at])) return -1;
  }
  return -1;
};

/** Says how things stand, not what they are: "my sound is not working". */
const vague = proven({
  id: 'vague',
  pattern:
    /^(?:not working|broken|working|fine|ok|okay|good|bad|great|slow|fast|weird|dead|gone|here|there|too|so|very|really|pretty|kinda|still|now|being|not|about|like|that|when|because|going|getting|doing|just|on|off|up|down|in|full|empty|missing|stuck|frozen|screwed|fucked|messed|lagging|running|over|coming|done|ready|set|the same|different|unknown|none|null|wrong|right|correct|all|better|worse|what|how|why|where|if|to|a bit|a mess|a lot|this|these|those|set to|always|never|already|only|probably|also|supposed|old|new|no|hard|easy|cool|nice|awesome|amazing|terrible|horrible|awful|fun|ruined|saved|over)\b/u,
  yes: ['broken', 'set to 5', 'a mess'],
  no: ['blue', 'brno'],
});

const timedAttribute = proven({
  id: 'timedAttribute',
  pattern:
    /^(?:birthday|birth|deadline|due|start|last-day|flight|appointment|exam|interview|surgery|wedding|anniversary|graduation|defense|move|moving|next-appointment|shift|office-hours|working|work-hours)/u,
  yes: ['birthday', 'flight-home', 'work-hours'],
  no: ['dog', 'colour'],
});

interface Attributed {
  readonly content: string;
  readonly finding: Finding;
  /** What followed the value after a comma: another statement. */
  readonly left: readonly Token[];
}

const favorite = (words: readonly string[], value: readonly Token[], negated: boolean): Attributed | null => {
  const least = words[0] === 'least';
  const noun = words
    .slice(least ? 2 : 1)
    .join(' ')
    .replace(/colour/gu, 'color');
  const c = complementOf(value);
  const text = withoutNow(c.text);
  if (
    noun === '' ||
    text === '' ||
    c.deictic ||
    c.words.length > 14 ||
    (vague.test(c.lower) && !/^(?:the|a|in)\b/u.test(c.lower))
  )
    return null;
  return {
    content: labelled(`${least ? 'Least favorite' : 'Favorite'} ${noun}`, negated ? `not ${text}` : text),
    finding: {
      type: 'preference',
      confidence: 0.92,
      importance: 0.65,
      ...(negated ? {} : { topic: `${least ? 'least-' : ''}favorite-${noun.replace(/ /gu, '-')}` }),
      value: valueOf(text),
    },
    left: [],
  };
};

const withoutNow = (text: string): string =>
  text.replace(/\s+(?:now|currently|these days|instead|atm|by the way)$/iu, '');

/** Values that hold a comma: "March 15, 1997", "5 Main St, Leeds", "peanuts, shellfish". */
const longValued = proven({
  id: 'longValued',
  pattern:
    /^(?:birthday|date-of-birth|address|allerg|medic|diet|hobby|goal|schedule|office|working|work-hours|availability|diagnosis|own:|gear:|dietary|appointment)/u,
  yes: ['address', 'medication', 'own:axe'],
  no: ['dog', 'colour'],
});

const firm = (attribute: Attribute, text: string, lower: string): boolean =>
  attribute.type !== 'knowledge' ||
  /^\p{Lu}|\d/u.test(text) ||
  isIn('systems', lower.split(' ')[0] ?? '') ||
  /^(?:a|an|called|named|about)\b/u.test(lower);

/** Belongings that are known by a name of their own. */
const personalGear =
  /^gear:(?:car|truck|bike|motorcycle|camera|guitar|keyboard|editor|stack|tech-stack|setup|rig|phone-model)$/u;

const datedValue = proven({
  id: 'datedValue',
  pattern:
    /\d|january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day/iu,
  yes: ['3', 'in March', 'next tuesday'],
  no: ['blue', 'brno'],
});

const numbered = proven({
  id: 'numbered',
  pattern:
    /^(?:phone|age|postcode|height|weight|shoe-size|salary|pay|income|hourly-rate|day-rate|net-worth|date-of-birth|rent|mortgage)/u,
  yes: ['phone', 'shoe-size', 'rent'],
  no: ['dog', 'pet'],
});

/** A number is a number: "my phone is fine" tells nothing to keep. */
const shaped = ({ topic }: Attribute, text: string): boolean => {
  if (numbered.test(topic)) return /\d/u.test(text);
  if (topic === 'email') return text.includes('@');
  if (topic === 'birthday') return datedValue.test(text);
  return true;
};

/** "My birthday is the 3rd of may, put it down": the day, and nothing after it. */
const dayOf = (attribute: Attribute, time: readonly Token[]): Omit<Attributed, 'left'> => {
  const { text } = complementOf(time);
  const shown = text.replace(/^(?:on|in)\s+/iu, '').replace(/^the\s+/iu, '');
  return {
    content: labelled(attribute.label, shown),
    finding: {
      type: attribute.type,
      confidence: 0.9,
      importance: attribute.importance,
      topic: attribute.topic,
      value: valueOf(shown),
      sensitivity: attribute.sensitivity,
    },
  };
};

/** "favorite color is blue", "IGN: x", "birthday is March 15": an attribute and its value. */
const attributeOfWords = (
  label: readonly Token[],
  value: readonly Token[],
  negated: boolean,
): Attributed | null => {
  const words = label.map((token) => token.lower);
  const plain =
    /^(?:now|actually|currently|still)$/u.test(value[0]?.lower ?? '') && value.length > 1
      ? value.slice(1)
      : value;
  if (words[0] === 'favorite' || (words[0] === 'least' && words[1] === 'favorite'))
    return favorite(words, plain, negated);
  const key = words.join(' ');
  const attribute =
    attributeOf(key) ??
    (words.length <= 3 ? (attributeOf(words.slice(-2).join(' ')) ?? attributeOf(words.at(-1) ?? '')) : null);
  if (!attribute) return null;
  const timed = attribute.topic.startsWith('birthday') ? timeIn(plain) : null;
  if (timed && timed.at < 3) return { ...dayOf(attribute, plain.slice(timed.at, timed.run.end)), left: [] };
  const comma = longValued.test(attribute.topic) ? -1 : plain.findIndex((token) => token.lower === ',');
  const colon = plain.findIndex((token, index) => index > 0 && token.lower === ':');
  const c = complementOf(comma > 0 ? plain.slice(0, comma) : colon > 0 ? plain.slice(colon + 1) : plain);
  const text = withoutNow(c.text);
  if (
    text === '' ||
    c.deictic ||
    c.words.length > 14 ||
    (vague.test(c.lower) &&
      attribute.topic !== 'main' &&
      !(timedAttribute.test(attribute.topic) && /^(?:on|in|at|now|to) /u.test(c.lower))) ||
    !(attribute.topic.startsWith('gear:') && !personalGear.test(attribute.topic)
      ? isMachine(plain, c.words.length)
      : firm(attribute, text, c.lower))
  )
    return null;
  if (
    /^(?:name|first-name|last-name|surname|account)/u.test(attribute.topic) &&
    (c.words.length > 3 ||
      /^(?:a|an|the|in|taken|already|changed|derived|based|from|not|too|on|spelled|pronounced)\b/u.test(
        c.lower,
      ))
  )
    return null;
  if (!shaped(attribute, text)) return null;
  const exact = attributeOf(key) !== null;
  const name = exact ? attribute.label : key.charAt(0).toUpperCase() + key.slice(1);
  const shown = text.replace(
    timedAttribute.test(attribute.topic) ? /^(?:on|in)\s+(?:the\s+)?/iu : /^(?:called|named)\s+/iu,
    '',
  );
  return {
    content: labelled(name, negated ? `not ${shown}` : shown),
    finding: {
      type: attribute.type,
      confidence: 0.9,
      importance: attribute.importance,
      ...(negated
        ? {}
        : { topic: exact ? attribute.topic : `${attribute.topic}:${words.slice(0, -1).join('-')}` }),
      value: valueOf(shown),
      sensitivity: attribute.sensitivity,
    },
    left: comma > 0 ? plain.slice(comma + 1) : [],
  };
};

/** "New favorite band: …": the newer word replaces the older without being told that it is new. */
const freshAt = (tokens: readonly Token[]): number => {
  if (!/^(?:new|current)$/u.test(tokens[0]?.lower ?? '')) return 0;
  const of = tokens[1]?.lower ?? '';
  return of === 'favorite' || /^(?:account|phone|email|address|pronouns)/u.test(attributeOf(of)?.topic ?? '')
    ? 1
    : 0;
};

export interface Attribution {
  readonly statements: readonly FactDraft[];
  readonly left: readonly Token[];
}

/** The attribute that these words state of somebody; subjects null: of the speaker. */
export const attribution = (
  clause: Clause,
  tokens: readonly Token[],
  subjects: readonly SubjectRef[] | null,
  provenance: number,
): Attribution => {
  const from = freshAt(tokens);
  const at = copulaAt(tokens, from + 1, 6);
  if (at < 0) return { statements: [], left: [] };
  const negated = tokens[at + 1]?.lower === 'not';
  const found = attributeOfWords(tokens.slice(from, at), tokens.slice(at + (negated ? 2 : 1)), negated);
  if (!found) return { statements: [], left: [] };
  return {
    statements: [
      {
        subjects,
        content: found.content,
        finding: found.finding,
        pattern: 'attribute',
        provenance,
        tokens: clause.tokens,
      },
    ],
    left: found.left,
  };
};

/** "That one is my favorite": what it points at was said elsewhere. */
const isPointing = (value: readonly Token[]): boolean =>
  value.some(({ lower }) =>
    /^(?:it|this|that|these|those|he|she|they|you|which|what|one|ones|here|there|his|her|your|their|who)$/u.test(
      lower,
    ),
  );

/** "Blue is my favorite color now", "mossgrave is my forum handle": the value first. */
export const invertedAttribution = (clause: Clause, tokens: readonly Token[]): Attribution => {
  const none = { statements: [], left: [] };
  const at = tokens.findIndex(
    (token, index) =>
      index > 0 && index <= 5 && /^(?:is|are)$/u.test(token.lower) && tokens[index + 1]?.lower === 'my',
  );
  const verb = tokens[at];
  const value = tokens.slice(0, at);
  if (at < 1 || !verb || !value.every(isWord)) return none;
  const label = complementOf(tokens.slice(at + 2)).tokens.filter(
    (token) => !/^(?:now|currently|nowadays)$/u.test(token.lower),
  );
  const words = label.map((token) => token.lower);
  if (words.length === 1 && words[0] === 'favorite' && value.length <= 4) {
    const finding: Finding = { type: 'preference', confidence: 0.8, importance: 0.6 };
    const content = labelled('Favorite', readable(value));
    const one = { content, finding, pattern: 'attribute', provenance: 0.9, tokens: clause.tokens };
    return isPointing(value) ? none : { statements: [{ ...one, subjects: null }], left: [] };
  }
  const isAttribute =
    words[0] === 'favorite'
      ? words.length > 1
      : attributeOf(words.join(' ')) !== null ||
        (words.length === 2 && attributeOf(words[1] ?? '')?.type === 'identity');
  return words.length <= 4 && isAttribute
    ? attribution(clause, [...label, verb, ...value], null, 0.93)
    : none;
};

/** "Favorite color: blue" by itself: what it says, whoever it is about. */
export const attributeFinding = (tokens: readonly Token[]): Finding | null => {
  const at = copulaAt(tokens, 1, 6);
  return at < 0
    ? null
    : (attributeOfWords(tokens.slice(0, at), tokens.slice(at + 1), false)?.finding ?? null);
};

/** Begins with the name of an attribute of people: stands for "my …". */
export const beginsWithAttribute = (tokens: readonly Token[]): boolean => {
  const at = copulaAt(tokens, 1, 4);
  if (at < 0) return false;
  const words = tokens.slice(freshAt(tokens), at).map((token) => token.lower);
  if (words[0] === 'favorite' || (words[0] === 'least' && words[1] === 'favorite')) return true;
  const attribute = attributeOf(words.join(' '));
  return (
    attribute !== null &&
    (tokens[at]?.lower === ':' || tokens[at]?.lower === '=' || attribute.type === 'identity')
  );
};

const pronounPair =
  /^(?:she|he|they|xe|ze|it|any|fae|ey)\/(?:her|him|them|they|she|he|xem|zir|its|any|faer|em)(?:\/\p{L}+)?$/iu;
/** "they/them", "uses she/her": pronouns are told by their form alone. */
export const pronounsIn = (tokens: readonly Token[]): string | null =>
  tokens.find((token) => pronounPair.test(token.text))?.text.toLowerCase() ?? null;
export const pronounFinding = (pronouns: string): { content: string; finding: Finding; pattern: string } => ({
  content: labelled('Pronouns', pronouns),
  finding: {
    type: 'identity',
    confidence: 0.9,
    importance: 0.9,
    topic: 'pronouns',
    value: valueOf(pronouns),
  },
  pattern: 'pronouns',
});
