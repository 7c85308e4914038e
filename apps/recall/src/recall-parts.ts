import type { AnsweringOptions } from './permitted/asking.js';
import type { IndexerOptions } from './indexing/indexer.js';

/** DI tokens of what the functions of recall are given. */
export const ANSWERING = Symbol('AnsweringOptions');
export const INDEXING = Symbol('IndexerOptions');
export type { AnsweringOptions, IndexerOptions };
