import type { INestApplication } from '@nestjs/common';
import { BusServer } from './transport/bus-server.js';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { REQUEST_SERVER } from './ports/messaging.module.js';

/** Answers other apps and takes from the bus, then starts what runs by itself. HTTP is listened to afterwards. */
export const startServing = async (app: INestApplication): Promise<void> => {
  app.connectMicroservice({ strategy: app.get<CustomTransportStrategy>(REQUEST_SERVER) });
  app.connectMicroservice({ strategy: app.get(BusServer) });
  await app.startAllMicroservices();
  await app.init();
};
