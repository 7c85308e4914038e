export * from './contracts.js';
export * from './define-event.js';
export * from './events.js';
export * from './ids.js';
export * from './knobs.js';
export * from './message-event.js';
export * from './settle.js';
export * from './words.js';
