import type { Memory } from '#domain';
import type { StreamAppend } from '#event-log';
import type { ExtractedMessage } from '../../message-context/message-context.js';
import type { Touched } from '../../settle-topics/settle-topics.js';

/** What carrying out a directive does. */
export interface Effect {
  readonly appends: readonly StreamAppend[];
  readonly destroyed: readonly string[];
  readonly touched: readonly Touched[];
}

/** Who asks, and what they said by then. */
export interface Asking {
  readonly item: ExtractedMessage;
  readonly said: readonly Memory[];
  readonly cluster: readonly string[];
  /** What was held from this message before it was read again. */
  readonly toldBefore: ReadonlySet<string>;
}
