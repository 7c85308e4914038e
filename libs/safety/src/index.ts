export { mayWithhold } from './confidence/withholding-patterns.js';
export { credentialIn, credentialInIdentifiers, withoutCredentials } from './credentials/door.js';
export { findCredential, redactCredentials, removedCredential } from './credentials/find.js';
export { inPlainWords } from './forgetting/chat-word.js';
export { type Addressee } from './forgetting/forget-me.js';
export { forgettingOf } from './forgetting/forgetting.js';
export {
  forgottenMark,
  sentencesWith,
  valuesToForget,
  withoutValues,
} from './forgetting/forgotten-values.js';
export { addresseeOf } from './orders/addressing.js';
export { consentOf, speaksOfTelling, whoIsMeant } from './orders/consent/consent.js';
export { withdraws } from './orders/consent/withdrawal.js';
export { type Directive, type EndedState } from './orders/directive.js';
export { directivesOf, withoutOrders } from './orders/directives.js';
export { discretionOf, type Discretion } from './orders/discretion.js';
export { sarcastic } from './orders/doubt.js';
export { withoutHush } from './orders/hushing.js';
export { type Mentions } from './orders/mentions.js';
export { withForgottenValues } from './orders/value-directives.js';
export { secrecyOf, type Secrecy } from './orders/secrecy.js';
export { bearers } from './orders/bearers.js';
export { keptFromNobody, withholdingOf, withPronouns, type Withholding } from './orders/withholding.js';
export { sensitivityOfPart, sensitivityOfSaid, type SaidWhere } from './sensitivity/said.js';
export { isSum, sensitivityOf } from './sensitivity/sensitivity.js';
export { anyCase } from './text/any-case.js';
export { lastOf } from './text/last-of.js';
export { phraseFinder } from './text/phrase-finder.js';
export { proven, type PatternRow } from './text/proven.js';
export { senseOfNoun, senseOfVerb } from './text/senses.js';
export { sentencesOf } from './text/sentences.js';
