// Writes docs/settings.md from libs/config: `npm run build && node scripts/settings.mjs`.
import { writeFile } from 'node:fs/promises';
import { settingsListing } from '../dist/libs/config/src/settings-listing.js';

await writeFile(new URL('../docs/settings.md', import.meta.url), settingsListing());
