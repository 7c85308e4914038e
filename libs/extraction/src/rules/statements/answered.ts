import type { SubjectRef } from '#identity';
import { sensitivityOf, proven } from '#safety';
import { withDate } from '../../dates.js';
import type { Finding } from '../frames/frame.js';
import { complementOf } from '../../grammar/object.js';
import { predicateAt, type Predicate } from '../../grammar/predicate.js';
import { sentence, verbPhrase } from '../../grammar/render.js';
import { isCommonWord, isIn } from '../../words/lexicon.js';
import { personAt } from '../../mentions/person-at.js';
import { timeIn } from '../../text/times.js';
import { clausesOf, type Clause } from '../../text/clauses.js';
import { isWord, joined, tokenize, type Token } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { writtenName } from './role-of.js';
import { replyOf, vague, type Reply } from './reply.js';
import { questionOf, type Question } from './question.js';
import { readClause } from './read-clause.js';
import { aboutPeople, aboutPlace, aboutSelf, labelled, type FactDraft } from './fact-draft.js';

/** Verbs of the moment: what somebody thinks, wants or gets is no lasting answer. */
const fleeting = new Set(
  'mean want think need see get say know tell suggest recommend do try feel find look hear expect reckon guess believe remember come go happen run type click install put'.split(
    ' ',
  ),
);

const draftsOf = (text: string, who: MentionResolver): readonly FactDraft[] => {
  const [clause, more] = clausesOf(text);
  return clause && !clause.doubtful && !more ? readClause(clause, who, null, false).statements : [];
};
const readAs = (text: string, who: MentionResolver): readonly FactDraft[] =>
  draftsOf(text, who).filter((one) => one.finding.confidence >= 0.7);

/** An answer as a clause of its own. */
export const unit = (text: string): Clause & { readonly tokens: readonly Token[] } => ({
  tokens: tokenize(text, 0),
  startsMessage: true,
  startsSentence: true,
  sentence: 0,
  continues: false,
  doubtful: false,
  alone: true,
  message: text,
});

/** "Lactose intolerant", "vegan since 2020": what somebody is, said without more. */
const quality = (clause: Clause, text: string, who: MentionResolver): readonly FactDraft[] => {
  const words = tokenize(text, 0).filter(isWord);
  const [first, second] = words;
  if (!first || words.length > 6) return [];
  if (
    isIn('diet', first.lower) ||
    (isIn('adjectives', first.lower) &&
      (second === undefined || /^(?:to|since|and|from|in)$/u.test(second.lower)))
  )
    return readAs(`I am ${text}`, who);
  if (words.length <= 3 && isIn('adjectives', words.at(-1)?.lower ?? '')) {
    const finding: Finding = { type: 'identity', confidence: 0.78, importance: 0.7 };
    return [aboutSelf(clause, { content: sentence(text), finding, pattern: 'quality' }, 0.85)];
  }
  return [];
};

/** A tail that says until when: "both of them, until sunday". */
const tailOf = (rest: string): string => {
  const tokens = tokenize(rest, 0);
  const when = timeIn(tokens);
  if (!when) return '';
  const from = /^(?:until|till|since|from|on|every|by)$/u.test(tokens[when.at]?.lower ?? '') ? when.at : -1;
  return from < 0 ? '' : joined(tokens.slice(from, when.run.end)).trim();
};

const often = /^(?:every|each|most|once|twice|daily|weekly|only on|always on) (?!time\b)\S/iu;

const toWhether = (
  clause: Clause,
  question: Extract<Question, { kind: 'whether' }>,
  reply: Reply,
  who: MentionResolver,
): readonly FactDraft[] => {
  const own = reply.rest === '' ? [] : quality(clause, reply.rest, who);
  if (own.length > 0) return own;
  // "Are you still rowing?" - "every day": so it is, and how often.
  if (!reply.yes && !reply.no)
    return often.test(reply.said) ? readAs(`${question.yes} ${firstSentence(reply.said)}`, who) : [];
  if (reply.yes && isClause(reply.rest)) return [];
  if (reply.rest !== '' && tokenize(reply.rest, 0).filter(isWord).length > 7) return [];
  const tail = reply.yes ? tailOf(reply.rest) : '';
  const statement = `${reply.yes ? question.yes : question.no} ${tail}`.trim();
  const read = readAs(statement, who);
  return read.length > 0 ? read : habit(statement, who);
};

