/** What the edge writes: one line per fact, fields and no prose. A pino logger is one. */
export interface GatewayLog {
  info(fields: Readonly<Record<string, unknown>>): void;
  warn(fields: Readonly<Record<string, unknown>>): void;
  error(fields: Readonly<Record<string, unknown>>): void;
}

/** `recall.js:48:22`, where it was thrown first. The message stands before the frames and may itself look like one. */
const framesOf = (error: Error): readonly string[] =>
  (error.stack ?? '')
    .slice(error.message.length)
    .split('\n')
    .flatMap(
      (line) =>
        /^\s{1,20}at .{0,400}?([^/\\()\s:]{1,200}\.[cm]?[jt]s:\d{1,9}:\d{1,9})\)?$/u.exec(line)?.[1] ?? [],
    )
    .slice(0, 6);

/** INVARIANT: the message of a foreign error stays out of the log, since it may quote a row or a request. */
export const faultFields = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { fault: typeof error };
  const code = (error as { readonly code?: unknown }).code;
  return { fault: error.name, ...(typeof code === 'string' ? { code } : {}), frames: framesOf(error) };
};
