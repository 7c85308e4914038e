import { isMixed } from './values.js';
import { proven } from '../text/proven.js';

/** Names of what holds a secret, as programs write them, by what the value must look like. */
const strong = proven({
  id: 'strong',
  pattern:
    /^(?:pass|passwd|password|passwords|passwort|pwd|pw|passphrase|passcode|passkey|secret|secrets|pepper|mnemonic|requirepass|masterauth|userpass|dbpass|wifipass)$/u,
  yes: ['password', 'requirepass'],
  no: ['passage', 'compass'],
});
const coded = /^(?:pin|puk|cvc|cvv|otp|tan)$/u;
const opening = proven({
  id: 'opening',
  pattern:
    /^(?:door|gate|alarm|safe|lock|locker|latch|keypad|garage|building|entry|access|disarm|lockbox|unlock|security|gates?|room)$/u,
  yes: ['door', 'gates'],
  no: ['doors', 'indoor'],
});
const keyed = proven({
  id: 'keyed',
  pattern:
    /^(?:token|apikey|accesskey|secretkey|auth|authtoken|credential|credentials|sid|sessionid|jsessionid|phpsessid|sig|signature|session|cookie|jwt|bearer|key|salt|seed)$/u,
  yes: ['apikey', 'jwt'],
  no: ['monkey', 'tokens'],
});

export const mayBeSetting = proven({
  id: 'mayBeSetting',
  pattern:
    /pass|pwd|pw\b|secret|pepper|mnemonic|masterauth|pin|puk|cv[cv]|otp|tan\b|code|token|key|auth|credential|sid|session|sig|cookie|jwt|bearer|salt|seed/u,
  yes: ['dbpass', 'access_token'],
  no: ['username', 'colour'],
});

/** What may follow such a name in a name: `DB_PASSWORD_PROD`, `SECRET_KEY_BASE`. */
const trailing = proven({
  id: 'trailing',
  pattern:
    /^(?:prod|production|dev|staging|stage|live|test|base|default|value|text|plain|old|new|primary|secondary|id|hex|b64|base64|string|\d{1,4})$/u,
  yes: ['prod', 'b64', '2024'],
  no: ['product', '20245'],
});

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .split(/[_.$:[\]-]+/u)
    .filter((word) => word !== '');

export const looksRandom = (value: string, shortest: number): boolean =>
  value.length >= shortest &&
  /\d/u.test(value) &&
  /\p{L}/u.test(value) &&
  /^[\w./+=~:%!@#$^*-]+$/u.test(value);

export type Wanted = (value: string) => boolean;
export const anything: Wanted = (value) =>
  value.length >= 3 &&
  !/^(?:is|was|required|too|the|not|a|an|on|in|for|reset|changed|wrong|field|manager|policy|must|should|and|or|of|to)$/iu.test(
    value,
  );

const ofAKey = proven({
  id: 'ofAKey',
  pattern:
    /^(?:api|access|private|secret|signing|encryption|account|auth|app|shared|master|service|stream|license|consumer|client|jwt|hmac|aes|crypt|rsa|ssh|deploy|admin|preshared|psk)$/u,
  yes: ['api', 'deploy'],
  no: ['piano', 'donkey'],
});

/** What the value of a setting must look like for it to be a secret; null where its name tells of none. */
export const wantedOf = (name: string): Wanted | null => {
  const words = [...wordsOf(name)];
  while (words.length > 1 && trailing.test(words.at(-1) ?? '')) words.pop();
  const [before = '', last = ''] = [words.at(-2), words.at(-1)];
  if (strong.test(last))
    return words.length === 1 && /^(?:pass|secret|secrets)$/u.test(last)
      ? (value) => isMixed(value) || value.length >= 12
      : anything;
  if (/(?:passwd|password|passwort|passphrase)$/u.test(last)) return anything;
  if (/^(?:pepper|pin)$/u.test(before) && /^(?:salt|pepper)$/u.test(last)) return anything;
  if (coded.test(last) || (/^codes?$/u.test(last) && opening.test(before)))
    return (value) => /^[\d#*-]{3,12}$/u.test(value) || isMixed(value);
  if (/^(?:codes?)$/u.test(last))
    return (value) =>
      words.length > 1 && /^(?:recovery|backup|otp|mfa|verification)$/u.test(before) && value.length >= 4;
  if (last === 'key' && ofAKey.test(before)) return (value) => value.length >= 8 || /\d/u.test(value);
  if (keyed.test(last) || /(?:token|apikey|secret)$/u.test(last))
    return (value) =>
      looksRandom(value, words.length === 1 && last !== 'token' && last !== 'sig' ? 20 : 12) ||
      (last === 'token' && words.length > 1 && value.length >= 16);
  return null;
};
