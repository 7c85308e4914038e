import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { Access } from '../auth/access.js';
import { docsPath } from './docs-page.js';
import type { GatewayLog } from '../telemetry/log.js';
import { EdgeMetrics } from '../telemetry/metrics.js';
import { observe } from './observe.js';
import { openApiDocument } from '../openapi/document.js';
import { Routes } from './routes.js';
import { guardBodies } from './server.js';
import { LOG } from '../tokens.js';

/** What stands before Nest's own routes; called once, before the app is initialised. */
export const prepareEdge = (app: NestFastifyApplication): void => {
  const server = app.getHttpAdapter().getInstance();
  const routes = app.get(Routes);
  guardBodies(server, routes, app.get(Access));
  observe(server, app.get<GatewayLog>(LOG), app.get(EdgeMetrics));
  SwaggerModule.setup(docsPath, app, openApiDocument(routes.endpoints), {
    customSiteTitle: 'Kith',
    raw: ['json'],
  });
};
