import type { ChatReply, IdentityView } from '#contracts';
import type { Sql } from '#database';
import {
  erasureOrdered,
  linkCodeOf,
  otherAgentsNotReached,
  type FactOutcome,
  type IdKey,
  type Knobs,
} from '#domain';
import { identityViewOf, linkCodeById } from '#read-models';
import type { ChatOutcome, ChatResult } from './chat-results.js';

export interface ReplyOptions {
  readonly sql: Sql;
  readonly idKey: IdKey;
  readonly knobs: Knobs;
  readonly tenantId: string;
  readonly now: Date;
  /** Of whoever asks for the answer, where their key is for one alone. */
  readonly platform: string | undefined;
}

const usage = {
  register: 'Say it with your first and your last name: /register Ada Lovelace',
  verify: 'Say it with the token that you were given: /verify <token>',
  link: 'Say /link to get a code, or /link <code> with the code that your other account was given.',
  whoami: 'Say /whoami.',
  forget: 'Say /forget for all that I hold of you, or /forget and what.',
} as const satisfies Record<ChatResult['word'], string>;

/** What is the same for everybody, and may be read by everybody. */
const sentences: Readonly<Partial<Record<ChatOutcome, string>>> = {
  verified: 'You are verified. What you told me as a guest is still yours.',
  'token-spent': 'That token was used before. Ask for a new one.',
  'verified-as-other': 'This account is verified to be somebody else. Only an operator can change that.',
  'not-set-up': 'I cannot verify anybody here: no issuer of tokens is set up.',
  'keys-away': 'I cannot check tokens right now. Try again in a while.',
  'ask-in-private': 'I give codes in private only. Write me a direct message: /link',
  'own-code': 'That code was given to you here. Say it by your other account.',
  'no-such-code': 'That is no code of mine, or it is over. Say /link by your other account for a new one.',
  'said-aloud':
    'A code that others can read is good for nothing. Get a new one with /link, and say it to me in a direct message.',
  'too-many-tries': 'That was wrong too often. Try again in a quarter of an hour.',
  'waits-for-review': 'I heard the code, and something stands against it. An operator decides about it.',
};

const accountsOf = ({ platform_links: links }: IdentityView): string =>
  links.map(({ platform, platform_user_id: id }) => `${id} on ${platform}`).join(', ');

const nameOf = ({ first_name: first, last_name: last, display_name: shown }: IdentityView): string =>
  first === null ? (shown ?? 'somebody I know no name of') : `${first} ${last ?? ''}`.trim();

const selfWords = (self: IdentityView): string => {
  const standing = self.verified
    ? `verified as ${self.external_id ?? ''}`
    : 'not verified; say /verify <token> to prove it';
  return `You are ${nameOf(self)} (${accountsOf(self)}), ${standing}.`;
};

const codeWords = async ({ sql, idKey, tenantId, now }: ReplyOptions, codeId: string): Promise<string> => {
  const code = await linkCodeById(sql, tenantId, codeId);
  if (code?.status !== 'open' || code.expiresAt <= now)
    return 'The code that I gave you is over. Say /link for another one.';
  return `Say this to me by your other account, in a direct message, within ten minutes: ${linkCodeOf(idKey, tenantId, codeId)}. It joins both accounts: each may then hear what you told me by the other.`;
};

const forgetWords = (facts: readonly FactOutcome[]): string => {
  if (facts.some(({ reason }) => reason === erasureOrdered.reason))
    return 'It is forgotten, and all that any agent here holds of you is being erased.';
  if (facts.some(({ reason }) => reason === otherAgentsNotReached.reason))
    return 'It is forgotten by me alone: what other agents hold of you goes when an operator erases it.';
  if (facts.some(({ outcome, count = 0 }) => outcome === 'FORGOTTEN' && count > 0)) return 'It is forgotten.';
  if (facts.some(({ reason }) => reason === 'order-with-exception'))
    return 'I forget all or what you name, not all but something. Tell me what to forget, one by one.';
  if (facts.some(({ reason }) => reason === 'others-not-forgotten'))
    return 'Of others I forget what you said yourself. For the rest they have to ask me.';
  return 'I find nothing that speaks of that. Name one thing, in the words you told it with.';
};

const textOf = async (
  options: ReplyOptions,
  { word, outcome, entityId, isPrivate, codeId, fault }: ChatResult,
  facts: readonly FactOutcome[],
): Promise<string> => {
  const fixed = sentences[outcome];
  if (fixed !== undefined) return fixed;
  if (outcome === 'misused') return usage[word];
  if (outcome === 'bad-token')
    return `That token is not good: ${(fault?.path ?? 'token').replace('token.', '')} ${fault?.message ?? ''}.`;
  if (outcome === 'code-given' && codeId !== undefined) return codeWords(options, codeId);
  if (word === 'forget') return forgetWords(facts);
  const self = await identityViewOf(options.sql, options.knobs, entityId, options.platform);
  if (self === null) return 'I do not know you yet.';
  if (outcome === 'registered')
    return `I call you ${nameOf(self)}. ${self.verified ? '' : 'Say /verify <token> to prove who you are.'}`.trim();
  if (!isPrivate) return 'I tell you in private: write me a direct message with /whoami.';
  if (outcome === 'linked')
    return `Your accounts are one now${self.platform_links.length > 1 ? `: ${accountsOf(self)}` : ''}. If one of them is not yours, tell an operator at once: it can be taken back.`;
  return selfWords(self);
};

/** What an agent should answer to a word, as things stand now. INVARIANT: nothing of a person but their name is said aloud. */
export const replyTo = async (
  options: ReplyOptions,
  result: ChatResult,
  facts: readonly FactOutcome[],
): Promise<ChatReply> => ({
  word: result.word,
  outcome: result.outcome,
  text: await textOf(options, result, facts),
  private: result.isPrivate,
});
