import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import type { PlainText } from './plain-text.js';
import type { Secret } from './secret.js';
import { proven } from '../text/proven.js';

/** What looks like a secret, by the name of its kind. */
interface Format {
  readonly name: string;
  readonly pattern: RegExp;
  /** The capture that is the secret; the whole match when absent. */
  readonly group?: number;
  readonly accept?: (secret: string) => boolean;
}

const luhn = (text: string): boolean => {
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
const issued = (text: string): boolean =>
  /^(?:4|5[1-5]|2[2-7]|3[47]|6(?:011|5|4[4-9])|35|30[0-5]|36|38)/u.test(text.replace(/\D/gu, ''));
const random = (text: string): boolean => /\d/u.test(text) && /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text);

/** Forms that people shorten, and that are told by how they begin all the same. */
const tokens: readonly Format[] = [
  { name: 'anthropic-key', pattern: /\bsk-ant-[\w-]{16,}/gu },
  {
    name: 'openai-key',
    pattern: /\bsk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{16,}/gu,
    accept: (s) => /\d/u.test(s) || s.length > 32,
  },
  {
    name: 'stripe-key',
    pattern: /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|\bwhsec_[A-Za-z0-9]{16,}/gu,
  },
  { name: 'github-token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/gu },
  { name: 'gitlab-token', pattern: /\bgl(?:pat|dt|rt|cbt)-[\w-]{16,}/gu },
  { name: 'aws-key-id', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}\b/gu },
  { name: 'slack-token', pattern: /\bxox[abeprs]-[\w-]{8,}|\bxapp-[\w-]{10,}/gu },
  {
    name: 'slack-webhook',
    pattern:
      /\bhooks\.slack\.com\/services\/T\w+\/B\w+\/\w+|\bdiscord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/gu,
  },
  { name: 'google-key', pattern: /\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}/gu },
  { name: 'npm-token', pattern: /\bnpm_[A-Za-z0-9]{30,}/gu },
  { name: 'pypi-token', pattern: /\bpypi-[\w-]{16,}/gu },
  { name: 'huggingface-token', pattern: /\bhf_[A-Za-z]{20,}[A-Za-z0-9]*/gu },
  { name: 'sendgrid-key', pattern: /\bSG\.[\w-]{16,}\.[\w-]{16,}/gu },
  { name: 'twilio-key', pattern: /\b(?:SK|AC)[0-9a-f]{32}\b/gu },
  { name: 'digitalocean-token', pattern: /\bdo[opr]_v1_[0-9a-f]{32,}/gu },
  { name: 'telegram-token', pattern: /\b\d{8,10}:AA[\w-]{30,}/gu },
  { name: 'discord-token', pattern: /\b[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,}/gu },
  { name: 'jwt', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/gu },
  {
    // Whoever issues it: letters that say what it is for, and then nothing that anybody would type.
    name: 'token',
    pattern: /(?<![\w/-])(?:[a-z]{2,12}_){1,3}((?=[A-Za-z]*\d)[A-Za-z0-9]{20,})(?![\w/-])/gu,
    accept: (s) => random(s.slice(s.lastIndexOf('_') + 1)),
  },
];

const always: readonly Format[] = [
  {
    name: 'private-key',
    pattern: proven({
      id: 'privateKey',
      pattern:
        /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/gu,
      yes: [
        '-----BEGIN PRIVATE KEY-----\nnot-one\n-----END PRIVATE KEY-----',
        '-----BEGIN OPENSSH PRIVATE KEY----- cut off',
      ],
      no: ['-----BEGIN PUBLIC KEY-----', 'a private key'],
    }),
  },
];

