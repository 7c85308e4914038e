import { handlesOf, presentHandleOf } from './forms.js';
import { handleFormsOf, type HandleForms } from './handle.js';
import { givenNamesOf, nameFamilyOf } from './nicknames.js';
import type { AccountProfile } from './profile.js';

/** An account has no more: a name that would have more is not made by a person. */
const mostKeys = 64;

const ofName = ({ undecorated, respelled }: HandleForms): readonly string[] => [
  `name:${undecorated}`,
  `spelt:${respelled}`,
];

const ofParts = ({ respelled, words }: HandleForms): readonly string[] => [
  ...givenNamesOf(respelled)
    .filter((given) => respelled.length > given.length + 1)
    .flatMap((given) => nameFamilyOf(given).map((name) => `given:${name} ${respelled.slice(given.length)}`)),
  ...words.filter((word) => word.length > 3).map((word) => `word:${word}`),
  ...(respelled.length < 4 ? [] : [`begins:${respelled.slice(0, 4)}`, `ends:${respelled.slice(-4)}`]),
  ...(respelled.length < 3 ? [] : [`starts:${respelled.slice(0, 3)}`]),
];

/** Names that are made of nothing but marks are nobody's. */
const keysOfAll = (all: readonly HandleForms[]): readonly string[] => {
  const named = all.filter(({ undecorated }) => undecorated !== '');
  return [...named.flatMap(ofName), ...named.flatMap(ofParts)];
};

/** Of one handle alone, the surest first: what is kept of each account, to find those that bear one like it. */
export const handleKeysOf = (handle: string): readonly string[] =>
  [...new Set(keysOfAll([handleFormsOf(handle)]))].slice(0, mostKeys);

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
  for (const key of keysOfAll(handlesOf(profile).map((handle) => handle.forms))) keys.add(key);
  return [...keys].slice(0, mostKeys);
};
