import { proven, senseOfNoun } from '#safety';
import { complementOf, isTransient, type Complement } from '../../grammar/object.js';
import type { Predicate } from '../../grammar/predicate.js';
import { sentence } from '../../grammar/render.js';
import { readsAlone } from '../alone.js';
import { isIn } from '../../words/lexicon.js';
import { isNoteWord } from '../../words/note-words.js';
import { participleOf } from '../../words/verbs.js';
import type { Clause } from '../../text/clauses.js';
import { aboutSelf, type FactDraft } from './fact-draft.js';

const isRole = (word: string): boolean => isIn('occupations', word) || isNoteWord('roles', word);
const posts = proven({
  id: 'posts',
  pattern:
    /\b(?:job|post|position|role|part|lead|contract|permanent contract|apprenticeship|internship|placement|traineeship|scholarship|grant|bursary|promotion|raise|pay rise|rise|shifts?|round|route|course|place|spot|team|class|department|ward|branch|flat|room|house|mortgage|loan|visa|permit|diagnosis|award|prize|medal|redundancy|notice|warning|sabbatical|date|slot|surgery|operation|treatment)\b/u,
  yes: ['the depot job', 'a permanent contract', 'more shifts'],
  no: ['the keys', 'a look', 'partly'],
});
const stations = proven({
  id: 'stations',
  pattern:
    /^(?:on|in|to|from|up|into|onto|off|out of|down|back) (?!it\b|that\b|this\b|hold\b|the (?:spot|loop|list|phone)\b)\S/u,
  yes: ['on the night team', 'to leeds', 'up to manager'],
  no: ['on hold', 'in the loop', 'quickly'],
});

type Fits = (c: Complement) => boolean;
const anything: Fits = () => true;
const isPost: Fits = ({ phrase }) => posts.test(phrase.join(' ')) || isRole(phrase.at(-1) ?? '');
const isStation: Fits = ({ lower }) => stations.test(lower);
/** "They made me head nurse", and not "made me laugh", "made me a tea". */
const isMadeRole: Fits = ({ lower, phrase }) =>
  /^(?:redundant|captain|partner|permanent)\b|^(?:deputy|assistant|acting|vice|co-?)? ?head of \p{L}/u.test(
    lower,
  ) ||
  (!/^an? /u.test(lower) && isRole(phrase.at(-1) ?? ''));
const entrusted = new Set(
  'be become join lead run coach teach train captain chair play sing speak write take stay step work manage organise organize host judge represent apply cover head start mentor'.split(
    ' ',
  ),
);
const isErrand: Fits = ({ words }) => words[0] === 'to' && words.length > 2 && entrusted.has(words[1] ?? '');
const isIllness: Fits = ({ lower }) => /^with \S/u.test(lower);

/** What is done to somebody by those who decide about them, and what it has to be for it to change their life. */
const deeds: Readonly<Record<string, Fits>> = {
  offer: isPost,
  give: isPost,
  award: anything,
  grant: anything,
  make: isMadeRole,
  appoint: (c) => isMadeRole(c) || /^as\b/u.test(c.lower),
  elect: isMadeRole,
  promote: anything,
  demote: anything,
  move: isStation,
  transfer: isStation,
  put: (c) =>
    isStation(c) &&
    (isPost(c) ||
      /\b(?:nights|earlies|lates|days|tablets|antibiotics|probation)\b|\bup for\b/u.test(c.lower) ||
      senseOfNoun(c.phrase.at(-1) ?? '') === 'substance'),
  ask: isErrand,
  invite: isErrand,
  hire: anything,
  fire: anything,
  sack: anything,
  evict: anything,
  suspend: anything,
  expel: anything,
  deport: anything,
  admit: anything,
  discharge: anything,
  diagnose: isIllness,
  refer: isStation,
  accept: (c) => /^(?:for|to|on|at|into)\b/u.test(c.lower),
  reject: (c) => /^(?:for|from)\b/u.test(c.lower),
};
/** They say all without a word more: "they promoted me". */
const whole = new Set('promote demote hire fire sack evict suspend expel deport'.split(' '));

const helps: Readonly<Record<string, string>> = { past: 'was', perfect: 'has been', progressive: 'is being' };

/** "They offered me the ferry job": of the speaker, to whom it was done; who "they" are is not what matters. */
export const doneToMe = (clause: Clause, p: Predicate): readonly FactDraft[] => {
  const fits = Object.hasOwn(deeds, p.lemma) ? deeds[p.lemma] : undefined;
  const help = Object.hasOwn(helps, p.tense) ? helps[p.tense] : undefined;
  if (!fits || help === undefined || p.negated || p.rest[0]?.lower !== 'me') return [];
  const rest = p.rest.slice(1);
  const c = complementOf(rest);
  if (c.deictic || c.words.length > 14 || (c.words.length === 0 && !whole.has(p.lemma))) return [];
  const isOfIt = /^(?:error|message|warning|option|choice|idea|headache|hand|lift|call|look|hug|chance)s?$/u;
  if (c.words.length > 0 && (!fits(c) || isOfIt.test(c.phrase.at(-1) ?? ''))) return [];
  if (isTransient(c.words) && !isPost(c) && !isStation(c) && !whole.has(p.lemma)) return [];
  const passive: Predicate = { ...p, lemma: 'be', rest };
  if (c.words.length > 0 && !readsAlone(passive, c)) return [];
  const content = sentence(help, ...p.adverbs, participleOf(p.lemma), c.text);
  return [
    aboutSelf(
      clause,
      { content, finding: { type: 'knowledge', confidence: 0.78 }, pattern: 'done-to-me' },
      0.9,
    ),
  ];
};
