export { directoryOf, resolveName, type Directory, type NamedPerson, type Resolution } from './directory.js';
export { kinshipOf, type Kinship } from './kinship.js';
export { mayName, type MentionForm } from './mention.js';
export { firstNameOf, foldName } from './names.js';
export { antecedentOf, pronounGender, type Antecedent, type Gender, type Spoken } from './pronouns.js';
