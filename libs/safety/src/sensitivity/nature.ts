import { createRequire } from 'node:module';
import {
  findPhoneNumbersInText,
  isValidPhoneNumber,
  type CountryCode,
  type MetadataJson,
} from 'libphonenumber-js/core';
import { z } from 'zod';
import { once, readWords, words } from '../word-lists.js';
import { proven } from '../text/proven.js';

/** Words of streets, of numbers that stand for somebody, and of births. */
export const addressWordsSchema = z.strictObject({
  /** "14 Kestrel Lane" */
  after: words,
  /** "Birkenallee 3" */
  ends: words,
  /** "Calle del Olmo 27" */
  before: words,
  /** Addresses that everybody knows, and where nobody lives. */
  public: words,
  calls: words,
  identity: words,
  bank: words,
  children: words,
  births: words,
});
const data = readWords('addresses', addressWordsSchema);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');
const anyOf = (list: readonly string[]): string =>
  [...list]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
const alone = (list: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyOf(list)})(?![\\p{L}\\p{N}])`, 'u');

const house = String.raw`\d{1,5}(?:[ -]?[a-zA-Z])?(?![\p{L}\d%€$£])`;
const name = String.raw`\p{Lu}[\p{L}'.-]{1,24}`;
const streets: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<![\p{L}\d.,:/-])\d{1,5}[a-zA-Z]?,? (?:(?:${name}|\d{1,3}(?:st|nd|rd|th)) ){1,3}(?:${anyOf(data.after.map((word) => word.charAt(0).toUpperCase() + word.slice(1)))})(?!\p{L})`,
    'u',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d.,:/-])\d{1,5}[a-z]? (?:[\p{L}']{3,20} ){1,2}(?:street|st|avenue|ave|road|rd|lane|boulevard|blvd)(?=$|[,.;!?)]| (?:in|apt|flat|unit|floor|\d))`,
    'u',
  ),
  new RegExp(String.raw`(?<!\p{L})\p{Lu}[\p{L}-]{2,24}(?:${anyOf(data.ends)})\.? ${house}`, 'u'),
  new RegExp(
    String.raw`(?<!\p{L})(?:\p{Lu}[\p{L}-]{2,20}er|\p{Lu}\p{L}{2,20}e[nrs]?) (?:Straße|Strasse|Str\.|Weg|Allee|Platz|Ring|Gasse|straat|laan) ${house}`,
    'u',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:${anyOf(data.before.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1)]))})\.? (?:(?:de|del|della|dei|di|da|do|dos|la|las|los|le|les|du|des|l'|d')? ?[\p{Lu}][\p{L}'.-]{1,24},? ){1,4}(?:n[.º°]{0,2} ?)?${house}`,
    'u',
  ),
  new RegExp(
    String.raw`(?<![\p{L}\d])\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|boulevard|chemin|impasse|allée|quai|place) (?:(?:de|du|des|la|le|les|l'|d')? ?){0,2}[\p{Lu}]`,
    'u',
  ),
];
const publicAddress = alone(data.public);
const isStreet = (text: string): boolean =>
  streets.some((street) => street.test(text)) && !publicAddress.test(text.toLowerCase());

