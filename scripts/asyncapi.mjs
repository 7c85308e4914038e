// Writes docs/asyncapi.yaml from the built ingest: `npm run build && node scripts/asyncapi.mjs`.
import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { asyncApiDocument } from '../dist/apps/ingest/src/asyncapi/asyncapi.js';

await writeFile('docs/asyncapi.yaml', stringify(asyncApiDocument(), { aliasDuplicateObjects: false }));
