#!/usr/bin/env node
import { openHosting } from './hosting.js';
import { openTerminal } from './output/terminal.js';
import { run } from './program.js';
import { configured } from './settings.js';

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
// A reader that leaves early (`kith memories list | head`) is no fault.
process.stdout.on('error', (fault: NodeJS.ErrnoException) => process.exit(fault.code === 'EPIPE' ? 0 : 1));

process.exitCode = await run(process.argv.slice(2), {
  terminal: openTerminal(process),
  config: configured,
  signal: stopping.signal,
  hosting: openHosting,
});
