import { handleFormsOf, type HandleForms } from './handle.js';
import type { AccountProfile } from './profile.js';

export interface BorneHandle {
  readonly text: string;
  readonly isPresent: boolean;
  readonly forms: HandleForms;
}

/** Of names beyond the latest ones nobody reminds anybody. */
const mostNames = 8;

interface Forms {
  readonly handles: readonly BorneHandle[];
  readonly displayName: HandleForms | null;
}

const formsFor = ({ handle, earlierNames, displayName }: AccountProfile): Forms => {
  const earlier = [...earlierNames]
    .sort((a, b) => b.from.getTime() - a.from.getTime() || (a.text < b.text ? -1 : 1))
    .map(({ text }) => text);
  const handles = [...new Set([...(handle === null ? [] : [handle]), ...earlier])].slice(0, mostNames);
  return {
    handles: handles.map((text) => ({ text, isPresent: text === handle, forms: handleFormsOf(text) })),
    displayName: displayName === null ? null : handleFormsOf(displayName),
  };
};

const known = new WeakMap<AccountProfile, Forms>();
const formsOf = (profile: AccountProfile): Forms => {
  const before = known.get(profile);
  if (before !== undefined) return before;
  const forms = formsFor(profile);
  known.set(profile, forms);
  return forms;
};

/** Every handle that an account bears or bore, the present one first, in the forms by which it is compared. */
export const handlesOf = (profile: AccountProfile): readonly BorneHandle[] => formsOf(profile).handles;

export const displayFormsOf = (profile: AccountProfile): HandleForms | null => formsOf(profile).displayName;

export const presentHandleOf = (profile: AccountProfile): HandleForms | null =>
  profile.handle === null ? null : (formsOf(profile).handles[0]?.forms ?? null);
