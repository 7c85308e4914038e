import { proven } from '#safety';
import { complementOf } from '../../grammar/object.js';
import { isCommonWord, isGivenName } from '../../words/lexicon.js';
import type { Clause } from '../../text/clauses.js';
import { isWord, type Token } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { valueOf } from '../frames/frame.js';
import { aboutSelf, labelled, type FactDraft } from './fact-draft.js';

const notName = proven({
  id: 'notName',
  pattern:
    /^(?:when|back|if|later|an?|the|crazy|stupid|old|paranoid|lazy|tomorrow|at|on|in|now|asap|tonight|please|again|for|up|via|maybe|that|this|it|names|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/u,
  yes: ['when', 'the boss', 'monday'],
  no: ['ana', 'mo'],
});
const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);

/** What is written as a name, or is no other word: "Ace", "lio", never "lucky". */
const isName = (words: readonly string[]): boolean => {
  const [first] = words;
  if (first === undefined || first === '' || words.length > 3 || notName.test(first.toLowerCase()))
    return false;
  return words.every(
    (word) => isCapital(word) || isGivenName(word.toLowerCase()) || !isCommonWord(word.toLowerCase()),
  );
};

const goesBy = (clause: Clause, name: string): FactDraft =>
  aboutSelf(clause, {
    content: labelled('Goes by', name),
    finding: { type: 'identity', confidence: 0.86, topic: 'goes-by', value: valueOf(name) },
    pattern: 'call-me',
  });

const doesNotGoBy = (clause: Clause, name: string): FactDraft =>
  aboutSelf(clause, {
    content: labelled('Does not go by', name),
    finding: { type: 'identity', confidence: 0.86, topic: 'goes-by', value: `other than ${valueOf(name)}` },
    pattern: 'call-me',
  });

/** What is said beside a name, and is no part of it: "Yu please", "Yu from now on", "Yu like everybody does". */
const beside = proven({
  id: 'beside',
  pattern:
    /^(?:please|pls|plz|thanks|thx|ok|okay|instead|then|too|only|everywhere|any ?more|any longer|ever|again|all the time|(?:from|starting|as of) (?:now|today)|like|as|(?:everyone|everybody|people|(?:my|all my|most) friends|they|we)(?: \p{L}+)? (?:do|does|did)\b)/u,
  yes: ['please', 'any more', 'from now on', 'all my friends always do'],
  no: ['ana', 'people'],
});

const withoutBeside = (tokens: readonly Token[]): readonly Token[] => {
  const end = tokens.findIndex(
    (_, at) =>
      at > 0 &&
      beside.test(
        tokens
          .slice(at)
          .map(({ lower }) => lower)
          .join(' '),
      ),
  );
  return end < 0 ? tokens : tokens.slice(0, end);
};

const nameIn = (rest: readonly Token[]): string | null => {
  const stop = rest.findIndex((token) => !isWord(token));
  const { text } = complementOf(withoutBeside(stop < 0 ? rest : rest.slice(0, stop)));
  return isName(text.split(' ')) ? text : null;
};

/** "… Yu": the name that follows, as far as it is one. */
export const calledBy = (clause: Clause, rest: readonly Token[], isEnded = false): readonly FactDraft[] => {
  const name = nameIn(rest);
  if (name === null) return [];
  return [isEnded ? doesNotGoBy(clause, name) : goesBy(clause, name)];
};