const numbers: readonly Format[] = [
  {
    name: 'card-number',
    pattern: /(?<![\d.\-/:])\d(?:[ -]?\d){12,18}(?![\d.\-/:]*\d)/gu,
    accept: (s) => luhn(s) && issued(s),
  },
  {
    name: 'social-security-number',
    pattern: /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/gu,
  },
  {
    name: 'social-security-number',
    pattern: proven({
      id: 'socialSecurityNumber',
      pattern:
        /\b(?:ssn|social security(?: number| no\.?)?|social)\s{0,4}(?:is|:|=|#|number is)?\s{0,4}(\d{3}[- ]?\d{2}[- ]?\d{4})(?!\d)/giu,
      yes: ['my ssn is 219-09-9999', 'social security number: 219 09 9999'],
      no: ['my ssn is private', 'call 219-09-9999'],
    }),
    group: 1,
  },
];

/** Said as one: who it is, and what they log in with. */
const logins: readonly Format[] = [
  {
    name: 'password',
    pattern: proven({
      id: 'loginBeforeItsHead',
      pattern:
        /(?<!\S)[^\s/,;:]{1,40}[/:]([^\s/,;]{3,60})(?![^\s/,;])(?=[^\n]{0,60}?\b(?:user(?:name)?|login|usr)\s?[/:]\s?(?:pass|pw))/giu,
      yes: ['ola/blue7sky user/pass', 'ola:blue7sky login/pw'],
      no: ['ola and blue7sky', 'ola/blue7sky is a branch'],
    }),
    group: 1,
    accept: (s) => !/^(?:pass\w*|pw)$/iu.test(s),
  },
  {
    name: 'password',
    pattern: proven({
      id: 'loginAfterItsHead',
      pattern:
        /\b(?:user(?:name)?|login|usr)\s?[/:]\s?(?:pass(?:word)?|pw)\s{0,4}(?:is|are|:|=)?\s{0,4}[^\s/,;:]{1,40}\s?[/:]\s?([^\s/,;]{3,60})/giu,
      yes: ['user/pass: ola/blue7sky', 'login/password is ola / blue7sky'],
      no: ['user and pass', 'username: ola'],
    }),
    group: 1,
  },
  {
    name: 'password',
    pattern: proven({
      id: 'loginWithAddress',
      pattern:
        /\b(?:log-?ins?|creds?|credentials?|account details|sign-?in)\b(?:\s(?:details|info))?[^\n@]{1,80}@[^\s,;/|@]{3,80}(?:\s{0,3}[,;/|]\s{0,3}|\s)(?:and\s)?([^\s,;]{5,60})/giu,
      yes: ['login details ola@example.org, blue7sky', 'creds for it: ola@example.org / blue7sky'],
      no: ['write to ola@example.org', 'login with ola'],
    }),
    group: 1,
    accept: (s) => /[\d!#$%&*+=?^_~]/u.test(s),
  },
  {
    name: 'password',
    pattern:
      /\b(?:log-?ins?|creds?|credentials?)\s{0,4}(?:is|are|:|=)\s{0,4}[^\s:/,;@]{1,40}(?:\s\/\s|\/|:|,\s)([^\s,;/]{5,60})/giu,
    group: 1,
    accept: (s) => /\p{L}/u.test(s) && /[\d!#$%&*+=?^_~]/u.test(s),
  },
  {
    name: 'password',
    pattern: proven({
      id: 'loginCalledSo',
      pattern:
        /(?<!\S)[^\s:/,;@]{2,40}(?:\s[/|]\s|\/|:)([^\s,;/]{5,60})\s(?:as|is|are|for|als)\s(?:(?:the|a|my|our|its)\s)?(?:log-?in|creds?|credentials|sign-?in)\b/giu,
      yes: ['ola / blue7sky as login', 'ola:blue7sky for the sign-in'],
      no: ['ola as login', 'ola or blue7sky for lunch'],
    }),
    group: 1,
    accept: (s) => /\p{L}/u.test(s) && /[\d!#$%&*+=?^_~]/u.test(s),
  },
  {
    // Four groups of four letters
    name: 'password',
    pattern: proven({
      id: 'appPassword',
      pattern:
        /\bapp(?:-specific)?[ -]?(?:password|code|pw)\b[^\n]{0,20}?(?:is|:|=|was)\s{0,4}((?:[a-z]{4}[ -]){3}[a-z]{4})(?=\s*(?:$|[.,;!(\n]))/giu,
      yes: ['app password: abcd efgh ijkl mnop', 'app-specific code is abcd-efgh-ijkl-mnop.'],
      no: ['app password: short', 'the app is very nice to have'],
    }),
    group: 1,
  },
];

const lists: readonly ReadonlySet<string>[] = [english, french, italian, portuguese, spanish, czech].map(
  (words) => new Set(words.map((word) => word.normalize('NFD').replace(/\p{M}/gu, ''))),
);
const fewestSeedWords = 11;
/** Nothing that people say is a dozen words in a row of the lists that wallets draw from. */
const seedPhrases = ({ lower }: PlainText): readonly Secret[] => {
  const found: Secret[] = [];
  const run = lists.map(() => ({ start: 0, end: 0, count: 0, different: new Set<string>() }));
  const close = (list: (typeof run)[number]): void => {
    if (list.count >= fewestSeedWords && list.different.size >= list.count * 0.7)
      found.push({ name: 'seed-phrase', start: list.start, end: list.end });
    list.count = 0;
    list.different = new Set();
  };
  let last = 0;
  for (const { 0: word, index } of lower.matchAll(/\p{L}+/gu)) {
    const isApart = /[^\s\d,.;)-]/u.test(lower.slice(last, index));
    last = index + word.length;
    lists.forEach((list, at) => {
      const here = run[at];
      if (!here) return;
      if (isApart && here.count > 0) close(here);
      if (!list.has(word)) {
        if (here.count > 0) close(here);
        return;
      }
      if (here.count === 0) here.start = index;
      here.count += 1;
      here.end = index + word.length;
      here.different.add(word);
    });
  }
  run.forEach(close);
  return found;
};

const byPatterns = (text: string, formats: readonly Format[]): readonly Secret[] =>
  formats.flatMap(({ name, pattern, group, accept }) =>
    Array.from(text.matchAll(pattern)).flatMap((match) => {
      const secret = group === undefined ? match[0] : (match[group] ?? '');
      if (secret === '' || (accept && !accept(secret))) return [];
      const start = match.index + match[0].lastIndexOf(secret);
      return [{ name, start, end: start + secret.length }];
    }),
  );

/** Without a run of such signs no form of a token is met. */
const longRun = /[\w+/=.~%:-]{12}/u;
const manyWords = /(?<!\p{L})(?:\p{L}{1,24}[^\p{L}]{1,4}){10}\p{L}/u;

export const ownFormats = (plain: PlainText): readonly Secret[] => {
  const { text, lower } = plain;
  return [
    ...(text.includes('-----BEGIN') ? byPatterns(text, always) : []),
    ...(longRun.test(text) ? byPatterns(text, tokens) : []),
    ...(/\d{2}/u.test(text) ? byPatterns(text, numbers) : []),
    ...(/user|login|log-in|usr|cred|sign|account d|app/u.test(lower) ? byPatterns(text, logins) : []),
    ...(text.length > 40 && manyWords.test(lower) ? seedPhrases(plain) : []),
  ];
};
