import { handlesOf, presentHandleOf } from './forms.js';
import { handleFormsOf } from './handle.js';
import { givenNamesOf, nameFamilyOf } from './nicknames.js';
import type { AccountProfile } from './profile.js';

/** An account has no more: a name that would have more is not made by a person. */
const mostKeys = 64;

/**
 * Candidates for a link share one of these; never are all pairs looked at. The surest come first. A key that very many
 * accounts have tells nothing: whoever looks candidates up may leave it out.
 */
export const blockingKeysOf = (profile: AccountProfile): readonly string[] => {
  const keys = new Set<string>();
  const add = (kind: string, value: string): void => {
    if (value !== '') keys.add(`${kind}:${value}`);
  };
  if (profile.verified !== null) add('verified', `${profile.verified.iss} ${profile.verified.sub}`);
  const present = presentHandleOf(profile);
  if (present !== null) add('said', `${profile.platform} ${present.written}`);
  for (const { platform, handle } of profile.declared)
    add('said', `${platform} ${handleFormsOf(handle).written}`);
  const forms = handlesOf(profile).map((handle) => handle.forms);
  for (const { undecorated } of forms) add('name', undecorated);
  for (const { respelled } of forms) add('spelt', respelled);
  for (const { respelled, words } of forms) {
    for (const given of givenNamesOf(respelled))
      if (respelled.length > given.length + 1)
        for (const name of nameFamilyOf(given)) add('given', `${name} ${respelled.slice(given.length)}`);
    for (const word of words) if (word.length > 3) add('word', word);
    if (respelled.length >= 4) {
      add('begins', respelled.slice(0, 4));
      add('ends', respelled.slice(-4));
    }
    if (respelled.length >= 3) add('starts', respelled.slice(0, 3));
  }
  return [...keys].slice(0, mostKeys);
};
