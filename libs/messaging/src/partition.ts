import { createHash } from 'node:crypto';
import { partitionCount } from './message-bus.js';

/** The partition of a key, the same on any machine and in any language. */
export const partitionOf = (key: string): number =>
  createHash('sha256').update(key).digest().readUInt16BE(0) % partitionCount;

/** `p07`: the last token of a subject and of a durable's name. */
export const partitionToken = (partition: number): string => `p${String(partition).padStart(2, '0')}`;
