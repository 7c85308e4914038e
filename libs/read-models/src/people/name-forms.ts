import { formsOfName, spellingsOf, withoutHonorific, withPlainHyphens } from '#identity';

/** One row of a btree holds 2,700 bytes; folding can make a name of 256 characters many times as long. */
const longestForm = 600;

/** Every form under which a name may be looked up: the whole of it, each of its words, and every way of writing it. */
export const nameForms = (name: string): readonly string[] => {
  const whole = withPlainHyphens(name).normalize('NFKC').toLowerCase().trim();
  const words = whole.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1);
  return [...new Set([whole, ...words, ...formsOfName(name)])].filter((form) => form.length <= longestForm);
};

const longestScanned = 4_000;

/**
 * Every form under which somebody may be named in a text: its words, and `nick_` as typed. A name of several words is
 * found by any of them; only one of single letters ("J R") needs the run.
 */
export const formsIn = (text: string): ReadonlySet<string> => {
  const forms = new Set<string>();
  const lower = withPlainHyphens(text).normalize('NFKC').toLowerCase().slice(0, longestScanned);
  for (const typed of lower.split(/[\s,;:!?()"]+/u)) {
    forms.add(typed);
    if (typed.startsWith('@')) forms.add(typed.slice(1));
  }
  let letters: readonly string[] = [];
  for (const word of lower.split(/[^\p{L}\p{N}]+/u)) {
    if (word === '') continue;
    forms.add(word).add(withoutHonorific(word));
    letters = word.length === 1 ? [...letters, word].slice(-3) : [];
    if (letters.length > 1) forms.add(letters.join(' ')).add(letters.slice(-2).join(' '));
  }
  forms.delete('');
  for (const form of [...forms]) for (const spelling of spellingsOf(form)) forms.add(spelling);
  return forms;
};
