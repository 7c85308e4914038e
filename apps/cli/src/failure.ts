/** Ends a command with one sentence. Code 2 is a mistake in how the command was called. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const usageError = (message: string): CommandError => new CommandError(message, 2);

/** What a thrown thing says about its cause, as one line; `fetch` hides it one level down. */
export const causeOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return String(thrown);
  const inner = thrown.cause instanceof Error ? thrown.cause.message || thrown.cause.name : '';
  return (inner || thrown.message || thrown.name).split('\n')[0] ?? thrown.name;
};
