// Writes docs/topology.md, docs/examples/nats-server.conf and nats-compose.conf from the tables in libs/messaging: `npm run build && node scripts/topology.mjs`.
import { writeFile } from 'node:fs/promises';
import { natsComposeConfig, natsServerConfig } from '../dist/libs/messaging/src/permissions.js';
import { topologyListing } from '../dist/libs/messaging/src/topology.js';

await writeFile(new URL('../docs/topology.md', import.meta.url), topologyListing());
await writeFile(new URL('../docs/examples/nats-server.conf', import.meta.url), natsServerConfig());
await writeFile(new URL('../docs/examples/nats-compose.conf', import.meta.url), natsComposeConfig());
