/** What looks like a secret, by the name of its kind. The value itself never leaves this file. */
interface Detector {
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

const ordinary = new Set(
  'is was are not the a an to for in on my your wrong correct incorrect expired required reset changed change field manager managers protected prompt and or of but again too so it that this there here what which how when with without please same different empty blank none null undefined secret strong weak long short secure safe unknown invalid valid working forgotten lost file page box policy generator hash hint recovery'.split(
    ' ',
  ),
);
const telling = (secret: string): boolean => {
  const value = secret.replace(/^["'\u201c]|["'\u201d.,!;)]+$/gu, '');
  return (
    value.length >= 3 &&
    !ordinary.has(value.toLowerCase()) &&
    !/^[*x\u2022.]+$/iu.test(value) &&
    !/^<.*>$/u.test(value)
  );
};
/** A lone dictionary-like word after "password is" may be prose ("password is stupid"): a secret holds more. */
const secretLike = (secret: string): boolean =>
  telling(secret) &&
  (/\d/u.test(secret) ||
    /[^\w\s]/u.test(secret.slice(1, -1)) ||
    /\p{Ll}\p{Lu}/u.test(secret) ||
    secret.length >= 6);

const detectors: readonly Detector[] = [
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
      /\b(?:pass(?:word|phrase|code|wd)?|passwort|pwd|pw|pin(?: ?code| number)?|secret key|access key|api[ _-]?key|secret[ _-]?access[ _-]?key|client[ _-]?secret|auth[ _-]?token|access[ _-]?token|api[ _-]?token|secret[ _-]?token|token|credentials?|recovery (?:code|key)|login code|2fa code|otp)\s*(?:[:=]|->|=>)\s*(["'\u201c]?[^\s"'\u201d,;]{3,})/giu,
    group: 1,
    accept: (s) => telling(s) && !/^(?:https?:|\/|\$|\{|<)/u.test(s),
  },
  {
    name: 'password',
    pattern:
      /\b(?:pass(?:word|phrase|code|wd)|pwd|pw)(?:\s+(?:for|to|of|on|at)\s+(?:\S+\s+){0,4}?\S+)?\s*(?:is|was|are|will be|=|'s|\u2019s)\s*(?:now\s+|set to\s+|still\s+|just\s+|actually\s+|going to be\s+)*(["'\u201c]?[^\s"'\u201d,;]{3,})/giu,
    group: 1,
    accept: secretLike,
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
      /(["'\u201c][^\s"'\u201d]{4,}["'\u201d]|\S*\d\S{3,}|\S{3,}\d\S*)\s+is\s+(?:my|the|our)\s+(?:\S+\s+){0,2}(?:pass(?:word|phrase|code)|pin)\b/giu,
    group: 1,
    accept: telling,
  },
  {
    name: 'pin',
    pattern:
      /\b(?:my|the|our|her|his)\s+(?:\S+\s+){0,3}(?:pin|passcode|door code|alarm code|gate code|cvv|cvc|security code)(?:\s+(?:number|code))?\s+(?:is|was|=|:)\s*(?:now\s+)?([\d#*-]{3,10})\b/giu,
    group: 1,
  },
  {
    name: 'api-key',
    pattern:
      /\b(?:api[ _-]?key|secret key|access key|access token|api token|auth token|secret|token)\s+(?:for\s+\S+\s+)?(?:is|was)\s+(?:now\s+)?(["'\u201c]?(?=[^\s]*\d)(?=[^\s]*[A-Za-z])[\w./+=-]{12,})/giu,
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

interface Span {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const hint =
  /\d{3}|pass|pwd|\bpw\b|\bpin\b|secret|token|key|bearer|credential|code|phrase|:\/\/[^\s/]*@|sk-|[srp]k_|xox|xapp-|eyJ|npm_|hf_|gh[pousr]_|github_|gl\w{2,4}-|(?:AK|AS|AB|AC)[IC]A|AIza|ya29|GOCSPX|whsec_|pypi-|SG\.|do[opr]_v1|hooks\.slack|\b(?:SK|AC)[0-9a-f]|[MNO][\w-]{23}/iu;

const spansOf = (text: string): readonly Span[] => {
  if (!hint.test(text)) return [];
  const spans: Span[] = [];
  for (const { name, pattern, group, accept } of detectors) {
    for (const match of text.matchAll(pattern)) {
      const secret = group === undefined ? match[0] : (match[group] ?? '');
      if (secret === '' || (accept && !accept(secret))) continue;
      const start = match.index + match[0].lastIndexOf(secret);
      spans.push({ name, start, end: start + secret.length });
    }
  }
  return spans.sort((a, b) => a.start - b.start || b.end - a.end);
};

const removed = new RegExp(`\\[(${detectors.map(({ name }) => name).join('|')}) removed\\]`, 'u');

/** The kind of the first credential in a text, or of one that was removed from it; never the credential. */
export const findCredential = (text: string): { readonly pattern: string } | null => {
  const first = spansOf(text)[0]?.name ?? removed.exec(text)?.[1];
  return first === undefined ? null : { pattern: first };
};

/** The text without its credentials, safe to keep as evidence. */
export const redactCredentials = (text: string): string => {
  let kept = '';
  let from = 0;
  for (const { start, end, name } of spansOf(text)) {
    if (end <= from) continue;
    kept += `${text.slice(from, Math.max(from, start))}[${name} removed]`;
    from = end;
  }
  return from === 0 ? text : kept + text.slice(from);
};
