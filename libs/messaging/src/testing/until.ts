/** Waits for a condition, with a limit; the value that met it. */
export const until = async <T>(
  read: () => Promise<T> | T,
  isMet: (value: T) => boolean,
  withinMs = 10_000,
): Promise<T> => {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (isMet(value)) return value;
    if (Date.now() > end) throw new Error(`the condition was not met within ${String(withinMs)} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
