import { proven } from '#safety';
import { isGivenName, isIn } from '../../words/lexicon.js';
import { clausesOf } from '../../text/clauses.js';
import { tokenize } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { withArticle } from './answers.js';
import { readClause } from './read-clause.js';
import type { FactDraft } from './fact-draft.js';

const greeting = proven({
  id: 'greeting',
  pattern:
    /^(?:(?:hi|hey|hello|hiya|howdy|yo|greetings|good \p{L}+)(?: (?:all|everyone|everybody|folks|there|guys|team))?|about me|intro|introducing myself|new here|bio)\b[\s!,.:-]*/iu,
  yes: ['Hi all! ', 'About me: ', 'new here, '],
  no: ['high five', 'all good'],
});
const asStatement = (item: string): string | null => {
  if (/^\d{2}$/u.test(item) && Number(item) >= 13) return `I am ${item} years old`;
  if (/^(?:she|he|they|xe|ze|any)\/\p{L}+(?:\/\p{L}+)?$/iu.test(item)) return `my pronouns are ${item}`;
  if (/^(?:originally )?from \p{Lu}/u.test(item) || /^(?:based|living|located) (?:in|near) /iu.test(item))
    return `I am ${item}`;
  if (/^(?:an?|one|two|three|four|five|\d) [\p{L}-]+(?: [\p{L}-]+)?$/iu.test(item)) return `I have ${item}`;
  const trade =
    /^(?:an? )?((?:[\p{L}-]+ ){0,2}?[\p{L}-]+)(?: (?:in|at|for|from|of) .+)?$/u.exec(item)?.[1] ?? '';
  const head = trade.split(' ').at(-1)?.toLowerCase() ?? '';
  if (isIn('occupations', head) || isIn('diet', head) || isIn('adjectives', head))
    return isIn('occupations', head) ? `I am ${withArticle(item)}` : `I am ${item}`;
  return null;
};

/** "Ana, 31, nurse, from Porto": who somebody is, in a row of words. */
export const introducedBy = (who: MentionResolver, text: string): readonly FactDraft[] => {
  const opened = greeting.exec(text);
  const plain = text.slice(opened?.[0].length ?? 0).replace(/[.!]+$/u, '');
  const items = plain.split(/\s*[,;|\u2022]\s*/u).map((item) => item.trim());
  if (
    items.length < 3 ||
    items.length > 9 ||
    /[?\n]/u.test(plain) ||
    items.some((item) => item.split(/\s+/u).length > 6)
  )
    return [];
  const [first = ''] = items;
  const isName =
    /^\p{Lu}[\p{Ll}'-]+(?: \p{Lu}[\p{Ll}'-]+)?$/u.test(first) &&
    (isGivenName(first.split(' ')[0]?.toLowerCase() ?? '') || who.resolve(first, false).kind === 'entity');
  if (isName) {
    const ref = who.resolve(first, false);
    // It may be about somebody else, or the name may be anybody's, so it is not taken as a fact about the speaker.
    if (ref.kind === 'entity' ? ref.entityId !== who.message.authorId : !opened) return [];
  }
  const read = items.slice(isName ? 1 : 0).map(asStatement);
  const known = read.filter((item) => item !== null);
  if (known.length < 2 || known.length < read.length / 2) return [];
  return known.flatMap((statement) => {
    const [clause] = clausesOf(statement);
    const found = clause ? readClause(clause, who, null, false).statements : [];
    return found.map((one) => ({
      ...one,
      tokens: tokenize(text, 0),
      pattern: `intro-${one.pattern}`,
      provenance: 0.9,
    }));
  });
};
