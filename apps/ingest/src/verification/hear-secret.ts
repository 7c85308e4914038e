import { answered, type Answer, type SaidSecret } from '#contracts';
import { chatSecretsIn, chatWordOf, type ChatWord } from '#domain';
import type { LogWriter } from '#event-log';
import { placesById, sourceIdOfRef } from '#read-models';
import { chatCommandOf, type ChatResult } from './chat-results.js';
import { bindIdentity, personOf, type VerifyingOptions } from './identities.js';
import { sayCode } from './link-codes.js';
import type { TokenChecked } from './token-check.js';

const actor = 'ingest';

/** INVARIANT: alone with the agent, by what this event tells and by all that was told of the place before. */
export const isPrivate = async (
  { sql }: LogWriter,
  tenantId: string,
  { source, isAlone }: Pick<SaidSecret, 'source' | 'isAlone'>,
  at: Date,
): Promise<boolean> => {
  if (!isAlone) return false;
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
  const person = await personOf(writer, tenantId, said.author, said.sentAt);
  const { entityId } = person;
  const alone = await isPrivate(writer, tenantId, said, options.now());
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
  const saying = { tenantId, actor, entityId, isPrivate: alone };
  if (word?.word === 'link' && 'code' in word && word.code !== null)
    return result_(await sayCode(writer, options, { ...saying, code: word.code }), result);
  // A code in the midst of other words is no word; others may have read it all the same.
  if (!alone)
    for (const { start, end } of chatSecretsIn(said.text)) {
      const spelled = chatWordOf(said.text.slice(start, end));
      if (spelled?.word === 'link' && 'code' in spelled && spelled.code !== null)
        await sayCode(writer, options, { ...saying, code: spelled.code });
    }
  return null;
};

const result_ = (
  { outcome, otherId }: Awaited<ReturnType<typeof sayCode>>,
  result: (outcome: ChatResult['outcome'], more?: Partial<ChatResult>) => ChatResult,
): ChatResult => result(outcome, otherId === undefined ? {} : { otherId });

/**
 * Hears a token or a code that somebody said, once, before the message is carried on without it. What came of it is told
 * with what came of the message.
 */
export const hearSecret = async (
  options: VerifyingOptions,
  tenantId: string,
  said: SaidSecret,
): Promise<Answer<null>> => {
  const word = chatWordOf(said.text);
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
