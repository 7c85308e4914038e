export { directoryOf, resolveName, type NamedPerson, type Resolution } from './directory.js';
export {
  isAcquaintance,
  isFamily,
  isOneAtATime,
  kinshipOf,
  relationOf,
  tellsOfFamily,
  uniquenessOf,
} from './kinship.js';
export { mayName } from './mention.js';
export { formsOfName, nameIndexOf, type Bearers, type NameForm, type NameIndex } from './name-index.js';
export { firstNameOf, foldName, isTitle, withoutHonorific } from './names.js';
export { antecedentOf, pronounGender, type Gender, type SpokenPerson } from './pronouns.js';
export { spellingsOf, withPlainHyphens } from './spelling.js';
export { type SubjectRef } from './subject-ref.js';
export { asHeldAt, isCalledAt, type BorneName, type Tenure } from './tenure.js';
export { declaredIn } from './linking/declared.js';
export { decideLink, type LinkSuggestion } from './linking/decide-link.js';
export { evidenceKinds, type EvidenceKind } from './linking/evidence.js';
export { exclusions, type Exclusion } from './linking/exclusion.js';
export { blockingKeysOf, handleKeysOf } from './linking/keys.js';
export {
  nothingKnownOfPair,
  type AccountProfile,
  type PairContext,
  type SelfDeclaration,
} from './linking/profile.js';
export { asItLooks, nameSuspicionsOf } from './linking/suspicions.js';
export { declaredByOne, saidByOneOf, scoreLink, surenessOf, type LinkScore } from './linking/score.js';
