/** RFC 1459, section 2.2: these are the same letters in two cases, besides those of ASCII. */
export const foldNick = (nick: string): string =>
  nick.toLowerCase().replaceAll('[', '{').replaceAll(']', '}').replaceAll('\\', '|').replaceAll('~', '^');

type Rename = 'renamed' | 'onto-known' | 'same';

/** Whose nick is whose, over all files of one import. The account is called by the first nick of its chain. */
export interface NickBook {
  readonly accountOf: (nick: string) => string | null;
  readonly meet: (nick: string) => string;
  readonly rename: (from: string, to: string) => Rename;
  readonly people: () => number;
}

/**
 * INVARIANT: a nick is given to an account once and never taken away. Whoever takes a nick that is already somebody's
 * speaks, from then on, as that account; two accounts are never joined because of a nick.
 */
export const openNickBook = (): NickBook => {
  const accounts = new Map<string, string>();
  const ids = new Set<string>();
  const meet = (nick: string): string => {
    const known = accounts.get(foldNick(nick));
    if (known !== undefined) return known;
    accounts.set(foldNick(nick), nick);
    ids.add(nick);
    return nick;
  };
  return {
    accountOf: (nick) => accounts.get(foldNick(nick)) ?? null,
    meet,
    rename: (from, to) => {
      const account = meet(from);
      const holder = accounts.get(foldNick(to));
      if (holder === undefined) accounts.set(foldNick(to), account);
      else if (holder !== account) return 'onto-known';
      return foldNick(from) === foldNick(to) ? 'same' : 'renamed';
    },
    people: () => ids.size,
  };
};

/** Words that open sentences more often than they address somebody who is called so; a colon still addresses. */
const openers = new Set(
  'ah actually also and anyway but first hello hey hi hmm however lol maybe no nope now oh ok okay please right so sorry sure thanks then they thus well what yeah yep yes you'.split(
    ' ',
  ),
);

/** Who a line is addressed to: `nick: …`, `nick, …`, `nick1, nick2: …`. Only nicks that `isKnown` count. */
export const addressedNicks = (text: string, isKnown: (nick: string) => boolean): readonly string[] => {
  const found: string[] = [];
  let rest = text;
  for (;;) {
    const lead = /^@?(?<nick>[^\s<>,:!@#]{1,64})\s?(?<mark>[:,])(?=\s|$)[:,\s]*/u.exec(rest);
    const nick = lead?.groups?.['nick'];
    if (!lead || nick === undefined || !isKnown(nick)) return found;
    if (lead.groups?.['mark'] === ',' && openers.has(nick.toLowerCase())) return found;
    if (!found.some((other) => foldNick(other) === foldNick(nick))) found.push(nick);
    if (lead.groups?.['mark'] === ':') return found;
    rest = rest.slice(lead[0].length);
  }
};
