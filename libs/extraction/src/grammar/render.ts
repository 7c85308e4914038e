import { gerundOf, participleOf, pastOf, thirdOf } from '../words/verbs.js';
import type { Predicate } from './predicate.js';

const capitalised = (text: string): string => {
  const first = /\p{L}/u.exec(text);
  // "iPhone", "npm run": a word that has a capital inside keeps its shape.
  if (!first || /^\p{Ll}\p{Lu}/u.test(text)) return text;
  return first.index === 0 ? text.charAt(0).toUpperCase() + text.slice(1) : text;
};

const lead = (...words: readonly (string | false)[]): string =>
  words.filter((word) => word !== false && word !== '').join(' ');

/** The verb group as it is said of somebody unnamed: "Likes", "Does not eat", "Moving", "Used to live". */
export const verbPhrase = (p: Predicate): string => {
  const adverbs = p.adverbs.join(' ');
  const not = p.negated && 'not';
  switch (p.tense) {
    case 'present':
      if (p.lemma === 'be') return lead('is', adverbs, not);
      return p.negated ? lead(adverbs, 'does not', p.lemma) : lead(adverbs, thirdOf(p.lemma));
    case 'past':
      if (p.lemma === 'be') return lead('was', adverbs, not);
      return p.negated ? lead('did not', adverbs, p.lemma) : lead(adverbs, pastOf(p.lemma));
    case 'progressive':
      return lead(not, adverbs, gerundOf(p.lemma));
    case 'past-progressive':
      return lead('was', not, adverbs, gerundOf(p.lemma));
    case 'perfect':
      return lead('has', not, adverbs, participleOf(p.lemma));
    case 'perfect-progressive':
      return lead('has', not, adverbs, 'been', gerundOf(p.lemma));
    case 'future':
      return p.modal === 'going to' ? lead(not, 'going to', p.lemma) : lead('will', not, adverbs, p.lemma);
    case 'obligation':
      return p.negated ? lead('does not need to', p.lemma) : lead(adverbs, 'needs to', p.lemma);
    case 'used-to':
      return lead('used to', p.lemma);
    case 'modal':
      return p.modal === 'can' && p.negated
        ? lead('cannot', p.lemma)
        : lead(p.modal ?? '', not, adverbs, p.lemma);
  }
};

/** The verb group after a subject that is named: "is moving", "is vegan", "likes". */
export const fullVerbPhrase = (p: Predicate): string =>
  p.tense === 'progressive' || (p.tense === 'future' && p.modal === 'going to')
    ? `is ${verbPhrase(p)}`
    : verbPhrase(p);

export const sentence = (...parts: readonly string[]): string =>
  capitalised(
    parts
      .filter((part) => part !== '')
      .join(' ')
      .replace(/\s+/gu, ' ')
      .trim(),
  );
