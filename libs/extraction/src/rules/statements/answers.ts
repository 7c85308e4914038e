import { proven } from '#safety';
import { attributeOf, isCommonWord, isIn } from '../../words/lexicon.js';
import type { WindowMessage } from '../../fact-extractor.js';
import { isAsked } from '../../text/asked.js';
import { clausesOf } from '../../text/clauses.js';
import { maskForeign } from '../../text/mask.js';
import { isWord, tokenize } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { answeredBy, unit } from './answered.js';
import { errandIn, takenOn } from './offered.js';
import { askedIn } from './question.js';
import { readClause } from './read-clause.js';
import type { FactDraft } from './fact-draft.js';
import { toldBefore } from './told-before.js';

const soon = 10 * 60_000;
const evasive = proven({
  id: 'evasive',
  pattern:
    /\b(?:idk|dunno|no idea|not sure|why|secret|nowhere|somewhere|here|there|everywhere|depends|guess|same|you|it|that|this|lol|none of|never mind|anything|nothing|stuff|things|maybe|probably)\b|\?/iu,
  yes: ['idk', 'somewhere warm', 'you?'],
  no: ['brno', 'two cats'],
});
type Answered = (answer: string, match: RegExpMatchArray) => string | null;
/** A place as people answer: with a capital, or one that is on the map anyway. */
const somewhere = (answer: string): boolean =>
  /^\p{Lu}/u.test(answer) ||
  isIn('countries', answer.toLowerCase()) ||
  (/^[\p{Ll}]{4,}$/u.test(answer) && !isCommonWord(answer));
const place =
  (preposition: string, verb: string): Answered =>
  (answer) => {
    const bare = answer.replace(/^(?:in|at|from|near)\s+/iu, '');
    return somewhere(bare) ? `${verb} ${preposition} ${bare}` : null;
  };
export const withArticle = (noun: string): string =>
  /^(?:an?|the|my|two|three|\d)\b/iu.test(noun) ? noun : `${/^[aeiou]/iu.test(noun) ? 'an' : 'a'} ${noun}`;

/** What a short answer states, by what was asked. */
const questions: readonly (readonly [RegExp, Answered])[] = [
  [
    /\bwhere (?:are|r) (?:you|u) (?:originally )?from\b|\bwhat country (?:are|r) (?:you|u) (?:from|in)\b/iu,
    place('from', 'I am'),
  ],
  [
    /\bhow old (?:are|r) (?:you|u)\b/iu,
    (answer) => (/^\d{1,2}$/u.test(answer) ? `I am ${answer} years old` : null),
  ],
  [
    /\bwhat(?:'s| is|s) (?:your|ur) ([\p{L} '-]{2,30}?)(?= again| called| by the way|\?|$)/iu,
    (answer, match) => {
      const label = (match[1] ?? '').toLowerCase();
      const known = attributeOf(label) !== null || /^favou?rite \p{L}/u.test(label);
      return known ? `my ${label} is ${answer}` : null;
    },
  ],
  [
    /\b(?:are (?:you|u) allergic to|do (?:you|u) have (?:any )?allergies)\b/iu,
    (answer) => {
      const to = answer.replace(/^(?:yes|yeah|yep)[,.!\s]*/iu, '').replace(/^to\s+/iu, '');
      return to === '' || /^(?:no|nope|nah|not)\b/iu.test(to) ? null : `I am allergic to ${to}`;
    },
  ],
  [
    /\b(?:do|have) (?:you|u) (?:have|got) (?:any )?(?:pets|kids|children|siblings|brothers|sisters|animals|dogs|cats)\b/iu,
    (answer) => {
      const what = answer.replace(/^(?:yes|yeah|yep)[,.!\s]*/iu, '');
      return /^(?:an?|one|two|three|four|five|\d)\b/iu.test(what) ? `I have ${what}` : null;
    },
  ],
];

/** What was asked just before, by somebody else, of whomever; `at`: where it stands in the talk. */
interface Asked {
  readonly question: WindowMessage;
  readonly at: number;
}
const askedBefore = ({ message, context }: MentionResolver): Asked | null => {
  const { repliedTo, before } = context;
  if (repliedTo && repliedTo.authorId !== message.authorId) {
    const at = before.findIndex(({ recordId }) => recordId === repliedTo.recordId);
    return { question: repliedTo, at: at < 0 ? before.length : at };
  }
  const at = before.length - 1;
  const previous = before[at];
  if (!previous || previous.authorId === message.authorId) return null;
  return message.sentAt.getTime() - previous.sentAt.getTime() > soon ? null : { question: previous, at };
};

const namesIn = (text: string): readonly string[] => {
  const named = new RegExp(
    String.raw`^@?([\p{L}\p{N}_|\x60^{}\[\]-]+)[,:]|[,]\s*@?([\p{L}\p{N}_-]+)\s*\?`,
    'u',
  ).exec(text);
  const begins = /^@?([\p{L}\p{N}_-]+)\b/u.exec(text)?.[1];
  const ends = /\s([\p{L}\p{N}_-]+)\W*$/u.exec(text)?.[1];
  return [named?.[1], named?.[2], begins, ends].flatMap((name) =>
    name === undefined || name === '' ? [] : [name],
  );
};

