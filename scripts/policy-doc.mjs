// Writes docs/policy.md from the compiled rules: `npm run build && node scripts/policy-doc.mjs`.
import { writeFile } from 'node:fs/promises';
import { policyDocument } from '../dist/libs/policy/src/document.js';

await writeFile(new URL('../docs/policy.md', import.meta.url), policyDocument());
