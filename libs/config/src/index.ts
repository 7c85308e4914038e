export { isLoopback, parseEnv, type Environment } from './parse-env.js';
export type { EmbedderConfig, KithConfig, NatsConfig, VerificationConfig } from './kith-config.js';
export { readConfig } from './read-config.js';
export {
  testIndexSettings,
  testModel,
  testNatsServer,
  testNatsUrl,
  testQdrantServer,
  testQdrantUrl,
  testsAppsApart,
  testServerUrl,
} from './test-server.js';
export { nearestWord } from './nearest-word.js';
export { poolSizesOf } from './pools.js';
