import type { Database } from '#database';
import type { Knobs } from '#domain';
import type { EventLog } from '#event-log';
import type { FactExtractor } from '#extraction';

export interface CommandOptions {
  readonly database: Database;
  readonly log: Pick<EventLog, 'write'>;
  readonly extractor: FactExtractor;
  readonly knobs: Knobs;
  readonly confidenceThreshold: number;
  readonly now: () => Date;
  readonly newId: () => string;
}
