import 'reflect-metadata';
import type { OpenAPIObject } from '@nestjs/swagger';
import { endpointsOf } from './endpoint.js';
import { controllers } from './gateway.module.js';
import { openApiDocument } from './openapi/document.js';

/** The contract of this edge, without starting it. */
export const gatewayOpenApi = (): OpenAPIObject => openApiDocument(endpointsOf(controllers));
