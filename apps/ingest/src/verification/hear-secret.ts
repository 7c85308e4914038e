import { answered, type Answer, type SaidSecret } from '#contracts';
import { chatWordOf, codesSaidIn, type ChatWord } from '#domain';
import type { LogWriter } from '#event-log';
import { placesById, sourceIdOfRef } from '#read-models';
import { chatCommandOf, type ChatResult } from './chat-results.js';
import { bindIdentity, personOf, type VerifyingOptions } from './identities.js';
import { revealCodes, sayCode } from './link-codes.js';
import type { TokenChecked } from './token-check.js';

const actor = 'ingest';

/** INVARIANT: alone with the agent, by what this event tells and by all that was told of the place before. */
export const isPrivate = async (
  { sql }: LogWriter,
  tenantId: string,
  { source, isAlone }: Pick<SaidSecret, 'source' | 'isAlone'>,
  at: Date,
): Promise<boolean> => {
  if (!isAlone || source === null) return false;
  const sourceId = sourceIdOfRef(tenantId, source);
  const known = (await placesById(sql, tenantId, [sourceId], at)).get(sourceId);
  return known === undefined || known.type === 'dm';
};

const outcomeOf = async (
  writer: LogWriter,
  options: VerifyingOptions,
  tenantId: string,
  said: SaidSecret,
  word: ChatWord | null,
  checked: TokenChecked | null,
): Promise<ChatResult | null> => {
  const alone = await isPrivate(writer, tenantId, said, options.now());
  const reveal = (entityId: string | null): Promise<void> =>
    alone
      ? Promise.resolve()
      : revealCodes(writer, options, { tenantId, actor, entityId, codes: codesSaidIn(said.text) });
  if (said.author === null) {
    await reveal(null);
    return null;
  }
  const person = await personOf(writer, tenantId, said.author, said.sentAt);
  const { entityId } = person;
  const result = (outcome: ChatResult['outcome'], more: Partial<ChatResult> = {}): ChatResult => ({
    word: word?.word ?? 'link',
    outcome,
    entityId,
    isPrivate: alone,
    ...more,
  });
  if (checked?.kind === 'unchecked') return result(checked.cause);
  if (checked?.kind === 'bad') return result('bad-token', { fault: checked.fault });
  if (checked?.kind === 'good') {
    const by = { tenantId, actor, mayRebind: false };
    return result(await bindIdentity(writer, options, by, person, checked.claims));
  }
  await writer.append(person.appends, { actor });
  await reveal(entityId);
  if (word?.word !== 'link') return null;
  if (!alone) return result('said-aloud');
  if ('misused' in word || word.code === null) return result('misused');
  const { outcome, ...more } = await sayCode(writer, options, { tenantId, actor, entityId, code: word.code });
  return result(outcome, more);
};

/**
 * Hears a token or a code that somebody said, once, before the message is carried on without it. What came of it is told
 * with what came of the message.
 */
export const hearSecret = async (
  options: VerifyingOptions,
  tenantId: string,
  said: SaidSecret,
): Promise<Answer<null>> => {
  const word = said.author === null ? null : chatWordOf(said.text);
  const token = word?.word === 'verify' && 'token' in word ? word.token : null;
  const commandId = chatCommandOf(said.eventKey);
  // Outside the unit of work: it may ask the issuer for its keys.
  const checked = token === null ? null : await options.tokens.check(token);
  await options.log.write(tenantId, async (writer) => {
    if ((await writer.carriedOut([commandId])).has(commandId)) return;
    const result = await outcomeOf(writer, options, tenantId, said, word, checked);
    await writer.remember(new Map([[commandId, result]]));
  });
  return answered(null);
};
