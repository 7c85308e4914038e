/** The stream of the log that holds all that befalls a message; of one whose place is not known yet, without it. */
export const messageStream = (sourceId: string | null, recordId: string): string =>
  sourceId === null ? `message-${recordId}` : `message-${sourceId}+${recordId}`;
