import type { MemoryType, Sensitivity } from '#domain';
import type { Complement } from '../../grammar/object.js';
import type { Predicate, Tense } from '../../grammar/predicate.js';

/** A verb group with its complement, whoever it is about. */
export interface Saying {
  readonly p: Predicate;
  readonly c: Complement;
  /** The speaker about the speaker. */
  readonly self: boolean;
  /** Said of somebody who is certainly a person: mentioned, or known by name. */
  readonly told: boolean;
}

export interface Finding {
  readonly type: MemoryType;
  readonly confidence: number;
  readonly importance?: number;
  readonly topic?: string;
  readonly value?: string;
  readonly sensitivity?: Sensitivity;
  readonly portable?: boolean;
  /** Content, when it is not the verb group and its complement. */
  readonly content?: string;
  /** What spoke for and against a plain sentence. */
  readonly features?: readonly string[];
}

export interface Frame {
  readonly id: string;
  readonly verbs: readonly string[];
  readonly tenses?: readonly Tense[];
  /** Holds of people alone: an unknown capitalised subject may be taken for somebody. */
  readonly personal?: boolean;
  readonly find: (saying: Saying) => Finding | null;
}

export const now: readonly Tense[] = ['present', 'progressive', 'perfect', 'perfect-progressive'];
export const done: readonly Tense[] = ['past', 'perfect'];

/** A value as it is compared: without articles and case. */
export const valueOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^(?:a|an|the|my|our|some)\s+/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ (?:any ?more|any longer|now|nowadays|these days|at all)$/u, '');

/** True when it no longer, or never, holds: the opposite value on the same topic. */
export const isDenied = (p: Predicate): boolean =>
  p.negated || p.adverbs.includes('no longer') || p.adverbs.includes('never');
