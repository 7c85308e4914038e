import { proven } from '#safety';
import { readable } from '../../grammar/object.js';
import { sentence } from '../../grammar/render.js';
import { isVerbForm, lemmaOf } from '../../words/verbs.js';
import { isIn } from '../../words/lexicon.js';
import { aboutPlace, aboutSelf, type FactDraft } from '../statements/fact-draft.js';
import { isWord, type Token } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { timeIn } from '../../text/times.js';
import { isSelfContained, type Unit } from './unit.js';
import { isNoteWord } from '../../words/note-words.js';

const isActivity = (tokens: readonly Token[], at: number): boolean => {
  const word = tokens[at]?.lower ?? '';
  return isNoteWord('activities', word) || isNoteWord('activities', `${word} ${tokens[at + 1]?.lower ?? ''}`);
};

const telling = proven({
  id: 'telling',
  pattern:
    /^(?:i|we|he|she|they|did|was|were|had|went|missed|during|because|if|when|please|pls|need|want|can|could|would|should|let|lets|see|look|good|great|nice|how|had)$/u,
  yes: ['missed', 'please', 'great'],
  no: ['standup', 'greatly'],
});

/** Words that also open a turn ("so", "well"): a time behind them is mostly a look back, no schedule. */
const praise = /^(?:great|good|nice|cool|awesome|thanks|sorry|because)$/u;
/** Where the thing that happens is named: among the first words, and before any verb but one of being held. */
const activityAt = (tokens: readonly Token[]): number => {
  for (let at = 0; at < Math.min(tokens.length, 5); at += 1) {
    const word = tokens[at];
    if (!isWord(word)) return -1;
    if (isActivity(tokens, at)) return at;
    if (telling.test(word.lower)) return -1;
    if (
      at > 0 &&
      isVerbForm(word.lower) &&
      lemmaOf(word.lower, 'gerund') === null &&
      lemmaOf(word.lower, 'base') === null
    )
      return -1;
  }
  return -1;
};

/** "no practice on the 24th", "bins: brown one goes out mondays": what is held, and when. */
export const schedulesIn = (unit: Unit, _who: MentionResolver): readonly FactDraft[] => {
  const tokens = unit.plain;
  const at = activityAt(tokens);
  if (at < 0 || praise.test(unit.tokens[0]?.lower ?? '')) return [];
  const words = tokens.filter(isWord);
  if (words.length < 2 || words.length > 20 || !isSelfContained(tokens)) return [];
  const when = timeIn(tokens, at + 1);
  // "run 9.10 on …", "review the page tomorrow": asked to be done, unless the time follows at once.
  const isOrder =
    at === 0 &&
    lemmaOf(tokens[0]?.lower ?? '', 'base') !== null &&
    (when?.at ?? 9) >
      (isNoteWord('activities', `${tokens[0]?.lower ?? ''} ${tokens[1]?.lower ?? ''}`) ? 2 : 1);
  if (isOrder) return [];
  if (!when || !(when.run.hasDay || (when.run.hasClock && words.length <= 7))) return [];
  if (
    tokens
      .slice(0, when.at)
      .some(
        (token) =>
          telling.test(token.lower) ||
          (lemmaOf(token.lower, 'past') !== null && lemmaOf(token.lower, 'base') === null),
      )
  )
    return [];
  const between = tokens.slice(at, when.at).filter(isWord).length;
  if (between > 9) return [];
  // "class 10", "run 3": a number, not a time.
  if (!when.run.hasDay && isIn('transientNouns', tokens[at]?.lower ?? '')) return [];
  const told = /^(?:the|our)$/u.test(tokens[0]?.lower ?? '') ? tokens.slice(1) : tokens;
  const made = {
    content: sentence(readable(told).replace(/[.!,;]+$/u, '')),
    finding: { type: when.run.recurs ? 'knowledge' : 'event', confidence: 0.78, importance: 0.6 } as const,
    pattern: 'held',
  };
  // "Party at mine": of whom it is, who says it.
  const isOwn = told.some(({ lower }, index) => lower === 'mine' && told[index - 1]?.lower === 'at');
  return [isOwn ? aboutSelf(unit, made, 0.9) : aboutPlace(unit, made)];
};
