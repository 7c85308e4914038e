export { erasureKinds, type ErasureKind } from './events.js';
export * from './erasure.js';
