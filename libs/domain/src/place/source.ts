import { event, type KithEventOf } from '../events.js';
import type { SourceAccess, SourceHistory, SourceType } from '../words.js';
import { heldAt, withStatement, type PlaceStatement } from './statements.js';

/** One source, as far as deciding about what is seen of it needs to know it. */
export interface SourceState {
  /** What was said of it, oldest first. */
  readonly parents: readonly PlaceStatement[];
  readonly accesses: readonly PlaceStatement<SourceAccess>[];
  readonly histories: readonly PlaceStatement<SourceHistory>[];
  readonly name: string | null;
  /** Seen last. */
  readonly at: Date;
  /** Heard of first. */
  readonly since: Date;
}

/** A source was seen at that moment; null: nothing was said of that. */
export interface SourceSeen {
  readonly sourceId: string;
  readonly sourceType: SourceType;
  readonly platform: string;
  readonly externalId: string;
  readonly parentId: string | null;
  readonly access: SourceAccess | null;
  readonly history: SourceHistory | null;
  readonly name: string | null;
  readonly at: Date;
}

export type SourceEvent = KithEventOf<'SourceObserved'>;

/** Nothing else was said of that moment, or nothing is said now. */
const isHeld = <Word extends string>(
  statements: readonly PlaceStatement<Word>[],
  seen: Word | null,
  at: Date,
): boolean => {
  if (seen === null) return true;
  const held = heldAt(statements, at.toISOString());
  return held.length === 1 && held[0] === seen;
};

const isAsKnown = (state: SourceState, seen: SourceSeen): boolean =>
  seen.at >= state.since &&
  isHeld(state.parents, seen.parentId, seen.at) &&
  isHeld(state.accesses, seen.access, seen.at) &&
  isHeld(state.histories, seen.history, seen.at) &&
  (seen.name === null || seen.name === state.name);

/** Records a source at its first sight, and again where something else is said of it than was known. */
export const observeSource = (seen: SourceSeen, state: SourceState | null): readonly SourceEvent[] =>
  state !== null && isAsKnown(state, seen) ? [] : [event('SourceObserved', { ...seen }, seen.at)];

/** It was seen as it is known to be: no event says so, and it is known to stand so until then. */
export const seenAgain = (state: SourceState, at: Date): SourceState =>
  at > state.at ? { ...state, at } : state;

export const evolveSource = (state: SourceState | null, { data }: SourceEvent): SourceState => {
  const { parentId, access, history, name, at } = data;
  const isNewer = state === null || at >= state.at;
  return {
    parents: withStatement(state?.parents ?? [], parentId, at, null),
    accesses: withStatement(state?.accesses ?? [], access, at, null),
    histories: withStatement(state?.histories ?? [], history, at, null),
    name: isNewer ? (name ?? state?.name ?? null) : state.name,
    at: isNewer ? at : state.at,
    since: state && state.since < at ? state.since : at,
  };
};