const metadata = once(() => createRequire(import.meta.url)('libphonenumber-js/min/metadata') as MetadataJson);
/** Where a number without a country's code may be from; one that is valid in none of them is no number to call. */
const countries: readonly CountryCode[] = [
  'US',
  'GB',
  'DE',
  'FR',
  'ES',
  'IT',
  'NL',
  'PT',
  'BR',
  'MX',
  'SE',
  'NO',
  'DK',
  'FI',
  'PL',
  'IE',
  'IN',
  'AU',
  'JP',
  'CH',
];
const calls = alone(data.calls);
const dialled =
  /(?<![\p{L}\d.,:/#-])(?:\(0?\d{1,4}\)|0\d{1,4}|\d{2,4})(?: ?[/.-] ?| )?\d{2,4}(?:[ .-]?\d{2,4}){1,4}(?![\d.,:]?\d)/gu;
const northAmerican = /(?<![\d.-])(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[.-]\d{4}(?![\d.-]?\d)/u;
const isDate = /^(?:(?:19|20)\d\d[ ./-]\d{1,2}[ ./-]\d{1,2}|\d{1,2}[ ./-]\d{1,2}[ ./-](?:19|20)\d\d)/u;
const isPhone = (text: string): boolean => {
  if (/\+ ?\d/u.test(text) && findPhoneNumbersInText(text.slice(0, 4_000), metadata()).length > 0)
    return true;
  if (northAmerican.test(text)) return true;
  const candidates = (text.slice(0, 4_000).match(dialled) ?? []).filter((candidate) => {
    const count = candidate.replace(/\D/gu, '').length;
    return count >= 7 && count <= 13 && !isDate.test(candidate);
  });
  if (candidates.length === 0) return false;
  const isCalled = calls.test(text.toLowerCase());
  return candidates
    .slice(0, 5)
    .some(
      (candidate) =>
        (isCalled || (/^\(?0\d*\D/u.test(candidate) && candidate.replace(/\D/gu, '').length >= 9)) &&
        countries.some((country) => isValidPhoneNumber(candidate, country, metadata())),
    );
};

/** A number of somebody behind the words for it: at least five digits, letters among them. */
const numberAfter = (list: readonly string[]): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${anyOf(list)})(?![\p{L}\p{N}])[^\n]{0,30}?(?<![\p{L}\d])(?=[\p{L}\d .-]{0,12}\d)[\p{L}]{0,6}[ .-]?\d(?:[ .-]?[\p{L}\d]){4,24}(?![\p{L}])`,
    'u',
  );
const identity = numberAfter(data.identity);
const bank = numberAfter(data.bank);
const taxCodes = proven({
  id: 'taxCodes',
  pattern:
    /(?<![\p{L}\d])(?:[a-z]{6}\d{2}[a-z]\d{2}[a-z]\d{3}[a-z]|[a-z]{2} ?\d{2} ?\d{2} ?\d{2} ?[a-d]|\d{3}\.\d{3}\.\d{3}-\d{2})(?![\p{L}\d])/u,
  yes: ['nvkins85m41h501z', 'qq 12 34 56 c', '111.222.333-44'],
  no: ['qq 12 34 56', '12.345.678'],
});
const iban = /(?<![\p{L}\d])[a-z]{2}\d{2}(?: ?[a-z\d]{4}){2,7}(?: ?[a-z\d]{1,3})?(?![\p{L}\d])/gu;
const isIban = (text: string): boolean => {
  const plain = text.replace(/ /gu, '').toUpperCase();
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/gu, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
};

const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre';
const day = new RegExp(
  String.raw`(?<!\d)(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})|\d{1,2}(?:st|nd|rd|th|\.)?(?: of| de)? (?:${month})|(?:${month}) \d{1,2}(?!\d))`,
  'u',
);
const children = alone(data.children);
const births = alone(data.births);
/** Who was born before is of age by now. */
const bornSince = 2008;
const isBirthOfMinor = (lower: string): boolean => {
  if (!births.test(lower) || !children.test(lower) || !day.test(lower)) return false;
  const years = (lower.match(/(?<!\d)(?:19|20)\d{2}(?!\d)/gu) ?? []).map(Number);
  return years.length === 0 || years.some((year) => year >= bornSince);
};

/** What numbers tell of somebody, wherever they are told: where they live, what they are called at, who they are. */
export const natureOf = (text: string): string | null => {
  if (!/\d/u.test(text)) return null;
  const lower = text.toLowerCase();
  if (/[1-9]/u.test(text) && isStreet(text)) return 'address';
  if ((bank.test(lower) && !/\bgift\b/u.test(lower)) || (lower.match(iban) ?? []).some(isIban)) return 'bank';
  if (identity.test(lower) || taxCodes.test(lower)) return 'identity-number';
  if (isBirthOfMinor(lower)) return 'birth-date';
  return isPhone(text) ? 'phone' : null;
};
