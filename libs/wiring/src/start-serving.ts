import type { INestApplication } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { KithConfig } from '#config';
import { Log } from '#observability';
import { APP, CONFIG } from './ports/config.module.js';
import { REQUEST_SERVER } from './ports/messaging.module.js';
import { BusServer } from './transport/bus-server.js';

const checksTokens = new Set(['standalone', 'ingest']);

/** Behind a gate that no token opens everybody is told nothing, for good: nothing else would say so. */
const warnOfClosedGate = (app: INestApplication): void => {
  const { knobs, verification } = app.get<KithConfig>(CONFIG);
  if (!knobs['gate.require_verified'] || verification !== null || !checksTokens.has(app.get<string>(APP)))
    return;
  app.get(Log).warn('gate.left-without-issuer');
};

/** Answers other apps and takes from the bus, then starts what runs by itself. HTTP is listened to afterwards. */
export const startServing = async (app: INestApplication): Promise<void> => {
  app.connectMicroservice({ strategy: app.get<CustomTransportStrategy>(REQUEST_SERVER) });
  app.connectMicroservice({ strategy: app.get(BusServer) });
  await app.startAllMicroservices();
  await app.init();
  warnOfClosedGate(app);
};
