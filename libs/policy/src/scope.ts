import { isReadBy, presenceOf, type Case } from './request-facts.js';
import { denies, lets, passes, type Finding, type Knob } from './verdict.js';

const leavers: Knob = 'privacy.leavers_keep_memory';
const travel: Knob = 'privacy.public_facts_travel';
const legacy: Knob = 'privacy.legacy_fail_open';

/** Whoever reads a place takes part in it, or is a member of the workspace that it is open to; a dm that others read asks for it too. */
const inThisPlace = ({ isHere, asked: { isPrivate, takesPart, knobs } }: Case): Finding => {
  const inPlace = isHere ? lets('same-place') : passes;
  if (isPrivate || takesPart === 'now') return inPlace;
  if (takesPart === null) return denies('not-a-participant');
  return knobs[leavers] ? { ...inPlace, knobs: [leavers] } : denies('not-a-participant', [leavers]);
};

const isOpenToWorkspace = ({ memory: { source }, asked: { sharedWorkspaceId } }: Case): boolean =>
  source !== null && isReadBy(source, (workspaceId) => workspaceId === sharedWorkspaceId);

/** Rank 0, portable, of no workspace. A row without a source does not say where it belongs, and stays. */
const mayTravel = ({ memory: { source, sensitivity, portable } }: Case): boolean =>
  source !== null && source.workspaceId === null && sensitivity === 0 && portable;

/** Every subject, where there are several: a fact about two people is as private as the one whom the readers do not know. */
const isAboutContacts = ({ memory: { subjectIds }, asked: { contactsOfAll } }: Case): boolean =>
  subjectIds.length > 0 && subjectIds.every((entityId) => contactsOfAll.has(entityId));

export const isLegacy = ({ memory: { imported, source, sensitivity } }: Case): boolean =>
  imported && source === null && sensitivity === 0;

/** Whether the scope rule asks who is a contact of the readers. */
export const mayReachContacts = (row: Case): boolean =>
  row.asked.knobs[travel] === 'shared_contacts' &&
  !row.asked.isPrivate &&
  !row.asked.isInspection &&
  !row.isHere &&
  row.memory.scope === 'source_shared' &&
  row.memory.disclosure === 'public' &&
  mayTravel(row);

const travelling = (row: Case, noted: readonly Knob[]): Finding => {
  if (!mayTravel(row)) return denies('out-of-scope', noted);
  const knobs = [...noted, travel];
  switch (row.asked.knobs[travel]) {
    case 'never':
      return denies('out-of-scope', knobs);
    case 'shared_contacts':
      return isAboutContacts(row) ? lets('shared-contacts', knobs) : denies('out-of-scope', knobs);
    case 'anywhere':
      return lets('public-travels', knobs);
  }
};

/** What reaches these readers from elsewhere, or from a time of this place that not all of them can scroll up to. */
const fromElsewhere = (row: Case, noted: readonly Knob[]): Finding => {
  const { memory, asked } = row;
  if (isOpenToWorkspace(row)) return lets('workspace-shares-open', noted);
  const presence = asked.isPrivate ? presenceOf(row) : null;
  if (asked.isPrivate && row.isOwn) return lets('own-in-private', noted);
  if (presence === 'there') return lets('heard-in-private', noted);
  if (presence === 'left' && asked.knobs[leavers]) return lets('heard-in-private', [...noted, leavers]);
  if (row.isSubject && memory.sensitivity <= 1) return lets('own-fact-travels', noted);
  if (asked.isPrivate && isLegacy(row))
    return asked.knobs[legacy] ? lets('legacy-fails-open', [legacy]) : denies('out-of-scope', [legacy]);
  return travelling(row, presence === 'left' ? [...noted, leavers] : noted);
};

const shared = (row: Case): Finding => {
  const { memory } = row;
  if (memory.source === null && !memory.imported) return denies('out-of-scope');
  if (!row.isOfPlace) return fromElsewhere(row, []);
  const here = inThisPlace(row);
  return here.rule === null ? fromElsewhere(row, here.knobs) : here;
};

/** Rule 8. The only rule that says yes; its words are exhausted, and anything else is a denial. */
export const judgeScope = (row: Case): Finding => {
  const { memory, asked } = row;
  switch (memory.scope) {
    case 'system':
      return asked.request.principal === 'agent' || asked.request.principal === 'operator'
        ? lets('system-is-for-agents')
        : denies('out-of-scope');
    case 'global_shared':
      return memory.sensitivity === 0 ? lets('global-is-for-all') : denies('out-of-scope');
    case 'private_subject':
      return row.isOwn ? lets('own-memory') : denies('out-of-scope');
    case 'source_shared':
      return shared(row);
    default:
      return denies('out-of-scope');
  }
};
