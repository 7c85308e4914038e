export { gatewayEntities, gatewayMigrations } from './api-key-entity.js';
export { ApiKeys } from './api-keys.js';
export { createGateway, defaultGatewayConfig, type GatewayConfig } from './create-gateway.js';
export { gatewayOpenApi } from './gateway-openapi.js';
export type { GatewayLog } from './log.js';
export { ensureOperatorKey } from './operator-key.js';
