import { proven } from '#safety';
import { readable } from '../../grammar/object.js';
import { sentence } from '../../grammar/render.js';
import { aboutPlace, aboutSelf, type FactDraft } from '../statements/fact-draft.js';
import { isWord } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import type { Unit } from './unit.js';
import { labelClassesOf } from '../../words/note-words.js';

const between = proven({
  id: 'between',
  pattern:
    /^(?:this|last|today|tonight|yesterday|morning|evening|night|week|now|just|is|was|at|of|currently|again|still|only|new|pre|post|after|before|fasting|reading|level|count|after|:|=|-|~|down|up|to|the|gym|breakfast|lunch|dinner|bed)$/u,
  yes: ['this', 'fasting', ':'],
  no: ['brno', 'weight'],
});

/** "BP this morning 138/88", "5k PB 21:47": a measure and its number. */
export const measuresIn = (unit: Unit, who: MentionResolver): readonly FactDraft[] => {
  const tokens = unit.plain;
  for (let at = 0; at < Math.min(3, tokens.length); at += 1) {
    const word = tokens[at]?.lower ?? '';
    const two = `${word} ${tokens[at + 1]?.lower ?? ''}`;
    const isTwo = labelClassesOf(two).some((name) => name === 'measure' || name === 'record');
    const classes = labelClassesOf(isTwo ? two : word).filter(
      (name) => name === 'measure' || name === 'record',
    );
    const name = classes[0];
    if (name === undefined) {
      if (!isWord(tokens[at])) return [];
      continue;
    }
    let next = at + (isTwo ? 2 : 1);
    while (next < tokens.length && between.test(tokens[next]?.lower ?? '')) next += 1;
    if (!/^[<>~]?\d/u.test(tokens[next]?.text ?? '')) return [];
    const comma = tokens.findIndex((token, index) => index > next && /^[,;(]$/u.test(token.text));
    const told = comma > 0 ? tokens.slice(0, comma) : tokens;
    if (told.filter(isWord).length > 12) return [];
    const isHealth = name === 'measure';
    const statement = {
      content: sentence(readable(told)),
      finding: {
        type: 'knowledge' as const,
        confidence: 0.78,
        ...(isHealth ? { sensitivity: 2 as const } : {}),
      },
      pattern: 'measured',
    };
    return [
      isHealth && who.context.place.type !== 'dm'
        ? aboutPlace(unit, statement)
        : aboutSelf(unit, statement, 0.88),
    ];
  }
  return [];
};
