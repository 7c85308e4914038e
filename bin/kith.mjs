#!/usr/bin/env node
// `npx kith` in a checkout: what is older than its source is compiled first.
import { build } from '../scripts/build.mjs';

await build();
await import('../dist/apps/cli/src/main.js');
