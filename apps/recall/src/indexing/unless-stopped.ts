/** What the work comes to, or a rejection as soon as the signal says stop: nobody waits for what hangs. Leaves nothing listening. */
export const unlessStopped = async <Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> => {
  const settled = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new Error('stopped'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    settled.abort();
  }
};
