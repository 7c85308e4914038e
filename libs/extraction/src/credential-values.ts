import { wordSenses } from './lexicon.js';

export const luhn = (text: string): boolean => {
  const digits = text.replace(/\D/gu, '');
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1+$/u.test(digits)) return false;
  let sum = 0;
  Array.from(digits)
    .reverse()
    .forEach((digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      sum += value > 9 ? value - 9 : value;
    });
  return sum % 10 === 0;
};
/** Leading digits that card networks issue; keeps timestamps and order numbers out. */
export const issued = (text: string): boolean =>
  /^(?:4|5[1-5]|2[2-7]|3[47]|6(?:011|5|4[4-9])|35|30[0-5]|36|38)/u.test(text.replace(/\D/gu, ''));

const ordinary = new Set(
  'is was are not the a an to for in on my your wrong correct incorrect expired required reset changed change field manager managers protected prompt and or of but again too so it that this there here what which how when with without please same different empty blank none null undefined secret strong weak long short secure safe unknown invalid valid working forgotten lost file page box policy generator hash hint recovery'.split(
    ' ',
  ),
);
/** A value as people write it: within quotes with its spaces, or up to the next space. */
const inQuotes = String.raw`["\u201c][^"\u201d\n]{3,80}["\u201d]|\u2018[^\u2019\n]{3,80}\u2019|(?<![\p{L}\p{N}])'[^'\n]{3,80}'(?!\p{L})`;
export const value = String.raw`(?:${inQuotes}|["'\u201c\u2018]?[^\s"'\u201d\u2019,;]{3,})`;
export const coded = String.raw`(?=[^\s\d]{0,40}\d)[\p{L}\p{N}#*][\p{L}\p{N}#*-]{2,40}`;
export const names = String.raw`(?:pass(?:word|phrase|code|wd)|passwort|kennwort|wachtwoord|contrase\u00f1a|mot de passe|pwd|pw)`;
export const bare = (secret: string): string =>
  secret.replace(/^["'\u201c\u2018]+/u, '').replace(/["'\u201d\u2019.,!;)]+$/u, '');
export const telling = (secret: string): boolean => {
  const value = bare(secret);
  const [first = ''] = value.toLowerCase().split(/\s/u);
  return (
    value.length >= 3 && !ordinary.has(first) && !/^[*x\u2022.]+$/iu.test(value) && !/^<.*>$/u.test(value)
  );
};
/** A lone dictionary-like word after "password is" may be prose ("password is stupid"): a secret holds more. */
export const secretLike = (secret: string): boolean =>
  telling(secret) &&
  (/\d/u.test(secret) ||
    /[^\w\s]/u.test(secret.slice(1, -1)) ||
    /\p{Ll}\p{Lu}/u.test(secret) ||
    secret.length >= 6);

/** Letters with digits or signs among them: no word of a sentence looks like that. */
export const mixed = (secret: string): boolean =>
  telling(secret) && (/\d/u.test(bare(secret)) || /[^\p{L}\p{N}\s'\u2019-]/u.test(bare(secret).slice(1)));
/** What a program assigns by calling or naming something else holds no secret itself. */
export const literal = (secret: string): boolean =>
  telling(secret) &&
  !/^[\w.$]+\(|^["']?(?:https?:|\/|\$|\{|<|%|process\.|os\.|env\.|config\.|self\.|this\.)/u.test(secret);
/** No word that a dictionary knows: "the secret is patience" tells none. */
export const unheardOf = (secret: string): boolean => {
  const word = bare(secret);
  return (
    mixed(secret) ||
    (/^\p{Ll}{9,}$/u.test(word) &&
      !/(?:s|y|ed|ing|er|able|ible|ful|less|ous|ive|al|ic|ity|tion|ness|ment|ance|ence)$/u.test(word) &&
      !Object.hasOwn(wordSenses.noun, word) &&
      !Object.hasOwn(wordSenses.verb, word))
  );
};
