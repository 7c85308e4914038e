#!/usr/bin/env node
// `npx kith` in a checkout: what is older than its source is compiled first.
import module from 'node:module';
import { build } from '../scripts/build.mjs';

// Node 22 keeps what it compiled, for the next call.
module.enableCompileCache?.();

await build();
await import('../dist/apps/cli/src/main.js');
