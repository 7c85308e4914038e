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

/** What a thrown thing says, as one line. `fetch` says nothing itself (`fetch failed`): what befell it is its cause. */
export const causeOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return String(thrown);
  const inner = thrown.cause instanceof Error ? thrown.cause.message || thrown.cause.name : '';
  const [first, second] = thrown instanceof TypeError ? [inner, thrown.message] : [thrown.message, inner];
  return (first || second || thrown.name).split('\n')[0] ?? thrown.name;
};
