export * from './capture.js';
export * from './disclosure-history.js';
export { type Evidence } from './evidence.js';
export { type CapturedMemory } from './events.js';
export { evolve, memoryEventTypes, type MemoryEvent } from './evolve.js';
export * from './memory.js';
export * from './reach.js';
export * from './settle.js';
export * from './share.js';
