import {
  bare,
  coded,
  issued,
  literal,
  luhn,
  mixed,
  names,
  secretLike,
  telling,
  unheardOf,
  value,
} from './credential-values.js';

/** What looks like a secret, by the name of its kind. */
export interface Detector {
  readonly name: string;
  readonly pattern: RegExp;
  /** The capture that is the secret; the whole match when absent. */
  readonly group?: number;
  readonly accept?: (secret: string) => boolean;
}

const read = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'giu');

export const detectors: readonly Detector[] = [
  {
    name: 'private-key',
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/gu,
  },
  { name: 'anthropic-key', pattern: /\bsk-ant-[\w-]{16,}/gu },
  {
    name: 'openai-key',
    pattern: /\bsk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{16,}/gu,
    accept: (s) => /\d/u.test(s) || s.length > 32,
  },
  { name: 'stripe-key', pattern: /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|\bwhsec_[A-Za-z0-9]{16,}/gu },
  { name: 'github-token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/gu },
  { name: 'gitlab-token', pattern: /\bgl(?:pat|dt|rt|cbt)-[\w-]{16,}/gu },
  { name: 'aws-key-id', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}\b/gu },
  { name: 'slack-token', pattern: /\bxox[abeprs]-[\w-]{8,}|\bxapp-[\w-]{10,}/gu },
  { name: 'slack-webhook', pattern: /hooks\.slack\.com\/services\/T\w+\/B\w+\/\w+/gu },
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
    name: 'bearer-token',
    pattern: /\bbearer\s+([\w.~+/-]{16,}=*)/giu,
    group: 1,
    accept: (s) => /\d/u.test(s),
  },
  { name: 'url-credentials', pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:([^\s/@]{3,})@[^\s]+/giu, group: 1 },
  {
    name: 'password',
    pattern:
      /\b(?:pass(?:word|phrase|code|wd)?|passwort|pwd|pw|pin(?: ?code| number)?|secret key|access key|api[ _-]?key|secret[ _-]?access[ _-]?key|client[ _-]?secret|auth[ _-]?token|access[ _-]?token|api[ _-]?token|secret[ _-]?token|token|credentials?|recovery (?:code|key)|login code|2fa code|otp)\s*(?:[:=]|->|=>)\s*("[^"\n]{3,80}"|\u201c[^\u201d\n]{3,80}\u201d|["'\u201c]?[^\s"'\u201d,;]{3,})/giu,
    group: 1,
    accept: literal,
  },
  {
    name: 'password',
    pattern: read(
      String.raw`\b${names}(?:\s+(?:for|to|of|on|at)\s+(?:\S+\s+){0,4}?\S+)?\s*(?:(?:now\s+|still\s+)?\b(?:is|was|are|remain(?:s|ed)?|stay(?:s|ed)?|reads?|becomes?|became|equals?|goes)\b|will (?:be|remain|stay)|\bist\b|\best\b|=|'s|\u2019s)\s*`,
      String.raw`(?:now\s+|set to\s+|still\s+|just\s+|actually\s+|going to be\s+)*(${value})`,
    ),
    group: 1,
    accept: secretLike,
  },
  {
    // A passphrase is several words: all that is said up to the next sign.
    name: 'password',
    pattern:
      /\bpass[ -]?phrase(?:\s+(?:for|to|of|on)\s+(?:\S+\s+){0,3}?\S+)?\s*(?:is|was|=|:)\s*(?:now\s+)?([^\s.,;!?()"'\n]{2,24}(?:[ -][^\s.,;!?()"'\n]{1,24}){2,11})/giu,
    group: 1,
    accept: telling,
  },
  {
    name: 'password',
    pattern: read(String.raw`\b${names}\s+(?:-+>?\s+)?(${value})`),
    group: 1,
    accept: (s) => /\d/u.test(s) && bare(s).length >= 5 && mixed(s),
  },
  {
    name: 'password',
    pattern: read(String.raw`\bpass\s+(?:is|was)\s+(?:now\s+)?(${value})`),
    group: 1,
    accept: (s) => mixed(s) && /\p{L}/u.test(s) && !/^\d+\p{L}{1,3}$/u.test(bare(s)),
  },
  {
    name: 'password',
    pattern: read(String.raw`\b${names}\s+from\s+(${value})\s+to\s+["'\u201c]?\S{3,}`),
    group: 1,
    accept: telling,
  },
  {
    name: 'password',
    pattern: read(String.raw`\b${names}\s+from\s+\S{3,60}\s+to\s+(${value})`),
    group: 1,
    accept: telling,
  },
  {
    name: 'password',
    pattern: read(
      String.raw`\buse\s+(${value})\s+as\s+(?:the\s+|my\s+|your\s+|our\s+|a\s+)?(?:\S+\s+)?${names}\b(?!\s+(?:manager|vault|generator|store|field|hint|hash))`,
    ),
    group: 1,
    accept: telling,
  },
  {
    // user/pass, said after it or before it
    name: 'password',
    pattern:
      /(?<!\S)[^\s/,;:]{1,40}[/:]([^\s/,;]{3,60})(?![^\s/,;])(?=[^\n]{0,60}?\b(?:user(?:name)?|login|usr)\s?[/:]\s?(?:pass|pw))/giu,
    group: 1,
    accept: (s) => telling(s) && !/^(?:pass\w*|pw)$/iu.test(bare(s)),
  },
  {
    name: 'password',
    pattern:
      /\b(?:user(?:name)?|login|usr)\s?[/:]\s?(?:pass(?:word)?|pw)\s*(?:is|are|:|=)?\s*[^\s/,;:]{1,40}\s?[/:]\s?([^\s/,;]{3,60})/giu,
    group: 1,
    accept: telling,
  },
  {
    // "login: al@example.com, value" and "creds are al / value"
    name: 'password',
    pattern:
      /\b(?:log-?ins?|creds?|credentials?|account details|sign-?in)\b(?:\s+(?:details|info))?[^\n@]{0,30}?[^\s@]{1,60}@[^\s,;/|]{3,80}(?:\s*[,;/|]\s*|\s+)(?:and\s+)?([^\s,;]{5,60})/giu,
    group: 1,
    accept: mixed,
  },
  {
    name: 'password',
    pattern:
      /\b(?:log-?ins?|creds?|credentials?)\s*(?:is|are|:|=)\s*[^\s:/,;@]{1,40}(?:\s+\/\s+|\/|:|,\s+)([^\s,;/]{5,60})/giu,
    group: 1,
    accept: (s) => /\p{L}/u.test(s) && mixed(s),
  },
  {
    // A setting by its name, whatever stands before the word that tells: AWS_SECRET_ACCESS_KEY=…
    name: 'api-key',
    pattern:
      /(?:(?<=[_.-]|\b)|(?<=client|api|app|auth|access|refresh|db|user))(?:secret|token|passw(?:or)?d|pwd|api_?key|access_?key|private_?key|signing_?key|encryption_?key|auth_?key)(?:_(?:key|access|token|id|value|prod|dev|staging|live|test|base|\d{1,4})){0,4}["']?\s*(?:=|:|:=|=>)\s*("[^"\n]{4,200}"|'[^'\n]{4,200}'|[^\s"',;]{4,})/giu,
    group: 1,
    accept: literal,
  },
  {
    name: 'password',
    pattern: read(String.raw`\bsecret\s+is\s+(${value})(?=\s*(?:$|[,;.!\n]))`),
    group: 1,
    accept: unheardOf,
  },
  {
    // Four groups of four letters
    name: 'password',
    pattern:
      /\bapp(?:-specific)?[ -]?(?:password|code|pw)\b[^\n]{0,20}?(?:is|:|=|was)\s*((?:[a-z]{4}[ -]){3}[a-z]{4})(?=\s*(?:$|[.,;!(\n]))/giu,
    group: 1,
  },
  {
    name: 'password',
    pattern:
      /\b(?:set|changed?|reset|made)\s+(?:my|the|our|your)\s+(?:\S+\s+){0,2}(?:pass(?:word|phrase|code)|pin)\s+(?:to|as|into)\s+(["'\u201c]?[^\s"'\u201d,;]{3,})/giu,
    group: 1,
    accept: telling,
  },
  {
    name: 'password',
    pattern:
      /\b(?:my|the|our|use|with)\s+(?:\S+\s+)?password\s+(["'\u201c]?(?=\S*\d)[^\s"'\u201d,;:]{5,})/giu,
    group: 1,
    accept: secretLike,
  },
  {
    name: 'password',
    pattern:
      /\b(?:log ?in|sign in|user(?:name)?)\b[^.\n]{0,60}?\b(?:pass(?:word)?|pw)\b\s*[:=]?\s*(["'\u201c]?(?=\S*[\d\W])[^\s"'\u201d,;]{4,})/giu,
    group: 1,
    accept: secretLike,
  },
  {
    name: 'password',
    pattern:
      /(?<!\S)(["'\u201c][^\s"'\u201d]{4,80}["'\u201d]|(?=[^\s\d]{0,60}\d)\S{4,80})\s+is\s+(?:my|the|our)\s+(?:\S+\s+){0,2}(?:pass(?:word|phrase|code)|pin)\b/giu,
    group: 1,
    accept: telling,
  },
  {
    name: 'pin',
    pattern:
      /\b(?:pin|pass ?code|(?:door|alarm|gate|entry|safe|lock|locker|unlock|garage|keypad|building|access) code|cv[vc]2?|security code|(?:safe|lock|locker) combination)(?:\s+(?:number|code))?(?:\s+(?:for|to|of|on)\s+(?:[^\s\d]+\s+){0,4}?[^\s\d]+)?\s*(?:\b(?:is|was|remains?|remained|stays?|stayed|reads?|becomes?|became|equals?)\b|'s|\u2019s|=|:)\s*(?:(?:now|still)\s*)?([\d#*][\d#*-]{2,9})(?![\w.-]*\d)/giu,
    group: 1,
  },
  { name: 'pin', pattern: /\bcv[vc]2?\s+(\d{3,4})\b/giu, group: 1 },
  {
    name: 'pin',
    pattern:
      /\b(?:pin|pass ?code|(?:door|alarm|gate|entry|unlock) code)(?:\s+(?:number|code))?\s+(\d{4,8}#?)(?![\d.:/-])/giu,
    group: 1,
  },
  {
    name: 'one-time-code',
    pattern: read(
      String.raw`\b(?:(?:backup|recovery|2fa|mfa|tfa|authenticator|one-time|one time|otp|verification|login|sms|scratch)\s+(?:backup\s+|recovery\s+|login\s+)?codes?|otp)\b`,
      String.raw`(?:\s+(?:for|to)\s+(?:[^\s\d]+\s+){0,3}?[^\s\d]+)?\s*(?:is|are|was|were|remains?|stays?|reads?|:|=|->)?\s*(?:now\s+)?(${coded}(?:(?:,\s*|\s+)${coded}){0,15})`,
    ),
    group: 1,
    accept: (s) => s.length >= 4,
  },
  {
    name: 'api-key',
    pattern:
      /\b(?:api[ _-]?key|secret key|access key|access token|api token|auth token|secret|token)\s+(?:for\s+\S+\s+)?(?:(?:now|still)\s+)?(?:is|was|remains?|remained|stays?|stayed|reads?|becomes?|became|equals?)\s+(?:(?:now|still)\s+)?(["'\u201c]?(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[\w./+=-]{12,})/giu,
    group: 1,
  },
  {
    name: 'seed-phrase',
    pattern:
      /\b(?:seed|recovery|mnemonic|wallet)\s+(?:phrase|words?)\s*(?:is|are|:|=)\s*((?:[a-z]{3,8}[\s,]+){11,23}[a-z]{3,8})/giu,
    group: 1,
  },
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
    pattern:
      /\b(?:ssn|social security(?: number| no\.?)?|social)\s*(?:is|:|=|#|number is)?\s*(\d{3}[- ]?\d{2}[- ]?\d{4})(?!\d)/giu,
    group: 1,
  },
];
