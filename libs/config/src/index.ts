export {
  isLoopback,
  parseEnv,
  type EmbedderConfig,
  type Environment,
  type KithConfig,
  type NatsConfig,
  type VerificationConfig,
} from './parse-env.js';
export { readConfig } from './read-config.js';
export {
  testIndexSettings,
  testModel,
  testNatsServer,
  testNatsUrl,
  testQdrantUrl,
  testsAppsApart,
  testServerUrl,
} from './test-server.js';
export { nearestWord } from './nearest-word.js';
