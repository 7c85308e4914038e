export { erasureKinds } from './events.js';
export * from './erasure.js';
