export * from './define-event.js';
export * from './events.js';
export * from './field-error.js';
export * from './forgetting.js';
export { type Setting } from './place/setting.js';
export { type NamesHeld } from './place/events.js';
export * from './person/account.js';
export * from './place/source.js';
export * from './place/statements.js';
export {
  deleteMessage,
  editMessage,
  evolveMessage,
  recordMessage,
  type MessageState,
} from './message/message.js';
export * from './grant/grant.js';
export { type FactOutcome } from './message/outcome.js';
export * from './memory/index.js';
export * from './grants.js';
export * from './ids.js';
export * from './knobs.js';
export * from './words.js';
export * from './parked.js';
