import { chatSecretsIn } from '#domain';
import { ownFormats } from './own-formats.js';
import { plainTextOf } from './plain-text.js';
import { settingSecrets } from './settings.js';
import type { Secret } from './secret.js';
import { spokenSecrets } from './speech.js';
import { lastOf } from '../text/last-of.js';
import { Lately } from '../text/lately.js';
import { issuedTokens } from './token-formats.js';
import { unspacedSecrets } from './unspaced.js';

const kinds = [
  'anthropic-key',
  'api-key',
  'aws-key-id',
  'bearer-token',
  'card-number',
  'digitalocean-token',
  'discord-token',
  'github-token',
  'gitlab-token',
  'google-key',
  'huggingface-token',
  'jwt',
  'link-code',
  'npm-token',
  'one-time-code',
  'openai-key',
  'passphrase',
  'password',
  'pin',
  'private-key',
  'pypi-token',
  'seed-phrase',
  'sendgrid-key',
  'slack-token',
  'slack-webhook',
  'social-security-number',
  'stripe-key',
  'telegram-token',
  'token',
  'twilio-key',
  'url-credentials',
] as const;
const mark = new RegExp(`\\[(${kinds.join('|')}) removed\\]`, 'gu');

/** The text with stars in the place of what stands where credentials were. */
export const unmarked = (text: string): string =>
  text.includes(' removed]') ? text.replace(mark, (whole) => '*'.repeat(whole.length)) : text;

/** Where the original text has a secret. */
const lookedThrough = lastOf((original: string): readonly Secret[] => {
  // INVARIANT: what was removed once is not taken for a value, nor its mark for the name of one, so that removing twice
  // is removing once.
  const text = unmarked(original);
  const plain = plainTextOf(text);
  const found = [
    ...ownFormats(plain),
    ...issuedTokens(plain),
    ...settingSecrets(plain),
    ...spokenSecrets(plain),
    ...unspacedSecrets(plain),
  ].map(({ name, start, end }): Secret => {
    const [from, to] = plain.originalSpan(start, end);
    return { name, start: from, end: to };
  });
  const said = chatSecretsIn(text)
    .filter(({ start, end }) => !/^\*+$/u.test(text.slice(start, end)))
    .map(({ kind, start, end }): Secret => ({ name: kind, start, end }));
  return [...found, ...said]
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start || b.end - a.end);
});

/** Places, people and agents are named by every event of theirs. INVARIANT: no text that has a secret is remembered. */
const clean = new Lately(4_000, 64);

const secretsIn = (text: string): readonly Secret[] => {
  if (text.length < 4 || clean.has(text)) return [];
  const secrets = lookedThrough(text);
  if (secrets.length === 0) clean.add(text);
  return secrets;
};

/** The kind of the first credential that was removed from a text. */
export const removedCredential = (text: string): { readonly pattern: string } | null => {
  const pattern = text.matchAll(mark).next().value?.[1];
  return pattern === undefined ? null : { pattern };
};

/** The kind of the first credential in a text, or of one that was removed from it; never the credential. */
export const findCredential = (text: string): { readonly pattern: string } | null => {
  const first = secretsIn(text)[0]?.name;
  return first === undefined ? removedCredential(text) : { pattern: first };
};

/** The text without its credentials, safe to keep as evidence. */
export const redactCredentials = (text: string): string => {
  let kept = '';
  let from = 0;
  for (const { start, end, name } of secretsIn(text)) {
    if (end <= from) continue;
    kept += start < from ? '' : `${text.slice(from, start)}[${name} removed]`;
    from = end;
  }
  return from === 0 ? text : kept + text.slice(from);
};
