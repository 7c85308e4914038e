export * from './memory-index.js';
