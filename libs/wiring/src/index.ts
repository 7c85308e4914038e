export { baseModules, nestOptions, storeModules } from './base-modules.js';
export { openStore, type Engines, type OpenStore } from './engines.js';
export { CLOCK, CONFIG, type Clock, type StartedWith } from './ports/config.module.js';
export type { Schema } from './ports/database.module.js';
export {
  EMBEDDING_ENGINE,
  EmbeddingsModule,
  FORMER_EMBEDDER,
  modelsIn,
  type OpenFormer,
} from './ports/embeddings.module.js';
export { EventLogModule } from './ports/event-log.module.js';
export { prepareStreams, reachNats } from './ports/messaging.module.js';
export { MemoryIndexModule } from './ports/memory-index.module.js';
export { endOnSignals, runAlone, startedAlone } from './run-alone.js';
export { storeSchema } from './schema.js';
export { startServing } from './start-serving.js';
export { BusContext, BusServer, Consumes, WhenParked } from './transport/bus-server.js';
export { InMemoryClient, InMemoryServer } from './transport/in-memory.js';
export { PassErrorsOn } from './transport/pass-errors-on.js';
export { askWithin } from './transport/within.js';
