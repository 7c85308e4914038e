export { confiding } from './confidence/confiding.js';
export {
  isSurprise,
  mayWithhold,
  withholdingPatterns,
  surprises,
  withholdingVerbs,
} from './confidence/withholding-patterns.js';
export { credentialIn, credentialInIdentifiers, withoutCredentials } from './credentials/door.js';
export { findCredential, redactCredentials, removedCredential } from './credentials/find.js';
export { type Addressee } from './forgetting/forget-me.js';
export { forgettingOf } from './forgetting/forgetting.js';
export {
  forgottenMark,
  sentencesWith,
  valuesToForget,
  withoutValues,
} from './forgetting/forgotten-values.js';
export { isSum, sensitivityOf } from './sensitivity/sensitivity.js';
export { anyCase, type Occurs } from './text/any-case.js';
export { lastOf } from './text/last-of.js';
export { senseOfNoun, senseOfVerb } from './text/senses.js';
export { sentencesOf } from './text/sentences.js';
