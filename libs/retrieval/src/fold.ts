/** Letters of other alphabets that are read as these Latin ones. Compatibility forms (full width, mathematical) fold by NFKD. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аɑαΑᴀ',
  b: 'ЬьВвβΒʙᏏƄƅ',
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
  s: 'ѕЅꜱʂꮪᏚ',
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

const fold = (char: string): string => {
  const plain = char.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]/gu, '');
  return latinOf.get(plain) ?? plain.toLowerCase();
};
const ascii = new Map(
  Array.from({ length: 128 }, (_, code) => [String.fromCharCode(code), fold(String.fromCharCode(code))]),
);

/** What a reader takes a character for, as lower-case Latin where it looks like one; '' for what is no letter or digit. */
export const foldLetter = (char: string): string => ascii.get(char) ?? latinOf.get(char) ?? fold(char);
