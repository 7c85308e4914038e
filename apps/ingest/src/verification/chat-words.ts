import { isSaidAlone, saysWords, type MessageEventOf } from '#contracts';
import { accountEntityId, chatSecretsIn, chatWordOf } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import type { ChatResult } from './chat-results.js';
import { isPrivate } from './hear-secret.js';
import { nameEvents, type VerifyingOptions } from './identities.js';
import { askCode, codeAppend } from './link-codes.js';

export interface Heeded {
  readonly result: ChatResult;
  readonly appends: readonly StreamAppend[];
}

/** What a word in a message does that is being recorded. Words with a token or a code were heard before. */
export const heedWord = async (
  writer: LogWriter,
  options: Pick<VerifyingOptions, 'now' | 'newId'>,
  tenantId: string,
  event: MessageEventOf<'kith.message.posted.v1'>,
): Promise<Heeded | null> => {
  const { text, author, platform, source, sent_at: at } = event.data;
  const word = saysWords(event) && chatSecretsIn(text).length === 0 ? chatWordOf(text) : null;
  if (word === null) return null;
  const entityId = accountEntityId(tenantId, author.platform ?? platform, author.platform_user_id);
  const place = { source: { ...source, platform: source.platform ?? platform }, isAlone: isSaidAlone(event) };
  const alone = await isPrivate(writer, tenantId, place, options.now());
  const heeded = (
    outcome: ChatResult['outcome'],
    appends: readonly StreamAppend[] = [],
    more: Partial<ChatResult> = {},
  ): Heeded => ({ result: { word: word.word, outcome, entityId, isPrivate: alone, ...more }, appends });
  if ('misused' in word) return heeded('misused');
  switch (word.word) {
    case 'register': {
      const { firstName, lastName } = word;
      const events = await nameEvents(writer, entityId, { firstName, lastName }, at);
      return heeded('registered', [{ stream: `entity-${entityId}`, events }]);
    }
    case 'link': {
      if (!alone) return heeded('ask-in-private');
      const { codeId, events } = askCode(writer, options, tenantId, entityId);
      return heeded('code-given', [codeAppend(codeId, events)], { codeId });
    }
    case 'verify':
      // Its token was heard, and what is left of it here is a mark.
      return null;
    case 'whoami':
    case 'forget':
      return heeded('heard');
  }
};
