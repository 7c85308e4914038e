import { handleFormsOf } from './handle.js';
import type { AccountProfile } from './profile.js';

const handlesOf = ({ handle, earlierNames }: AccountProfile): readonly string[] => [
  ...(handle === null ? [] : [handle]),
  ...earlierNames.map(({ text }) => text),
];

/**
 * Candidates for a link share one of these; never are all pairs looked at. A key that very many accounts have tells
 * nothing and may be left out by whoever looks them up.
 */
export const blockingKeysOf = (profile: AccountProfile): readonly string[] => {
  const keys = new Set<string>();
  const add = (kind: string, value: string): void => {
    if (value.length > 1) keys.add(`${kind}:${value}`);
  };
  for (const handle of handlesOf(profile)) {
    const { undecorated, respelled } = handleFormsOf(handle);
    add('name', undecorated);
    add('spelt', respelled);
    if (respelled.length > 4) add('begins', respelled.slice(0, 4));
  }
  if (profile.verified !== null) add('verified', `${profile.verified.iss} ${profile.verified.sub}`);
  if (profile.handle !== null) add('said', `${profile.platform} ${handleFormsOf(profile.handle).written}`);
  for (const { platform, handle } of profile.declared)
    add('said', `${platform} ${handleFormsOf(handle).written}`);
  return [...keys].sort();
};
