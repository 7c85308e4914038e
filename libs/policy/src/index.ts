export * from './condition.js';
export * from './request.js';