/** "Do you drive?" - "nope": a habit, asked for by somebody. */
const habit = (statement: string, who: MentionResolver): readonly FactDraft[] =>
  draftsOf(statement, who).filter(
    ({ finding: { features = [], confidence } }) =>
      confidence >= 0.5 && features.includes('about:self') && features.includes('verb:habit:present'),
  );

const labelledAnswer = (clause: Clause, label: string, answer: string): readonly FactDraft[] => {
  const name = label.replace(/^my\s+/u, '').replace(/\s+(?:is|are|was)$/u, '');
  const sensitivity = sensitivityOf(name).sensitivity;
  const isName = !isCommonWord(/^\p{L}+/u.exec(answer)?.[0].toLowerCase() ?? 'a');
  const worth = /\d/u.test(answer) || /^\p{Lu}/u.test(answer) || isName || sensitivity > 0;
  if (!worth || name.split(' ').length > 5) return [];
  const finding: Finding = {
    type: 'knowledge',
    confidence: 0.76,
    ...(sensitivity > 0 ? { sensitivity } : {}),
  };
  return [
    aboutSelf(clause, { content: labelled(sentence(name), answer), finding, pattern: 'labelled' }, 0.85),
  ];
};

const preposition = /^(?:in|at|on|near|since|from|with|to|into|for|until|by|around|between|next to)\s/iu;
const firstSentence = (text: string): string => /^.+?(?=[.!?]\s|$)/u.exec(text)?.[0] ?? text;

const toWhich = (
  clause: Clause,
  { before, link, after }: Extract<Question, { kind: 'which' }>,
  reply: Reply,
  who: MentionResolver,
): readonly FactDraft[] => {
  const brought = firstSentence(reply.said)
    .replace(/^(?:in|at|on|for|from|since|to)\s+/iu, (own) =>
      before.endsWith(` ${own.trim().toLowerCase()}`) ? '' : own,
    )
    .replace(/,?\s+(?:for my sins|obviously|ofc|of course|lol|haha|you)$/iu, '');
  const answer = after === 'years old' ? (/^\d{1,2}(?!\d)/u.exec(brought)?.[0] ?? '') : brought;
  if (
    vague.test(answer) ||
    reply.no ||
    answer === '' ||
    /[<>:=|]|^(?:i|not|if|we|he|she|they|try|use)\b/iu.test(answer)
  )
    return [];
  const linked = preposition.test(answer) ? before : `${before} ${link}`;
  const statement = `${linked} ${answer} ${after}`.replace(/\s+/gu, ' ').trim();
  const comma = answer.indexOf(',');
  const read = [
    statement,
    ...(comma > 1 ? [`${linked} ${answer.slice(0, comma)} ${after}`.replace(/\s+/gu, ' ').trim()] : []),
  ]
    .map((one) => readAs(one, who))
    .find((found) => found.length > 0);
  if (read) return read;
  if (before.startsWith('my ') && after === '') return labelledAnswer(clause, before, answer);
  const tokens = tokenize(statement, 0);
  const p = tokens[0]?.lower === 'i' ? predicateAt(tokens, 1) : null;
  if (
    !p ||
    (p.tense !== 'present' && p.tense !== 'perfect-progressive') ||
    fleeting.has(p.lemma) ||
    p.lemma === 'be'
  )
    return [];
  const c = complementOf(p.rest);
  if (c.words.length === 0 || c.deictic) return [];
  const finding: Finding = { type: 'knowledge', confidence: 0.76 };
  return [aboutSelf(clause, { content: sentence(verbPhrase(p), c.text), finding, pattern: 'answer' }, 0.85)];
};

/** "Who does the forms": what is done, with no other verb. */
const doing = (rest: readonly Token[]): Predicate | null =>
  rest[0]?.lower === 'does'
    ? {
        lemma: 'do',
        tense: 'present',
        modal: null,
        negated: false,
        adverbs: [],
        third: true,
        rest: rest.slice(1),
      }
    : null;

/** "Who is vegetarian?" — "me": read as what they say of themselves. */
const asTheirs = (p: Predicate, ref: SubjectRef, who: MentionResolver): readonly FactDraft[] => {
  const isSelf = ref.kind === 'entity' && ref.entityId === who.message.authorId;
  if (!isSelf || p.tense !== 'present') return [];
  return readAs(
    `I ${p.lemma === 'be' ? 'am' : p.lemma} ${joined(p.rest)
      .trim()
      .replace(/ (?:here|too)$/iu, '')}`,
    who,
  );
};

