export { gatewayEntities, gatewayMigrations } from './api-key-entity.js';
export { ApiKeys } from './api-keys.js';
export { gatewayOpenApi } from './gateway-openapi.js';
export { GatewayModule } from './gateway.module.js';
export { ensureOperatorKey } from './operator-key.js';
export { edgeAdapter } from './server.js';
export { edgeOptions, serveEdge } from './start-gateway.js';
