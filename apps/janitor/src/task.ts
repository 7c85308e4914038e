import type { Database } from '#database';
import type { RunMaintenance } from '#contracts';
import type { EventLog } from '#event-log';
import type { MemoryIndex } from '#memory-index';
import type { Commands } from './commands.js';
import type { Tally } from './reports/tally.js';

/** One run of one task in one tenant. */
export interface Run {
  readonly runId: string;
  readonly tenantId: string;
  readonly isDryRun: boolean;
  /** A key, by its id, or the schedule. */
  readonly askedBy: string;
  readonly request: Pick<RunMaintenance, 'action' | 'older_than_days'>;
  readonly tally: Tally;
  /** Between two batches: what is found so far is written down. Throws where the process ends. */
  readonly breathe: () => Promise<void>;
}

export interface TaskParts {
  readonly database: Database;
  readonly log: Pick<EventLog, 'readStreams' | 'streamsBehind'>;
  readonly index: Pick<MemoryIndex, 'positions' | 'entriesBehind'>;
  readonly commands: Commands;
  readonly now: () => Date;
  /** Memories that an owner may hold; null: as many as they like. */
  readonly maxEntries: number | null;
}

/**
 * Decides by reading, and acts through commands.
 * INVARIANT: run twice, or again after it was cut short, it does what is left to be done; a dry run finds the same and changes
 * nothing.
 */
export type Task = (parts: TaskParts, run: Run) => Promise<void>;

/** Comes before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000';

/** So many are looked at at once. */
export const pageSize = 200;
/** So many are changed in one unit of work: with one connection, recall waits for its end. */
export const changedAtOnce = 50;
