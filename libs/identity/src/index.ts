export { directoryOf, resolveName, type NamedPerson, type Resolution } from './directory.js';
export { isOneAtATime, kinshipOf, relationOf, uniquenessOf } from './kinship.js';
export { mayName } from './mention.js';
export { firstNameOf, foldName } from './names.js';
export { antecedentOf, pronounGender, type Gender, type Spoken } from './pronouns.js';
