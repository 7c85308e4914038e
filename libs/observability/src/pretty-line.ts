import picocolors from 'picocolors';

const colors = picocolors.createColors(true);
const paint: Readonly<Record<string, (text: string) => string>> = {
  trace: colors.dim,
  debug: colors.dim,
  info: colors.green,
  warn: colors.yellow,
  error: colors.red,
  fatal: colors.red,
};

const brief = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** A JSON line of the log for a person at a terminal: time, level, event, then the fields. */
export const prettyLine = (line: string): string => {
  const { time, level, event, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const rest = Object.entries(fields).map(([name, value]) => `${colors.dim(`${name}=`)}${brief(value)}`);
  const word = brief(level);
  const clock = brief(time).slice(11, 23);
  return `${colors.dim(clock)} ${(paint[word] ?? String)(word.padEnd(5))} ${[colors.bold(brief(event)), ...rest].join(' ')}\n`;
};
