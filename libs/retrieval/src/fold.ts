/** Letters of other alphabets that are read as these Latin ones. Compatibility forms (full width, mathematical) fold by NFKD. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аɑαΑᴀ',
  b: 'ЬьВвβΒʙᏏ',
  c: 'сСϲᴄ',
  d: 'ԁԀɗᴅ',
  e: 'еЕєεΕᴇҽ',
  f: 'ғꜰϝſ',
  g: 'ɡցɢ',
  h: 'һҺНнΗհʜ',
  i: 'іІıɩιΙӏӀɪ',
  j: 'јЈϳᴊ',
  k: 'кКκΚᴋ',
  l: 'ⅼʟǀ',
  m: 'мМμΜᴍ',
  n: 'пոΝηɴ',
  o: 'оОοΟօσᴏ',
  p: 'рРρΡᴘ',
  q: 'ԛ',
  r: 'гʀ',
  s: 'ѕЅꜱʂ',
  t: 'тТτΤᴛ',
  u: 'υսʋᴜ',
  v: 'νѵᴠ',
  w: 'ԝԜѡωᴡ',
  x: 'хХχΧ',
  y: 'уУүΥγʏ',
  z: 'ᴢΖ',
};
const latinOf = new Map(
  Object.entries(lookAlikes).flatMap(([latin, alike]) =>
    Array.from(alike).map((char) => [char, latin] as const),
  ),
);

/** What a reader takes a letter for, as lower-case Latin where it looks like one; '' for what is no letter or digit. */
const foldLetter = (char: string): string => {
  const direct = latinOf.get(char);
  if (direct !== undefined) return direct;
  const plain = char.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]/gu, '');
  return latinOf.get(plain) ?? plain.toLowerCase();
};

/** The letters and digits of the first `length` characters, folded: spacing, marks and look-alikes do not hide a word. */
export const skeleton = (text: string, length: number): string => {
  let folded = '';
  for (const char of text) {
    if (folded.length >= length) break;
    folded += foldLetter(char);
  }
  return folded.slice(0, length);
};
