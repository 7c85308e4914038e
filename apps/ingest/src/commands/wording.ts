import type { Sql } from '#database';
import { failed, type Answer, type EntityRef, type PatchMemory, type RememberRequest } from '#contracts';
import { contentFault } from '#extraction';
import { accountsOf, findEntity, namesOf } from '#read-models';

const given = (ref: EntityRef | undefined) => ({
  names: [ref?.handle, ref?.display_name].flatMap((name) => name ?? []),
  accounts:
    ref?.platform === undefined || ref.platform_user_id === undefined
      ? []
      : [{ platform: ref.platform, platformUserId: ref.platform_user_id }],
});

/** What the platforms call somebody, or called them. What others did is no name of theirs. */
const known = async (sql: Sql, entityId: string | null) =>
  entityId === null
    ? { names: [], accounts: [] }
    : {
        names: (await namesOf(sql, [entityId])).flatMap(({ kind, text }) => (kind === 'heard' ? [] : [text])),
        accounts: await accountsOf(sql, entityId),
      };

const refused = (fault: string | null): Answer<never> | null =>
  fault === null
    ? null
    : failed('invalid', 'the content is not worded as a memory', [{ path: 'content', message: fault }]);

/**
 * Of subjects only the accounts that the request itself names are looked at: to be refused for another would tell whose
 * it is.
 */
export const wordingProblem = async (
  sql: Sql,
  tenantId: string,
  request: RememberRequest,
): Promise<Answer<never> | null> => {
  const speaker = request.speaker ?? request.viewer;
  const held = await known(sql, speaker ? await findEntity(sql, tenantId, speaker) : null);
  const named = given(speaker);
  return refused(
    contentFault(request.content, {
      names: [...held.names, ...named.names],
      accounts: [...held.accounts, ...named.accounts],
      accountsOfSubjects: (request.subjects ?? []).flatMap((subject) => given(subject).accounts),
    }),
  );
};

export const rewordingProblem = async (
  sql: Sql,
  { content }: PatchMemory,
  speakerId: string | null,
): Promise<Answer<never> | null> =>
  content === undefined
    ? null
    : refused(contentFault(content, { ...(await known(sql, speakerId)), accountsOfSubjects: [] }));
