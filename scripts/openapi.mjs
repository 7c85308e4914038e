// Writes docs/openapi.json from the built gateway: `npm run build && node scripts/openapi.mjs`.
import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';

const { gatewayOpenApi } = await import('../dist/apps/gateway/src/index.js');
await writeFile('docs/openapi.json', `${JSON.stringify(gatewayOpenApi(), null, 1)}\n`);
