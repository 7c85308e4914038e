// Plays random worlds to a platform of their own (play.mjs).
//   node test/random-world/run.mjs [--decisions 5000] [--seed 1] [--tenants 1]      (after `npm run build`)
import { parseArgs } from 'node:util';
import { openPlatform } from './open.mjs';
import { play } from './play.mjs';

const { values } = parseArgs({
  options: {
    decisions: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    tenants: { type: 'string', default: '1' },
  },
});
const platform = await openPlatform();
const { lines, isRight } = await play(platform, {
  decisions: Number(values.decisions),
  seed: Number(values.seed),
  tenants: Number(values.tenants),
});
await platform.stop();
for (const line of lines) console.log(line);
process.exitCode = isRight ? 0 : 1;
