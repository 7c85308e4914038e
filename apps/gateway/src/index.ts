export { gatewayEntities, gatewayMigrations } from './api-key-entity.js';
export { ApiKeys } from './api-keys.js';
export { gatewayOpenApi } from './gateway-openapi.js';
export { GatewayModule } from './gateway.module.js';
export { ensureOperatorKey, type OperatorKey } from './operator-key.js';
export { prepareEdge } from './prepare-edge.js';
export { edgeAdapter } from './server.js';
