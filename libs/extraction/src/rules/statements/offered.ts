import type { SubjectRef } from '#identity';
import { proven } from '#safety';
import { complementOf } from '../../grammar/object.js';
import type { Predicate } from '../../grammar/predicate.js';
import { sentence, verbPhrase } from '../../grammar/render.js';
import { personAt } from '../../mentions/person-at.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import type { WindowMessage } from '../../fact-extractor.js';
import { stripFillers, type Clause } from '../../text/clauses.js';
import { timeIn } from '../../text/times.js';
import { isWord, joined, tokenize, type Token } from '../../text/tokens.js';
import { lemmaOf } from '../../words/verbs.js';
import { aboutPeople, type FactDraft } from './fact-draft.js';

/** What somebody was asked to do: whoever will, or who is spoken to. */
export interface Errand {
  readonly lemma: string;
  readonly rest: readonly Token[];
  readonly ofAnyone: boolean;
}

const anyone = String.raw`(?:any ?one|any ?body|some ?one|some ?body|any of (?:you|us)|one of (?:you|us)|(?:a )?volunteers?)(?: (?:here|else))?`;
const soft = String.raw`(?:please |pls |maybe |possibly |perhaps |also |kindly )?`;
const willing = String.raw`(?:up for|down for|free to|free for|able to|willing to|available to|around to|happy to|keen to|want(?:s)? to|wanna|(?:would )?like to|(?:would )?mind|got time to|have time to|has time to|need(?:s)? to)`;
const can = String.raw`(?:can|could|would|will|might)`;
const openings: readonly (readonly [RegExp, boolean])[] = [
  [new RegExp(`^(?:so |ok |hey |hi all |guys )?${can} ${anyone} ${soft}(?:${willing} )?`, 'u'), true],
  [new RegExp(`^(?:is |does |do |would )?${anyone} ${soft}(?:who )?(?:${can} |${willing} )`, 'u'), true],
  [new RegExp(`^who (?:else )?(?:${can}|${willing}|is ${willing}|is going to|is gonna) ${soft}`, 'u'), true],
  [
    new RegExp(
      `^(?:i |we )?(?:still )?(?:need|looking for|any|are looking for) ${anyone} (?:to|who ${can}) `,
      'u',
    ),
    true,
  ],
  [new RegExp(`^(?:can|could|would|will) (?:you|u) ${soft}(?:${willing} )?`, 'u'), false],
];
/** What is over once it was answered, and no errand: "can anyone tell me", "who can help". */
const passing = new Set(
  'tell explain recommend help hear see confirm remember know read check suggest understand say believe imagine think guess relate repeat clarify be stop please pass open try wait look let come do have get give show send point link share answer'.split(
    ' ',
  ),
);

const unknownVerb = ({ lower }: Token): string | null => (/^\p{Ll}{3,}$/u.test(lower) ? lower : null);

/** "Can anyone take the dog on friday?": to take the dog on friday. */
export const errandIn = (asked: readonly Token[]): Errand | null => {
  const tokens = stripFillers(asked);
  const words = tokens.filter(isWord);
  const said = `${words.map(({ lower }) => lower).join(' ')} `;
  for (const [opening, ofAnyone] of openings) {
    const opened = opening.exec(said)?.[0];
    if (opened === undefined) continue;
    const first = words[opened.trim().split(' ').length];
    const at = first === undefined ? -1 : tokens.indexOf(first);
    // Whatever stands there is a verb, be it one that no table knows: "can you water the tomatoes".
    const lemma =
      first === undefined
        ? null
        : (lemmaOf(first.lower, 'base') ?? lemmaOf(first.lower, 'gerund') ?? unknownVerb(first));
    if (at < 0 || lemma === null || passing.has(lemma)) return null;
    return { lemma, rest: tokens.slice(at + 1), ofAnyone };
  }
  return null;
};

