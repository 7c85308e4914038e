/** What does not hold yet, as it stands today: a fault that is gone or a new one fails the suite. */
export const knownFaults: Readonly<Record<string, readonly string[]>> = {};
