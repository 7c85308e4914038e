import type { PlainText } from './plain-text.js';
import { anything, looksRandom, mayBeSetting, wantedOf, type Wanted } from './setting-names.js';
import type { Secret } from './secret.js';
import { isPlaceholder, isReference } from './values.js';
import { proven } from '../text/proven.js';

const quotedOrRun = String.raw`("[^"\n]{1,400}"|'[^'\n]{1,400}'|[^\s"'<>,;]{2,400})`;
/**
 * A name, a sign that assigns and a value: of code, of a shell, of YAML, JSON, XML, of an address or of a header.
 * A name begins where no letter stands before it, so that a long run of letters is read once.
 */
const assigning = proven({
  id: 'assigning',
  pattern:
    /(?<![\w$])([\p{L}_$][\w.$-]{0,80})(?:["'\]]{0,2}\s{0,4}(?::=|=>|->|={1,2}|:(?!\/\/)|>)|(?:["'],?\s{0,12}|\s{1,12})(?:-\s)?["']?value["']?\s{0,3}[=:])[ \t]{0,8}(?:[|>][+-]?[ \t]{0,4})?(?:\n[ \t]{1,12})?(?:String\(|b(?=["']))?/gu,
  yes: ['password = x', '"token": "x"', 'name: secret, value: x'],
  no: ['password', 'see https://example.org'],
});
const run = /[^\s"'<>,;]{2,4000}/uy;
const longestValue = 4_000;
const defined = new RegExp(String.raw`#define\s{1,8}(\w{2,80})\s{1,8}${quotedOrRun}`, 'gu');
/** Words of commands whose next word is a secret. */
const flagged = new RegExp(
  String.raw`(?<![\w-])(?:--?(?:password|passwd|pass|passphrase|token|secret|api-?key|auth-?token|access-?token|client-secret|pwd|storepass|keypass)(?:[ \t]{1,4}|=)|requirepass[ \t]{1,4}|masterauth[ \t]{1,4}|identified[ \t]by[ \t]{1,4}|-pass(?:in|out)[ \t]{1,4}pass:|sshpass[ \t]{1,4}-p[ \t]{0,4}|redis-cli[^\n]{0,80}?[ \t]-a[ \t]{1,4}|ldap(?:search|modify|add)[^\n]{0,120}?[ \t]-w[ \t]{1,4})${quotedOrRun}`,
  'giu',
);
const shortFlag = new RegExp(
  String.raw`\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|mysqlimport)\b[^\n|;]{0,120}?\s-p${quotedOrRun}`,
  'gu',
);
const dockerFlag = new RegExp(
  String.raw`\b(?:docker|podman|helm|az|oc|psql|sqlcmd|mongosh?|mongodump|smbclient|net)\b[^\n|;]{0,120}?\s-[pP][ \t]{1,4}${quotedOrRun}`,
  'gu',
);
const userFlag = proven({
  id: 'userFlag',
  pattern:
    /\b(?:curl|wget|http|https|xh)\b[^\n|;]{0,200}?\s(?:-u|--user|--proxy-user|-a)[ =]{0,3}["']?[^\s:"']{1,80}:([^\s"']{2,200})/gu,
  yes: ['curl -u ola:blue7sky https://example.org', 'wget --user=ola:blue7sky x'],
  no: ['curl https://example.org', 'ola -u ola:blue7sky'],
});
const header = proven({
  id: 'header',
  pattern:
    /\b(?:authorization|proxy-authorization)["']?\s{0,3}[:=]\s{0,3}["']?(?:basic|digest|token|apikey|negotiate|bearer|aws4-hmac-sha256)\s{1,4}([^\s"',]{6,2000})/giu,
  yes: ['Authorization: Bearer abcdef123', '"authorization": "basic b2xhOmI="'],
  no: ['Authorization: none', 'the bearer of news'],
});
const bearer = /\b(?:bearer|basic)\s{1,4}([\w.~+/-]{12,2000}={0,2})/giu;
const inAddress = /(?<![\p{L}\d+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,200}:([^\s/@]{2,200})@[^\s]/giu;
const inQuery = proven({
  id: 'inQuery',
  pattern:
    /[?&;#](?:code|sig|signature|token|key|apikey|api_key|access_token|id_token|auth|sas|x-amz-signature|x-goog-signature|hmac|st|ticket|invite|otp|password|pass|pwd|secret)=([^\s&#"'<>]{4,2000})/giu,
  yes: ['https://example.org/?token=abcd1234', '#access_token=abcd1234'],
  no: ['https://example.org/?page=4', '?token=abc'],
});
const machine = /\bmachine\s{1,4}\S{1,200}\s{1,4}login\s{1,4}\S{1,200}\s{1,4}password\s{1,4}(\S{2,200})/giu;
const wifi = /\bWIFI:[^\n]{0,200}?P:([^;\n]{3,100});/gu;

const unquoted = (value: string): string => value.replace(/^["']|["']$/gu, '');
const trimmed = (value: string): string => {
  let end = value.length;
  while (end > 0 && ')]}.,;:?'.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(0, end);
};

/** Reads the values of a text from left to right; a run that was read once is not read again from its middle. */
const valuesOf = (text: string): ((at: number) => string) => {
  let runEnd = 0;
  return (at) => {
    const quote = text.charAt(at);
    if (quote === '"' || quote === "'") {
      const end = text.slice(at + 1, at + longestValue).search(quote === '"' ? /["\n]/u : /['\n]/u);
      return end < 1 || text.charAt(at + 1 + end) === '\n' ? '' : text.slice(at, at + end + 2);
    }
    if (at >= runEnd - 1) {
      run.lastIndex = at;
      runEnd = at + (run.exec(text)?.[0].length ?? 0);
    }
    return text.slice(at, Math.max(at, runEnd));
  };
};

const kindOf = (name: string): string => {
  if (/pin|code|cv[cv]/iu.test(name)) return 'pin';
  return /pass|pw/iu.test(name) ? 'password' : 'api-key';
};
const isSecretField = (match: string): boolean => /^.(?:pass|pwd|secret|otp)/iu.test(match);

interface Pattern {
  readonly name: string;
  /** Where none of it is met, the pattern is not tried. */
  readonly hint: RegExp;
  /** What it captures first is the secret. */
  readonly pattern: RegExp;
  readonly isWanted: (value: string, match: string) => boolean;
}
const patterns: readonly Pattern[] = [
  { name: 'bearer-token', hint: /authorization/u, pattern: header, isWanted: (value) => value.length >= 6 },
  {
    name: 'bearer-token',
    hint: /bearer|basic/u,
    pattern: bearer,
    isWanted: (value) => /\d/u.test(value) && /\p{L}/u.test(value),
  },
  {
    name: 'api-key',
    hint: /[?&;#]\w{1,20}=/u,
    pattern: inQuery,
    isWanted: (value, match) => isSecretField(match) || looksRandom(value.slice(0, 200), 16),
  },
  { name: 'url-credentials', hint: /:\/\/[^\s/]{0,400}@/u, pattern: inAddress, isWanted: () => true },
  {
    name: 'password',
    hint: /--?\w|requirepass|masterauth|identified/u,
    pattern: flagged,
    isWanted: anything,
  },
  { name: 'password', hint: /mysql|mariadb/u, pattern: shortFlag, isWanted: anything },
  { name: 'password', hint: / -p /u, pattern: dockerFlag, isWanted: anything },
  { name: 'password', hint: /\s-(?:-user|-proxy-user|u|a)/u, pattern: userFlag, isWanted: anything },
  { name: 'password', hint: /machine /u, pattern: machine, isWanted: anything },
  { name: 'password', hint: /wifi:/u, pattern: wifi, isWanted: anything },
];

/** What programs are told: settings, headers, addresses, options of commands. */
export const settingSecrets = ({ text, lower }: PlainText): readonly Secret[] => {
  const found: Secret[] = [];
  const add = (name: string, raw: string, at: number, isWanted: Wanted): void => {
    const isQuoted = /^["']/u.test(raw);
    const value = isQuoted ? unquoted(raw) : trimmed(raw);
    const beginning = value.slice(0, 200);
    if (value === '' || isPlaceholder(beginning) || (!isQuoted && isReference(raw)) || !isWanted(beginning))
      return;
    const start = at + (isQuoted ? 1 : 0);
    found.push({ name, start, end: start + value.length });
  };
  if (/[=:>]|value/u.test(lower) && mayBeSetting.test(lower)) {
    const valueAt = valuesOf(text);
    for (const [match, name = ''] of matchesOf(text, assigning)) {
      const isWanted = wantedOf(name);
      const at = match.index + match[0].length;
      const isOfAddress = /[?&]/u.test(text.charAt(match.index - 1));
      const raw = isWanted ? valueAt(at) : '';
      if (isWanted) add(kindOf(name), isOfAddress ? (raw.split('&')[0] ?? '') : raw, at, isWanted);
    }
  }
  if (text.includes('#define'))
    for (const [match, name = '', raw = ''] of matchesOf(text, defined)) {
      const isWanted = wantedOf(name);
      if (isWanted) add(kindOf(name), raw, match.index + match[0].length - raw.length, isWanted);
    }
  for (const { name, hint, pattern, isWanted } of patterns)
    if (hint.test(lower))
      for (const [match, raw = ''] of matchesOf(text, pattern))
        add(name, raw, match.index + match[0].lastIndexOf(raw), (value) => isWanted(value, match[0]));
  return found;
};

const matchesOf = (text: string, pattern: RegExp): readonly (readonly [RegExpExecArray, ...string[]])[] =>
  Array.from(text.matchAll(pattern), (match) => [match, ...match.slice(1)] as const);
