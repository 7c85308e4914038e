import { eventScopeOf, type Caller, type EventResult, type IngestService, type SaidAgain } from '#contracts';
import { accountEntityId, eventKeyOf, type FieldError } from '#domain';
import { withoutCredentials } from '#safety';
import { orderKeyOf, type Judged } from './publish.js';

const differs: FieldError = {
  path: 'data',
  message: 'differs from what was taken under this id before, which stays as it is',
};

const saidAgain = (tenantId: string, item: Judged | undefined): SaidAgain | null => {
  if (!item?.ok || item.event.type !== 'kith.message.posted.v1') return null;
  const { event } = item;
  const { author, platform, message_id: messageId, text } = event.data;
  return {
    eventKey: eventKeyOf(event),
    scope: eventScopeOf(event),
    messageId,
    sourceId: orderKeyOf(tenantId, event),
    authorId: accountEntityId(tenantId, author.platform ?? platform, author.platform_user_id),
    text: withoutCredentials(text),
  };
};

/** The same, and of each duplicate that says something else than what was recorded that it does: a lost message would look like a retry. */
export const withDifferences = async (
  ingest: IngestService,
  caller: Caller,
  judged: readonly Judged[],
  results: readonly EventResult[],
): Promise<readonly EventResult[]> => {
  const again = results.flatMap(({ status }, at) => {
    const said = status === 'duplicate' ? saidAgain(caller.tenantId, judged[at]) : null;
    return said ? [{ at, said }] : [];
  });
  if (again.length === 0) return results;
  const answer = await ingest.takenOtherwise({ caller, repeats: again.map(({ said }) => said) });
  const others = new Set(answer.ok ? answer.value.map((number) => again[number]?.at) : []);
  return results.map((result, at) => (others.has(at) ? { ...result, errors: [differs] } : result));
};
