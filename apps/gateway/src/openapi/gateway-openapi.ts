import 'reflect-metadata';
import type { OpenAPIObject } from '@nestjs/swagger';
import { endpoints } from '../controllers/endpoints.js';
import { openApiDocument } from './document.js';

/** The contract of this edge, without starting it. */
export const gatewayOpenApi = (): OpenAPIObject => openApiDocument(endpoints());
