/** Every form under which a name may be looked up: the whole of it, and each of its words. Lower case, NFKC. */
export const nameForms = (name: string): readonly string[] => {
  const whole = name.normalize('NFKC').toLowerCase().trim();
  const words = whole.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1);
  return [...new Set([whole, ...words])];
};

/** Every form under which somebody may be named in a text: its words, runs of up to three, and `nick_` as typed. */
export const formsIn = (text: string): readonly string[] => {
  const lower = text.normalize('NFKC').toLowerCase().slice(0, 4_000);
  const typed = lower
    .split(/[\s,;:!?()"]+/u)
    .flatMap((word) => [word, word.replace(/^@/u, ''), word.replace(/['\u2019]s?$|[.]$/u, '')]);
  const words = lower.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const runs = words.flatMap((word, at) => [
    word,
    words.slice(at, at + 2).join(' '),
    words.slice(at, at + 3).join(' '),
  ]);
  return [...new Set([...typed, ...runs])].filter((form) => form.length > 1);
};
