export {
  parseEnv,
  type EmbedderConfig,
  type Environment,
  type KithConfig,
  type LogLevel,
  type ParsedConfig,
} from './parse-env.js';
export { readConfig } from './read-config.js';
export { Secret } from './secret.js';
export { testServerUrl } from './test-server.js';
