export { directoryOf, resolveName, type NamedPerson } from './directory.js';
export { kinshipOf } from './kinship.js';
export { mayName } from './mention.js';
export { firstNameOf, foldName } from './names.js';
export { antecedentOf, pronounGender, type Gender, type Spoken } from './pronouns.js';
