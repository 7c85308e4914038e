// Writes docs/topology.md from the table in libs/messaging: `npm run build && node scripts/topology.mjs`.
import { writeFile } from 'node:fs/promises';
import { topologyListing } from '../dist/libs/messaging/src/topology.js';

await writeFile(new URL('../docs/topology.md', import.meta.url), topologyListing());
