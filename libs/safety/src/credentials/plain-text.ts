/**
 * A text as it is looked at: full-width, zero-width, accented, look-alike and spaced-out letters are the plain ones they
 * stand for. Every unit of it knows which units of the original it came from.
 */
export interface PlainText {
  readonly text: string;
  /** Of the same length as `text`. */
  readonly lower: string;
  /** Where in the original the units from `start` to `end` stand. */
  originalSpan(start: number, end: number): readonly [start: number, end: number];
}

/** Letters of other scripts that are drawn like Latin ones; read as those in a word that has Latin letters, too. */
const lookAlikes = new Map(
  Array.from(
    'аa еe оo рp сc хx уy іi ѕs јj ԁd һh ӏl ԛq ԝw АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЅS αa οo ρp νv ιi κk υu ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ɡg ıi'.split(
      ' ',
    ),
    (pair) => [pair.charAt(0), pair.charAt(1)] as const,
  ),
);
const latin = /\p{Script=Latin}/u;
const isAscii = /^[\0-\x7f]*$/u;
const unseen = /^(?:[\p{Cf}\p{Variation_Selector}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5)+$/u;

const spellOut = (cluster: string): string => {
  if (unseen.test(cluster) || /^\p{M}/u.test(cluster)) return '';
  const composed = cluster.normalize('NFKC');
  return latin.test(composed) ? composed.normalize('NFD').replace(/\p{M}+/gu, '') : composed;
};

const spelled = new Map<string, string>();
const plainOf = (cluster: string): string => {
  const known = spelled.get(cluster);
  if (known !== undefined) return known;
  if (spelled.size > 5_000) spelled.clear();
  const plain = spellOut(cluster);
  // A cluster of many marks is somebody's play: it is met once.
  if (cluster.length < 8) spelled.set(cluster, plain);
  return plain;
};

const lowerOf = (text: string): string => {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : Array.from(text, (letter) => {
        const small = letter.toLowerCase();
        return small.length === letter.length ? small : letter;
      }).join('');
};

interface Mapped {
  readonly text: string;
  /** For each unit of it, the first unit of the original that it came from, and the one after the last. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

const unaccented = (original: string): Mapped => {
  let text = '';
  const from: number[] = [];
  const to: number[] = [];
  for (const { 0: cluster, index } of original.matchAll(/[\0-\x7f]|\P{M}\p{M}*|\p{M}+/gu)) {
    const plain = cluster.length === 1 && cluster < '\x80' ? cluster : plainOf(cluster);
    text += plain;
    for (let unit = 0; unit < plain.length; unit++) {
      from.push(index);
      to.push(index + cluster.length);
    }
  }
  return { text, from, to };
};

const withoutLookAlikes = (text: string): string =>
  !/[\u0370-\u052f\u0131\u0261]/u.test(text) || !/[a-z]/iu.test(text)
    ? text
    : text.replace(/[\p{L}\p{N}]+/gu, (word) =>
        /[\u0370-\u052f\u0131\u0261]/u.test(word) && /[a-z]/iu.test(word)
          ? Array.from(word, (letter) => lookAlikes.get(letter) ?? letter).join('')
          : word,
      );

/** "p a s s w o r d", "p.a.s.s": letters one by one, with the same sign between them. */
const spacedOut =
  /(?<![\p{L}\p{N}])\p{L}(?:( )\p{L}(?: \p{L}){3,20}|([.*_-])\p{L}(?:[.*_-]\p{L}){2,20})(?![\p{L}\p{N}])/gu;

const closedUp = ({ text, from, to }: Mapped): Mapped => {
  const kept: number[] = [];
  let end = 0;
  for (const { 0: letters, index } of text.matchAll(spacedOut)) {
    for (; end < index; end++) kept.push(end);
    for (; end < index + letters.length; end += 2) kept.push(end);
    end = index + letters.length;
  }
  if (end === 0) return { text, from, to };
  for (; end < text.length; end++) kept.push(end);
  return {
    text: kept.map((at) => text.charAt(at)).join(''),
    from: kept.map((at) => from[at] ?? 0),
    to: kept.map((at) => to[at] ?? 0),
  };
};

const identity = (text: string): PlainText => ({
  text,
  lower: text.toLowerCase(),
  originalSpan: (start, end) => [start, end],
});

const isSpacedOut = /(?:^|[^\p{L}\p{N}])\p{L}([ .*_-])\p{L}[ .*_-]\p{L}[ .*_-]\p{L}/u;

export const plainTextOf = (original: string): PlainText => {
  const isPlain = isAscii.test(original);
  if (isPlain && !isSpacedOut.test(original)) return identity(original);
  const { text: read, from, to } = unaccented(original);
  const mapped = closedUp({ text: withoutLookAlikes(read), from, to });
  return {
    text: mapped.text,
    lower: lowerOf(mapped.text),
    originalSpan: (start, end) => [
      mapped.from[start] ?? original.length,
      mapped.to[end - 1] ?? original.length,
    ],
  };
};
