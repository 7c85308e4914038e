import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { KithConfig } from '#config';
import { baseModules, CONFIG, nestOptions, startServing, storeSchema, type Schema } from '#wiring';
import { gatewayEntities } from './auth/api-key-entity.js';
import { ApiKeys } from './auth/api-keys.js';
import { GatewayModule } from './gateway.module.js';
import { ensureOperatorKey, type OperatorKey } from './auth/operator-key.js';
import { prepareEdge } from './edge/prepare-edge.js';
import { edgeAdapter } from './edge/server.js';

const schema: Schema = {
  ...storeSchema,
  entities: [...storeSchema.entities, ...gatewayEntities],
};

/** How the edge is made: bodies are decoded after the key was checked. */
export const edgeOptions = { ...nestOptions, bodyParser: false, return503OnClosing: true };

/** Serves an application with an edge; HTTP comes last. */
export const serveEdge = async (app: NestFastifyApplication, port: number): Promise<OperatorKey | null> => {
  const { dataDir, operatorKey, host } = app.get<KithConfig>(CONFIG);
  prepareEdge(app);
  await startServing(app);
  const operator = await ensureOperatorKey({
    keys: app.get(ApiKeys),
    dataDir,
    configured: operatorKey?.reveal(),
  });
  await app.listen(port, host);
  return operator;
};

class GatewayAlone {}

/** The edge by itself. A key that it makes is kept in the data directory, and printed nowhere. */
export const startGateway = async (config: KithConfig): Promise<NestFastifyApplication> => {
  const root = {
    module: GatewayAlone,
    imports: [...baseModules({ config, app: 'gateway' }, schema, 'between-processes'), GatewayModule],
  };
  const app = await NestFactory.create<NestFastifyApplication>(root, edgeAdapter(), edgeOptions);
  await serveEdge(app, config.port);
  return app;
};
