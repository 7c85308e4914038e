import type { TokenCheck } from './verification/token-check.js';
import type { CommandOptions } from './command-options.js';
import type { EventLog } from '#event-log';
import type { MemoryIndex } from '#memory-index';
import type { MessageBus } from '#messaging';

/** What the functions of ingest are given. */
export interface IngestPorts extends CommandOptions {
  readonly log: EventLog;
  readonly bus: MessageBus;
  readonly index: MemoryIndex;
  readonly tokens: TokenCheck;
  readonly isExtractionEnabled: boolean;
  /** Where the embedded engine keeps its files; null where it keeps none. */
  readonly folder: string | null;
  readonly onError: (error: unknown) => void;
}
export const INGEST_PORTS = Symbol('IngestPorts');
/** Makes ids that are not derived from anything. */
export const NEW_ID = Symbol('NewId');
