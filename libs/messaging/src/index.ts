export * from './message-bus.js';
