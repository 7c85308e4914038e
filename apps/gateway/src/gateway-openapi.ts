import 'reflect-metadata';
import type { OpenAPIObject } from '@nestjs/swagger';
import { endpoints } from './endpoints.js';
import { openApiDocument } from './openapi/document.js';

/** The contract of this edge, without starting it. */
export const gatewayOpenApi = (): OpenAPIObject => openApiDocument(endpoints());
