import { readConfig } from '#config';
import { startPlatform } from './start-platform.js';

const parsed = readConfig();
if (parsed.ok) await startPlatform({ config: parsed.config, endsOnSignals: true });
else {
  process.stderr.write(
    `The configuration has faults:\n${parsed.faults.map((fault) => `  ${fault}\n`).join('')}`,
  );
  process.exitCode = 2;
}