const assent = String.raw`(?:(?:yes|yeah|yep|yup|sure|ok|okay|oh|ooh|of course|absolutely|no problem|np|fine|well|hi|hey|gladly|alright)(?: thing)?[\s,.!]+)*`;
const takes = proven({
  id: 'takes-on',
  pattern: new RegExp(
    `^${assent}(?:me(?: me)*|i(?: can|'ll| will| could|'d love to| would love to|'d be happy to| do|'m in|'m free|'m up for it|'m down|'m on it| volunteer|'ve got it| got it| got this)(?: (?:do|take|handle|cover|manage|sort|get)(?: (?:it|that|this|care of it))?)?|on it|count me in|leave it to me|happy to|will do|can do|my turn|mine|dibs)(?: please| too| then| of course| no problem)?(?=$|[\\s,.!:)-])`,
    'iu',
  ),
  yes: ['me', 'sure, me', "i'll do it", 'ok i can', 'count me in'],
  no: ['mean', 'i cannot', 'someone else', 'sure'],
});
const agrees = proven({
  id: 'agrees',
  pattern:
    /^(?:(?:yes|yeah|yep|yup|sure|of course|absolutely|no problem|np|gladly|certainly|deal|will do|ok|okay)(?: thing)?(?:[\s,.!]+|$))+$/iu,
  yes: ['yes', 'sure thing', 'ok, will do'],
  no: ['yes but later', 'yesterday', 'sure it is'],
});
const otherwise = /\b(?:not|n['\u2019]?t|no|maybe|perhaps|if|unless|might|depends|probably|never)\b|\?/iu;

/** "Drive me home", as it is told by another: "drive Ana home". */
const asToldOf = (
  tokens: readonly Token[],
  who: MentionResolver,
  askedBy: string,
): readonly Token[] | null => {
  if (!tokens.some(({ lower }) => /^(?:me|my|us|our|mine|i)$/u.test(lower))) return tokens;
  const name = who.nameOf({ kind: 'entity', entityId: askedBy });
  if (name === null || tokens.some(({ lower }) => /^(?:us|i|mine)$/u.test(lower))) return null;
  return tokens.map((token) => {
    const text =
      token.lower === 'me'
        ? name
        : token.lower === 'my'
          ? `${name}'s`
          : token.lower === 'our'
            ? 'the'
            : token.text;
    return { ...token, text, lower: text.toLowerCase() };
  });
};

/** Who takes it on by these words, and what they add to it: "i can", "me, after 6", "bo will". */
const takenBy = (
  who: MentionResolver,
  answer: string,
  { lemma, ofAnyone }: Errand,
): { readonly ref: SubjectRef; readonly tail: string } | null => {
  const self: SubjectRef = { kind: 'entity', entityId: who.message.authorId };
  if (otherwise.test(answer)) return null;
  if (agrees.test(answer)) return { ref: self, tail: '' };
  const words = tokenize(answer, 0);
  const done = new RegExp(
    `^${assent}(?:i can|i'll|i will) ${lemma} (?:him|her|it|them|that|those|you)\\b`,
    'iu',
  );
  const own = (done.exec(answer) ?? takes.exec(answer))?.[0];
  const other = own === undefined && ofAnyone ? personAt(words, 0, who) : null;
  const isOther = other !== null && /^(?:can|will|could|does|is)$/u.test(words[other.length]?.lower ?? '');
  if (own === undefined && !isOther) return null;
  const after =
    own === undefined ? words.slice((other?.length ?? 0) + 1) : tokenize(answer.slice(own.length), 0);
  const tail = joined(after)
    .replace(/^[\s,.!:)-]+/u, '')
    .replace(/^but\s+/iu, '')
    .trim();
  const isWhen =
    /^(?:only )?(?:after|before|from|until|till|by|at|on|in|around|every)\b/iu.test(tail) ||
    timeIn(after) !== null;
  const isShort = tail.split(/\s+/u).length <= 5 && !/\b(?:i|you|he|she|we|they|it)\b/iu.test(tail);
  return tail === '' || (isWhen && isShort) ? { ref: other?.ref ?? self, tail } : null;
};

/** What an answer takes on that was asked for; of whom it was asked, or whoever will. */
export const takenOn = (
  who: MentionResolver,
  clause: Clause,
  answer: string,
  errand: Errand,
  question: WindowMessage,
): readonly FactDraft[] => {
  const taken = takenBy(who, answer, errand);
  const end = errand.rest.findIndex(({ lower }) =>
    /^(?:while|when|if|because|cause|so|since|as)$/u.test(lower),
  );
  const asked = end < 0 ? errand.rest : errand.rest.slice(0, end);
  const rest = taken === null ? null : asToldOf(asked, who, question.authorId);
  if (taken === null || rest === null) return [];
  const p: Predicate = {
    lemma: errand.lemma,
    tense: 'future',
    modal: 'will',
    negated: false,
    adverbs: [],
    third: false,
    rest,
  };
  const c = complementOf(rest);
  if (c.words.length === 0 || c.deictic) return [];
  const content = [sentence(verbPhrase(p), c.text), taken.tail].filter((part) => part !== '').join(', ');
  const finding = { type: 'task', confidence: 0.78 } as const;
  return [aboutPeople(clause, { content, finding, pattern: 'taken-on' }, [taken.ref], 0.85)];
};
