/** What is read when somebody asks for the metrics: name, help, and the label by which it is told apart, if by any. */
export const gauges = {
  busWaiting: ['kith_bus_waiting', 'Messages on the bus that wait to be handled.', 'stream'],
  busOldest: ['kith_bus_oldest_age_seconds', 'Age of the oldest message that waits on the bus.', 'stream'],
  busParked: ['kith_bus_parked', 'Messages parked until somebody replays or discards them.', 'stream'],
  busParkedOldest: [
    'kith_bus_parked_oldest_age_seconds',
    'Time since the oldest of the parked messages was parked.',
    'stream',
  ],
  extractionWaiting: [
    'kith_extraction_waiting',
    'Messages that are recorded and wait for facts to be read from them.',
    null,
  ],
  extractionOldest: [
    'kith_extraction_oldest_age_seconds',
    'Time since the oldest message that waits for extraction was recorded.',
    null,
  ],
  reviewsWaiting: ['kith_reviews_waiting', 'Review items that wait for a person to decide, by kind.', 'kind'],
  reviewsOldest: [
    'kith_reviews_oldest_age_seconds',
    'Time since the oldest review item that waits was raised.',
    'kind',
  ],
  memories: ['kith_memories', 'Memories held, by status.', 'status'],
  indexRows: ['kith_index_rows', 'Rows of the memory index, by kind.', 'kind'],
  embeddingsWaiting: ['kith_embedding_waiting', 'Texts given to the embedder and not embedded yet.', null],
  vectorsMissing: [
    'kith_vectors_missing',
    'Rows of the index that are found by their words and wait for a vector, as far as they have been looked for.',
    null,
  ],
  logPosition: ['kith_log_position', 'Position of the newest event in the log.', null],
  logBytes: ['kith_log_size_bytes', 'Size of the event log on disk, its indexes included.', null],
  databaseBytes: ['kith_database_size_bytes', 'Size of the database on disk.', null],
} as const satisfies Readonly<Record<string, readonly [name: string, help: string, label: string | null]>>;

export type GaugeName = keyof typeof gauges;

/** One number, or one for each value of the gauge's label. A gauge that is left out could not be read. */
export type GaugeReadings = { readonly [Name in GaugeName]?: number | ReadonlyMap<string, number> };
