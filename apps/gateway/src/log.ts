/** What the edge writes: one line per fact, fields and no prose. A pino logger is one. */
export interface GatewayLog {
  info(fields: Readonly<Record<string, unknown>>): void;
  warn(fields: Readonly<Record<string, unknown>>): void;
  error(fields: Readonly<Record<string, unknown>>): void;
}

const framesOf = (error: Error): readonly string[] =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /u.test(line))
    .slice(0, 8)
    .map((line) => line.trim());

/** INVARIANT: the message of a foreign error stays out of the log, since it may quote a row or a request. */
export const faultFields = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { fault: typeof error };
  const code = (error as { readonly code?: unknown }).code;
  return { fault: error.name, ...(typeof code === 'string' ? { code } : {}), frames: framesOf(error) };
};
