export { indexerName } from './indexer.controller.js';
export { rebuildIndex } from './indexing/rebuild-index.js';
export { RecallModule } from './recall.module.js';