/** Whoever calls somebody by a name that is for all to use. What one person calls another is theirs. */
const everybody = proven({
  id: 'everybody',
  pattern:
    /^(?:(?:pretty much|almost|nearly|basically) )?(?:everyone|everybody|they|all|(?:(?:most|all|other|some|many|my|all my|most of my) )?(?:people|folks|friends|mates|colleagues|coworkers|teammates|classmates))(?: (?:here|there|around here|else|online|at work|at school|at home|at uni))?(?: (?:all|just|usually|mostly|always|already|tend to|also))?$/u,
  yes: ['everyone', 'most of my friends', 'people at work usually'],
  no: ['my friend ana', 'nobody'],
});
const invitation = proven({
  id: 'invitation',
  pattern:
    /^(?:(?:so|but|and|then|please|pls|just|simply|oh|btw|hey|hi|you|u|can|could|may|feel|free|to|everyone|everybody|all|folks|guys|also|always|from|now|on|here|instead|better|rather|i (?:would|['’]?d) (?:rather|prefer(?: (?:that|if))?)) ?)*$/u,
  yes: ['so please', 'feel free to', 'everyone can', 'i would rather you'],
  no: ['ana', 'so ana', 'i would rather she'],
});

/** "Don't call me Yu any more", "stop calling me Yu": what was asked for before is not wanted. */
const forbids = proven({
  id: 'forbids',
  pattern:
    /^(?:(?:so|but|and|then|please|pls|just|oh|btw|hey|hi|ok|okay|also|guys|folks|everyone|everybody|all|from|now|on|you|u|really|kindly) ?)*(?:do ?n['’]?t|do not|dont|never|stop|quit|no more|no longer) ?(?:ever|have to|need to|please)?$/u,
  yes: ["please don't", 'ok guys stop', "you don't have to"],
  no: ['my boss told me to stop', 'he does not'],
});
/** "I'd rather not be called Yu". */
const wantsNot = proven({
  id: 'wantsNot',
  pattern:
    /^(?:i |i['’]?d |i['’]?m |im )(?:(?:would|really|just) ?)*(?:do ?n['’]?t|do not|dont|no longer|not|rather not|prefer not|am not|hate|never)(?: (?:want|like|wanna|to|be|being|get|anymore|any more|going|called))*$/u,
  yes: ["i'd rather not be", 'i hate being', "i don't want to be"],
  no: ['i was', "i'd rather be"],
});

const callsMe = (tokens: readonly Token[]): number =>
  tokens.findIndex(
    ({ lower }, at) => /^(?:call|calls|calling)$/u.test(lower) && tokens[at + 1]?.lower === 'me' && at <= 8,
  );

const ownWish = proven({
  id: 'ownWish',
  pattern:
    /^(?:i|im|i'm|i’m|i'd|i’d|id) (?:(?:am|get|would|prefer|like|want|rather|love|to|be|usually|mostly|just|also|'m|m|'d|d) ?)*$/u,
  yes: ["i'd rather ", 'i usually just ', 'im '],
  no: ['i walk ', 'ana '],
});

/** "I'd rather be called Yu", "I am called Yu": not "I was called", nor "I am not called". */
const isCalledSelf = (words: string): boolean => ownWish.test(words);

const ownName = (who: MentionResolver, word: string): boolean => {
  const own = who.context.people.find(({ entityId }) => entityId === who.message.authorId)?.names ?? [];
  const ref = who.resolve(word, false);
  if (ref.kind === 'entity') return ref.entityId === who.message.authorId;
  return own.some(({ text }) =>
    text
      .toLowerCase()
      .split(/\s+/u)
      .some((part) => part.startsWith(word.toLowerCase())),
  );
};

/** "Just Yu is fine", of somebody whose name begins so: of anybody else it may be coffee, or a day. */
const isFine = (tokens: readonly Token[], who: MentionResolver): string | null => {
  const at = tokens[0]?.lower === 'just' ? 1 : 0;
  const [name, verb, end] = tokens.slice(at);
  if (!name || !isCapital(name.text) || notName.test(name.lower)) return null;
  const isSo =
    /^(?:is|works)$/u.test(verb?.lower ?? '') &&
    (verb?.lower === 'works' ||
      /^(?:fine|ok|okay|enough|good|great|alright|perfect)$/u.test(end?.lower ?? ''));
  return isSo && at === 1 && ownName(who, name.text) ? name.text : null;
};

/** "… Robert, call me Wren": a name that ends, and the one in its place where it is said. */
const insteadOf = (clause: Clause, rest: readonly Token[]): readonly FactDraft[] => {
  const next = callsMe(rest);
  return [
    ...calledBy(clause, next < 0 ? rest : rest.slice(0, next), true),
    ...(next < 0 ? [] : calledBy(clause, rest.slice(next + 2))),
  ];
};

/** How the speaker is called by others, as they say it; null where a clause says no such thing. */
export const calledAs = (
  clause: Clause,
  tokens: readonly Token[],
  who: MentionResolver,
): readonly FactDraft[] | null => {
  const fine = isFine(tokens, who);
  if (fine !== null) return [goesBy(clause, fine)];
  const words = (end: number): string =>
    tokens
      .slice(0, end)
      .map(({ lower }) => lower)
      .join(' ');
  const at = callsMe(tokens);
  if (at >= 0) {
    const before = words(at);
    if (forbids.test(before)) return insteadOf(clause, tokens.slice(at + 2));
    if (tokens[at]?.lower === 'calling') return null;
    if (!invitation.test(before) && !everybody.test(before)) return null;
    const named = calledBy(clause, tokens.slice(at + 2));
    return named.length > 0 || before === '' ? named : null;
  }
  const called = tokens.findIndex(({ lower }) => lower === 'called');
  if (called > 0 && called <= 8 && wantsNot.test(words(called))) {
    const ended = calledBy(clause, tokens.slice(called + 1), true);
    return ended.length > 0 ? ended : null;
  }
  if (called < 1 || called > 6 || !isCalledSelf(words(called))) return null;
  const named = calledBy(clause, tokens.slice(called + 1));
  return named.length > 0 ? named : null;
};
