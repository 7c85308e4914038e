import { isIn } from '../../words/lexicon.js';
import { readable } from '../../grammar/object.js';
import { sentence } from '../../grammar/render.js';
import { isWord, type Token } from '../../text/tokens.js';
import { valueOf, type Finding, type Frame, type Saying } from './frame.js';

const version = /^v?\d{1,2}(?:\.\d{1,2})*$/u;
const model = /^(?=.*\d)[\p{L}\d.-]{2,}$/u;
const joints = new Set('on with and + & /'.split(' '));

const isSystem = (word: string): boolean =>
  isIn('systems', word) || isIn('systems', word.replace(/[\d.]+$/u, ''));
const isMade = (word: string): boolean => isSystem(word) || isIn('brands', word);

/** How many words at the beginning of these name a system or a machine: "fedora 38 with kde", "a dell d620". */
const namedUntil = (tokens: readonly Token[]): number => {
  let end = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const word = tokens[at]?.lower ?? '';
    const before = tokens[at - 1]?.lower ?? '';
    const ofOne = at > 0 && (version.test(word) || model.test(word) || isIn('parts', word)) && end === at;
    if (isMade(word) || (isIn('parts', word) && at === 0) || ofOne) end = at + 1;
    else if (!(at === 0 && /^(?:an?|my|old)$/u.test(word)) && !(joints.has(word) && end === at)) break;
    if (joints.has(before) && end <= at) break;
  }
  return end;
};

/** Of a machine only what it is, in full: "a dell d620", not "new" and not "in the other room". */
export const isMachine = (value: readonly Token[], words: number): boolean =>
  value.some((token) => isMade(token.lower) || isIn('parts', token.lower)) && namedUntil(value) === words;

/** "I'm on hardy", "im on fedora 38 with kde, …". */
const isOn = ({ p }: Saying): Finding | null => {
  const gear = p.rest.slice(1);
  const end = namedUntil(gear);
  const next = gear[end];
  if (p.rest[0]?.lower !== 'on' || p.negated || !isMade(gear[0]?.lower ?? '')) return null;
  if (next && isWord(next) && !/^(?:and|but|so|now|here|too|at|for|since|because)$/u.test(next.lower))
    return null;
  const text = readable(gear.slice(0, end));
  const about = { topic: 'gear:os', value: valueOf(text) };
  return {
    type: 'knowledge',
    confidence: 0.78,
    importance: 0.4,
    ...about,
    content: sentence('running', text),
  };
};

/** "New to linux". */
const isNew = ({ p, c }: Saying): Finding | null => {
  const what = /^(?:\p{L}+ ){0,2}new to (\p{L}+)(?: (?:and|but|so)\b.*|$)/u.exec(c.lower)?.[1] ?? '';
  return p.negated || !isSystem(what)
    ? null
    : { type: 'context', confidence: 0.76, importance: 0.4, content: sentence('new to', what) };
};

/** "I'm a kde user". */
const isUser = ({ p, c }: Saying): Finding | null =>
  c.words.length === 3 && /^an? \S+ user$/u.test(c.lower) && isSystem(c.words[1] ?? '')
    ? {
        type: 'knowledge',
        confidence: 0.78,
        importance: 0.4,
        content: sentence(p.negated ? 'is not' : 'is', c.text),
      }
    : null;

export const gearFrames: readonly Frame[] = [
  { id: 'gear', verbs: ['be'], tenses: ['present'], find: (s) => isOn(s) ?? isNew(s) ?? isUser(s) },
];
