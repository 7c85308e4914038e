// How good it is, in one table: `npm run quality [-- --only facts,verifier] [--json] [--check]`; --check fails where a figure is
// beyond its floor (floors.json).
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openExtractor } from '../../dist/libs/extraction/src/index.js';
import { sets } from './sets.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const floors = JSON.parse(readFileSync(new URL('./floors.json', import.meta.url), 'utf8'));
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const wanted = values.only?.split(',');
const measured = sets.filter(({ set }) => !wanted || wanted.some((name) => set.startsWith(name)));

/** `{ at_least }` or `{ at_most }`, or nothing. */
const floorOf = (set, figure) => floors[set]?.[figure] ?? {};
const isBeyond = (value, { at_least: least, at_most: most }) =>
  (least !== undefined && value < least) || (most !== undefined && value > most);
const shownFloor = ({ at_least: least, at_most: most }) =>
  least !== undefined ? `>= ${least}` : most !== undefined ? `<= ${most}` : '';

const rows = [];
for (const { set, measure } of measured)
  for (const { figure, value, of } of await measure()) {
    const floor = floorOf(set, figure);
    rows.push({ set, figure, value, of, floor: shownFloor(floor), beyond: isBeyond(value, floor) });
  }
// A floor of a figure that nobody measures holds nothing.
const unmeasured = measured.flatMap(({ set }) =>
  Object.keys(floors[set] ?? {})
    .filter((figure) => !rows.some((row) => row.set === set && row.figure === figure))
    .map((figure) => `${set}: ${figure}`),
);
const unknown = Object.keys(floors).filter((set) => !sets.some((one) => one.set === set));

if (values.json) console.log(JSON.stringify({ version, rows }));
else {
  const { version: reads } = openExtractor(null);
  console.log(
    `kith ${version}, ${reads}, ${new Date().toISOString().slice(0, 10)}, node ${process.version}\n`,
  );
  const width = (key) => Math.max(key.length, ...rows.map((row) => String(row[key]).length));
  const widths = { set: width('set'), figure: width('figure'), value: width('value'), of: width('of') };
  const line = ({ set, figure, value, of, floor, beyond }) =>
    [
      String(set).padEnd(widths.set),
      String(figure).padEnd(widths.figure),
      String(value).padStart(widths.value),
      String(of).padStart(widths.of),
      beyond ? `${floor}  BEYOND` : floor,
    ]
      .join('  ')
      .trimEnd();
  console.log(line({ set: 'set', figure: 'figure', value: 'value', of: 'of', floor: 'floor' }));
  rows.forEach((row, at) => console.log(line({ ...row, set: rows[at - 1]?.set === row.set ? '' : row.set })));
}
const faults = [
  ...rows
    .filter(({ beyond }) => beyond)
    .map(({ set, figure, value, floor }) => `${set}: ${figure} is ${value}, and should be ${floor}`),
  ...[...unmeasured, ...unknown].map((name) => `floors.json holds ${name}, which is not measured`),
];
if (values.check && faults.length > 0) {
  console.error(`\n${faults.join('\n')}`);
  process.exitCode = 1;
}
