import {
  answered,
  failed,
  type Answer,
  type Caller,
  type GrantView,
  type ListGrants,
  type Page,
  isOperator,
} from '#contracts';
import { grantsOf } from '#read-models';
import { type AnsweringOptions } from '../permitted/asking.js';
import { auditInspection } from '../permitted/permitted.js';

/** Who may hear which secret, for operators; as any look of theirs past the rules it is audited. */
export const listGrants = async (
  options: AnsweringOptions,
  caller: Caller,
  query: ListGrants,
): Promise<Answer<Page<GrantView>>> => {
  if (!isOperator(caller)) return failed('forbidden', 'grants need the operator role');
  const page = await grantsOf(options.database, caller.tenantId, query);
  const memoryIds = [...new Set(page.results.map((grant) => grant.memory_id))];
  await auditInspection(options.log, caller, 'grants', memoryIds, options.now());
  return answered(page);
};
