export { gatewayEntities } from './auth/api-key-entity.js';
export { ApiKeys } from './auth/api-keys.js';
export { gatewayOpenApi } from './openapi/gateway-openapi.js';
export { GatewayModule } from './gateway.module.js';
export { ensureOperatorKey } from './auth/operator-key.js';
export { edgeAdapter } from './edge/server.js';
export { edgeOptions, serveEdge } from './start-gateway.js';
