/** Every form under which a name may be looked up: the whole of it, and each of its words. Lower case, NFKC. */
export const nameForms = (name: string): readonly string[] => {
  const whole = name.normalize('NFKC').toLowerCase().trim();
  const words = whole.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1);
  return [...new Set([whole, ...words])];
};

const longestScanned = 4_000;

/** Every form under which somebody may be named in a text: its words, runs of up to three, and `nick_` as typed. */
export const formsIn = (text: string): ReadonlySet<string> => {
  const forms = new Set<string>();
  const lower = text.normalize('NFKC').toLowerCase().slice(0, longestScanned);
  for (const typed of lower.split(/[\s,;:!?()"]+/u)) {
    forms.add(typed);
    if (typed.startsWith('@')) forms.add(typed.slice(1));
  }
  let [before, earlier] = ['', ''];
  for (const word of lower.split(/[^\p{L}\p{N}]+/u)) {
    if (word === '') continue;
    forms.add(word);
    if (before !== '') forms.add(`${before} ${word}`);
    if (earlier !== '') forms.add(`${earlier} ${before} ${word}`);
    [earlier, before] = [before, word];
  }
  forms.delete('');
  return forms;
};
