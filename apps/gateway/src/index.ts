export { ApiKeys, gatewayMigrations } from './api-keys.js';
export {
  createGateway,
  defaultGatewayConfig,
  type GatewayConfig,
  type GatewayParts,
} from './create-gateway.js';
export { gatewayOpenApi } from './gateway-openapi.js';
export type { GatewayLog } from './log.js';
export { ensureOperatorKey, type OperatorKey } from './operator-key.js';
