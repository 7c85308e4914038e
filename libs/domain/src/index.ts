export * from './define-event.js';
export * from './event-words.js';
export * from './events.js';
export * from './field-error.js';
export * from './forgetting.js';
export { type Setting } from './place/setting.js';
export { type NamesHeld } from './place/events.js';
export * from './person/account.js';
export * from './person/identity.js';
export * from './person/naming.js';
export * from './verification/chat-words.js';
export * from './verification/link-code.js';
export * from './place/source.js';
export * from './place/statements.js';
export { deleteMessage, editMessage, recordMessage } from './message/message.js';
export * from './grant/grant.js';
export * from './link/link.js';
export { mayAskMore, roomToAsk, type AskedLink } from './link/room.js';
export { linksBetweenIdentities } from './link/between.js';
export { type LinkConflict, type LinkEvidence } from './link/events.js';
export { type Actor } from './event-fields.js';
export * from './review/review.js';
export * from './memory/candidates.js';
export {
  erasureOrdered,
  letBeKnown,
  nothingHeld,
  nothingMeant,
  otherAgentsNotReached,
  tooSensitive,
  withheld,
  type FactOutcome,
} from './message/outcome.js';
export { modalities, type ProposedFact, type ProposedSubject } from './message/proposed.js';
export * from './memory/index.js';
export * from './erasure/index.js';
export * from './grants.js';
export * from './ids.js';
export * from './knobs.js';
export * from './words.js';
export * from './parked.js';
export * from './maintenance/words.js';
