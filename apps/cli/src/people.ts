import type { UserView } from '#contracts';
import { nameIndexOf, type Bearers } from '#identity';
import type { Api } from './api.js';
import { usageError } from './failure.js';
import { foldNick } from './import/nick-book.js';

/** A reference to somebody, in the words of the contract. */
export type PersonRef =
  { readonly entity_id: string } | { readonly platform: string; readonly platform_user_id: string };

const pageSize = 200;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

export const isUuid = (text: string): boolean => uuid.test(text);

/** Everybody the key may see, page by page. */
async function* everybody(api: Api): AsyncGenerator<UserView> {
  for (let offset = 0; ; offset += pageSize) {
    const { results } = await api.get<{ results: readonly UserView[] }>('/v1/users', {
      limit: pageSize,
      offset,
    });
    yield* results;
    if (results.length < pageSize) return;
  }
}

type Link = UserView['platform_links'][number];
const written = ({ platform, platform_user_id }: Link): string => `${platform}:${platform_user_id}`;

/** How somebody is called on a command line: their first account, else their id. */
const handleOf = (user: UserView): string => {
  const [link] = user.platform_links;
  return link ? written(link) : user.id;
};

type Match =
  | { readonly kind: 'account'; readonly link: Link }
  | { readonly kind: 'one'; readonly user: UserView; readonly isExact: boolean }
  | { readonly kind: 'many'; readonly users: readonly UserView[]; readonly isExact: boolean }
  | { readonly kind: 'none' };

/** Handles, and names of before, by the id of whoever bears or bore them. */
export type Aliases = ReadonlyMap<string, readonly string[]>;

/** Whom a name means: an account as written, else an id on its platform, else a name of theirs, however it is written. */
export const matchPerson = (
  name: string,
  users: readonly UserView[],
  aliases: Aliases = new Map(),
): Match => {
  for (const user of users)
    for (const link of user.platform_links) if (written(link) === name) return { kind: 'account', link };
  const bare = foldNick(name.replace(/^@/u, ''));
  const index = nameIndexOf(
    users.map(({ id, display_name, platform_links }) => ({
      entityId: id,
      names: [
        display_name,
        ...platform_links.map((link) => link.platform_user_id),
        ...(aliases.get(id) ?? []),
      ],
    })),
  );
  const [exact, loose, short] = index.find(name);
  const called = (bearers: Bearers): readonly UserView[] =>
    users.filter(({ id }) => bearers.some(({ entityId }) => entityId === id));
  const isNick = ({ platform_links }: UserView): boolean =>
    platform_links.some((link) => foldNick(link.platform_user_id) === bare);
  const own = new Set([...users.filter(isNick), ...called(exact)]);
  const found = [[...own], called(loose), called(short)].find((people) => people.length > 0) ?? [];
  const [first] = found;
  if (!first) return { kind: 'none' };
  const isExact = own.size > 0;
  return found.length === 1 ? { kind: 'one', user: first, isExact } : { kind: 'many', users: found, isExact };
};

/** Of more people than these the names of before are not asked for, one by one. */
const mostAsked = 200;

const aliasesOf = async (api: Api, users: readonly UserView[]): Promise<Aliases> => {
  const found = new Map<string, readonly string[]>();
  if (users.length > mostAsked) return found;
  for (const { id } of users) {
    const { aliases } = await api.get<{ aliases: readonly string[] }>(`/v1/entities/${id}`);
    found.set(id, aliases);
  }
  return found;
};

/** A name that somebody bears comes first; where nobody does as it is written, handles and names of before count as much. */
const findPerson = async (api: Api, name: string, users: readonly UserView[]): Promise<Match> => {
  const match = matchPerson(name, users);
  if (match.kind === 'account' || (match.kind !== 'none' && match.isExact)) return match;
  return matchPerson(name, users, await aliasesOf(api, users));
};

const refOf = (user: UserView): PersonRef => {
  const [link] = user.platform_links;
  return link ? { platform: link.platform, platform_user_id: link.platform_user_id } : { entity_id: user.id };
};

const splitAccount = (name: string): PersonRef | null => {
  const at = name.indexOf(':');
  if (at <= 0 || at === name.length - 1) return null;
  return { platform: name.slice(0, at), platform_user_id: name.slice(at + 1) };
};

const hasOneColon = (name: string): boolean =>
  name.indexOf(':') > 0 && name.indexOf(':') === name.lastIndexOf(':');

/** Resolves what stands behind `flag`; a name that fits several people is refused with the list of them. */
export const resolvePerson = async (api: Api, flag: string, name: string): Promise<PersonRef> => {
  if (isUuid(name)) return { entity_id: name };
  const account = splitAccount(name);
  if (account && hasOneColon(name)) return account;
  const users: UserView[] = [];
  for await (const user of everybody(api)) users.push(user);
  const match = await findPerson(api, name, users);
  switch (match.kind) {
    case 'account':
      return { platform: match.link.platform, platform_user_id: match.link.platform_user_id };
    case 'one':
      return refOf(match.user);
    case 'many': {
      const choices = match.users.map((user) => `  ${handleOf(user)}  (${user.display_name})`).join('\n');
      throw usageError(`${flag} ${name} may be any of ${match.users.length} people. Choose one:\n${choices}`);
    }
    case 'none':
      if (account) return account;
      throw usageError(
        `${flag} ${name}: nobody is called so here. Give platform:id, as in ${flag} irc:${name}`,
      );
  }
};