/** "Who's bringing the tent?" — "me". */
const toWho = (
  clause: Clause,
  question: Extract<Question, { kind: 'who' }>,
  reply: Reply,
  who: MentionResolver,
): readonly FactDraft[] => {
  const tokens = tokenize(
    reply.said
      .replace(/^(?:(?:i am|i will|i do|i'll|i can)(?: too)?$|(?:me|i)(?= (?:please|too|as well)$))/iu, 'me')
      .replace(/^me (?:please|too|as well)$/iu, 'me'),
    0,
  );
  const person = personAt(tokens, 0, who) ?? writtenName(tokens, 0, who);
  if (!person) return [];
  const helped = /^(?:do|does|is|am|will|can|has)$/u.test(tokens[person.length]?.lower ?? '') ? 1 : 0;
  const after = tokens.slice(person.length + helped);
  const tail = /^(?:,|until|till|from|since|on|in|at|every|for|as)$/u.test(after[0]?.lower ?? '')
    ? joined(after).replace(/^,\s*/u, '').trim()
    : '';
  if (after.some(isWord) && tail === '') return [];
  const p = predicateAt(question.rest, 0) ?? doing(question.rest);
  if (!p || p.tense === 'past' || p.tense === 'perfect' || p.tense === 'modal') return [];
  const c = complementOf(p.rest);
  if (c.words.length < 1 || c.deictic) return [];
  const isDue = p.tense === 'progressive' || p.tense === 'future';
  const asked = tail === '' && !isDue && !p.negated ? asTheirs(p, person.ref, who) : [];
  if (asked.length > 0) return asked;
  if (
    !isDue &&
    (p.tense !== 'present' ||
      (fleeting.has(p.lemma) && p.lemma !== 'do') ||
      (p.lemma === 'be' && !/^(?:on|in charge|responsible)\b/u.test(c.lower)))
  )
    return [];
  const finding: Finding = { type: isDue ? 'task' : 'knowledge', confidence: 0.76 };
  return [
    aboutPeople(
      clause,
      {
        content: [sentence(verbPhrase(p), c.text), tail].filter((part) => part !== '').join(', '),
        finding,
        pattern: 'volunteer',
      },
      [person.ref],
      0.85,
    ),
  ];
};

/** "What time is soundcheck?" — "16:10": of the place, whoever says it. */
const toThing = (clause: Clause, of: string, reply: Reply): readonly FactDraft[] => {
  const tokens = tokenize(reply.said, 0);
  const words = tokens.filter(isWord);
  if (words.length > 8 || reply.yes || reply.no || vague.test(reply.said) || !timeIn(tokens)) return [];
  const finding: Finding = { type: 'event', confidence: 0.76, importance: 0.6 };
  return [aboutPlace(clause, { content: labelled(sentence(of), reply.said), finding, pattern: 'thing' })];
};

const kinds = proven({
  id: 'kinds',
  pattern:
    /\b(?:cats|dogs|animals|brothers|sisters|daughters|sons|tattoos|instruments|phobias|fears|allerg\p{L}*|intoleranc\p{L}*|diet\p{L}*|restrictions?|requirements?|conditions?|medications?|medicines?|pets|kids|children|hobbies|languages|siblings|injuries|disabilities|preferences?)\b/iu,
  yes: ['any allergies', 'pets', 'food restrictions'],
  no: ['any plans', 'petting'],
});
const toAny = (clause: Clause, of: string, reply: Reply, who: MentionResolver): readonly FactDraft[] => {
  const own = quality(clause, reply.rest, who);
  if (own.length > 0) return own;
  if (
    !kinds.test(of) ||
    reply.no ||
    reply.rest === '' ||
    vague.test(reply.rest) ||
    isClause(reply.rest) ||
    tokenize(reply.rest, 0).filter(isWord).length > 12
  )
    return [];
  const sensitivity = sensitivityOf(of).sensitivity;
  const finding: Finding = {
    type: /preference|hobb/iu.test(of) ? 'preference' : 'identity',
    confidence: 0.76,
    ...(sensitivity > 0 ? { sensitivity } : {}),
  };
  return [
    aboutSelf(clause, { content: labelled(sentence(of), reply.rest), finding, pattern: 'kinds' }, 0.85),
  ];
};

const isASentence = proven({
  id: 'isASentence',
  pattern:
    /(?:^|\s)(?:i|we|he|she|they|it|you|yes|is|are|was|were|am|has|have|had|do|does|did|don't|will|would|can|can't|could|says?|said|think|lol|not|if|because)(?:[\s.,!]|$|['\u2019])/iu,
  yes: ['i do', 'yes!', 'they said so'],
  no: ['brno', 'two cats'],
});

/** Says what somebody does, and names nothing. */
const isClause = (text: string): boolean => isASentence.test(text);

/** "Since when?" - "second grade", "where?" - "Antwerp, near the zoo": what was told before, and that. */
const toMore = (
  { link, ofTime }: Extract<Question, { kind: 'more' }>,
  reply: Reply,
  base: FactDraft | null,
  sentAt: Date,
): readonly FactDraft[] => {
  const answer = firstSentence(reply.said);
  const words = tokenize(answer, 0).filter(isWord);
  if (!base || reply.yes || reply.no || words.length === 0 || words.length > 10) return [];
  if (vague.test(answer) || isClause(answer.replace(/^since (?:i|we)\b/iu, ''))) return [];
  if (ofTime && link !== 'since' && !/\d/u.test(answer) && !timeIn(words) && !lasts.test(answer)) return [];
  const isLinked = preposition.test(answer);
  const glue = link.startsWith(',') ? `${link} ` : isLinked ? ' ' : link === '' ? ', ' : ` ${link} `;
  // What was told may be past, and what is asked on ahead: "i got in" - "when does it start?".
  const told = withDate(`${glue}${answer}`, sentAt);
  return [{ ...base, content: `${base.content}${told}`, pattern: 'more' }];
};
const lasts = proven({
  id: 'lasts',
  pattern:
    /^(?:(?:for|about|almost|over|nearly) )?(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few) (?:few )?(?:day|week|month|year|decade)s?\b/iu,
  yes: ['two years', 'for a few weeks', 'a month'],
  no: ['years', 'in two'],
});

/** "Who is Ottilie?" - "my sister": who she is to who answers. */
const toNamed = (name: string, reply: Reply, who: MentionResolver): readonly FactDraft[] => {
  const said = tokenize(firstSentence(reply.said), 0).filter((token) => token.text !== '!');
  const last = said.length > 2 ? personAt(said, said.length - 1, who) : null;
  const own = last?.ref.kind === 'entity' ? said.slice(0, -1) : said;
  return own[0]?.lower === 'my' && own.length <= 5 ? readAs(`${name} is ${joined(own)}`, who) : [];
};

const unfinished = /(?:^|\s)(?:the|an?|my|our|of|to|and|or|with|for|in|at|on)$/iu;

/** How a question was put. */
export interface Put {
  /** To who answers, by all that can be seen. */
  readonly toReader: boolean;
  /** What who answers had told before it. */
  readonly base: () => FactDraft | null;
}

/** What an answer of a few words states, by the grammar of what was asked. */
export const answeredBy = (
  who: MentionResolver,
  text: string,
  question: string,
  { toReader, base }: Put,
): readonly FactDraft[] => {
  const asked = questionOf(question, who);
  if (!asked) return [];
  const reply = replyOf(text);
  if (unfinished.test(reply.said)) return [];
  const clause = unit(text);
  switch (asked.kind) {
    case 'who': {
      const of = /^(?:has|have|got) (.+)$/u.exec(joined(asked.rest).trim())?.[1] ?? '';
      const people = toWho(clause, asked, reply, who);
      return people.length > 0 || of === '' ? people : toAny(clause, of, reply, who);
    }
    case 'whether':
      return toReader || !asked.ofReader ? toWhether(clause, asked, reply, who) : [];
    case 'which':
      return toReader || !asked.ofReader ? toWhich(clause, asked, reply, who) : [];
    case 'more':
      return toMore(asked, reply, base(), who.message.sentAt);
    case 'named':
      return toNamed(asked.name, reply, who);
    case 'thing':
      return toThing(clause, asked.of, reply);
    case 'any':
      return toReader ? toAny(clause, asked.of, reply, who) : [];
  }
};