/** Whether it was put to who answers: by a reply, by name, or because they answer and nobody else was spoken with. */
const isPutTo = (who: MentionResolver, { question, at }: Asked): boolean => {
  const { message, context } = who;
  if (context.repliedTo?.recordId === question.recordId) return true;
  if (context.place.type === 'dm' || question.mentionIds.includes(message.authorId)) return true;
  const refs = namesIn(question.text).map((name) => who.resolve(name, false));
  const called = refs.flatMap((ref) => (ref.kind === 'entity' ? [ref.entityId] : []));
  if (called.includes(message.authorId)) return true;
  if (question.mentionIds.length > 0 || refs.some(({ kind }) => kind !== 'named')) return false;
  const earlier = context.before[at - 1];
  return (
    !earlier ||
    earlier.authorId === message.authorId ||
    earlier.authorId === question.authorId ||
    question.sentAt.getTime() - earlier.sentAt.getTime() > soon
  );
};

/** Whether a message is short enough to be an answer. What it means then depends on the question, which may arrive later. */
export const couldAnswer = (text: string): boolean =>
  text.length <= 100 &&
  !/[?\n]|https?:|^\s*[!/.$]\w/u.test(text) &&
  /[\p{L}\p{N}]/u.test(text) &&
  text.trim().split(/\s+/u).length <= 16;

/** "Lisbon", to somebody who asked where one lives: read as the statement that it stands for. */
/** How many messages may stand between what was asked of anyone and who takes it on. */
const between = 3;
const stillOpen = 2 * 3_600_000;
/** "Can anyone take the dog?" - "working, sorry" - "i can": what was asked of anyone stays open. */
const takenUp = (who: MentionResolver, text: string, answer: string): readonly FactDraft[] => {
  const { message, context } = who;
  const near = [...context.before.slice(-1 - between), ...(context.repliedTo ? [context.repliedTo] : [])];
  const isOpen = ({ authorId, sentAt }: WindowMessage): boolean =>
    authorId !== message.authorId && message.sentAt.getTime() - sentAt.getTime() <= stillOpen;
  for (const question of near.reverse()) {
    const errand =
      isOpen(question) && question.text.length <= 400 ? errandIn(askedIn(question.text, who)) : null;
    const isLast = question === context.repliedTo || question === context.before.at(-1);
    if (errand === null || !(errand.ofAnyone || isLast)) {
      if (isAsked(question.text)) return [];
      continue;
    }
    const asked = { question, at: context.before.indexOf(question) };
    return errand.ofAnyone || isPutTo(who, asked) ? takenOn(who, unit(text), answer, errand, question) : [];
  }
  return [];
};

const asksSomething =
  /\?|^\W*(?:\S+\s+){0,2}(?:whats?|which|wheres?|whens?|whos?|hows?|any|since|for|with|do|does|did|are|have|is)\b/iu;
const spokenTo = /^@?([\p{L}\p{N}_|^`[\]{}-]+)[:,]\s*(?=\S)/u;
export const answerOf = (who: MentionResolver, text: string): readonly FactDraft[] => {
  const asked = askedBefore(who);
  who.usedContext = true;
  const spoken = text
    .trim()
    .replace(/[.!]+$/u, '')
    .replace(spokenTo, (whole, name: string) => (who.resolve(name, false).kind === 'entity' ? '' : whole));
  const taken = takenUp(who, text, spoken);
  if (taken.length > 0) return replied(text, taken);
  if (!asked || asked.question.text.length > 400 || !asksSomething.test(asked.question.text)) return [];
  const answer = spoken.replace(/^(?:it's|its|i'm|im|well,?)\s+/iu, '');
  const words = tokenize(answer, 0).filter(isWord);
  if (words.length === 0 || words.length > 16 || /\n/u.test(answer)) return [];
  const { question, at } = asked;
  const toReader = isPutTo(who, asked);
  const known = toReader && words.length <= 7 ? ofKnownQuestion(who, text, answer, question) : [];
  const put = { toReader, base: () => toldBefore(who, at, 0.45) };
  return known.length > 0 ? known : replied(text, answeredBy(who, text, question.text, put));
};

const replied = (text: string, found: readonly FactDraft[]): readonly FactDraft[] =>
  found.map((one) => ({
    ...one,
    tokens: tokenize(text, 0),
    pattern: `answer-${one.pattern}`,
    provenance: 0.85,
    finding: { ...one.finding, confidence: Math.min(0.8, Math.max(0.74, one.finding.confidence)) },
  }));

/** The questions that people ask most. */
const ofKnownQuestion = (
  who: MentionResolver,
  text: string,
  answer: string,
  question: WindowMessage,
): readonly FactDraft[] => {
  if (evasive.test(answer)) return [];
  for (const [asked, stated] of questions) {
    const match = asked.exec(maskForeign(question.text));
    const statement = match ? stated(answer, match) : null;
    if (statement === null) continue;
    const [clause] = clausesOf(statement);
    const found = clause ? readClause(clause, who, null, false).statements : [];
    return replied(text, found);
  }
  return [];
};
