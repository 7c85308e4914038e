import { pino, type Logger } from 'pino';
import { loggable, type LogFields } from './log-fields.js';
import { prettyLine } from './pretty-line.js';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** `<noun>.<past participle>`, or a longer path: `message.parked`. */
export type LogEvent = `${string}.${string}`;

const eventShape = /^[a-z][a-z\d]*(?:-[a-z\d]+)*(?:\.[a-z\d]+(?:-[a-z\d]+)*)+$/u;

/** One line per fact: what happened, in the past tense, and ids; never the text of a memory. */
export class Log {
  constructor(private readonly logger: Logger) {}

  /** A log whose every line carries these fields too. */
  with(fields: LogFields): Log {
    return new Log(this.logger.child(loggable(fields)));
  }
  debug(event: LogEvent, fields: LogFields = {}): void {
    this.write('debug', event, fields);
  }
  info(event: LogEvent, fields: LogFields = {}): void {
    this.write('info', event, fields);
  }
  warn(event: LogEvent, fields: LogFields = {}): void {
    this.write('warn', event, fields);
  }
  error(event: LogEvent, fields: LogFields = {}): void {
    this.write('error', event, fields);
  }
  fatal(event: LogEvent, fields: LogFields = {}): void {
    this.write('fatal', event, fields);
  }

  private write(level: Exclude<LogLevel, 'silent' | 'trace'>, event: LogEvent, fields: LogFields): void {
    if (!this.logger.isLevelEnabled(level)) return;
    this.logger[level]({ event: eventShape.test(event) ? event : 'event.misnamed', ...loggable(fields) });
  }
}

export interface LogOutput {
  readonly isTTY?: boolean | undefined;
  write(line: string): unknown;
}

export interface LogOptions {
  readonly level: LogLevel;
  /** Where lines go; standard output unless said otherwise. JSON, or one compact line for a reader at a terminal. */
  readonly output?: LogOutput;
  /** Fields of every line. */
  readonly fields?: LogFields;
}

export const createLog = ({ level, output = process.stdout, fields = {} }: LogOptions): Log => {
  const destination =
    output.isTTY === true
      ? { write: (line: string) => void output.write(prettyLine(line)) }
      : { write: (line: string) => void output.write(line) };
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return new Log(logger).with(fields);
};
