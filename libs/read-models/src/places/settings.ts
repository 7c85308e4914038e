import type { Setting, SourceAccess, SourceHistory, SourceType } from '#domain';
import { heldAt, type PlaceStatement } from '#domain';

/** What a setting follows from: what was said of the place itself. */
export interface PlaceStatements {
  readonly source_id: string;
  readonly source_type: SourceType;
  readonly parents: readonly PlaceStatement[];
  readonly accesses: readonly PlaceStatement<SourceAccess>[];
  readonly histories: readonly PlaceStatement<SourceHistory>[];
}

/** How a place stood for a half-open stretch of time; null is without end on that side. Times are ISO. */
export interface Piece extends Setting {
  readonly from: string | null;
  readonly to: string | null;
  /** Nobody said yet what this thread hangs under. */
  readonly isStray: boolean;
}
type Stood = Omit<Piece, 'from' | 'to'>;

/**
 * INVARIANT: a thread of which it is not known what it hangs under may hang under a dm, or a restricted channel: it is for
 * its own participants alone. Of one whose workspace is known it can be said that it is open.
 */
const isStrayThread = (
  type: SourceType,
  given: SourceAccess | null,
  parent: { readonly type: SourceType; readonly stood: Stood } | null,
): boolean =>
  type === 'thread' &&
  (parent === null || parent.stood.isStray || (parent.type === 'workspace' && given === null));

/** The stricter of what is said of the place and of what it hangs under. Who is in a dm reads it, and nobody else. */
const accessOf = (
  type: SourceType,
  given: SourceAccess | null,
  parent: { readonly type: SourceType; readonly stood: Stood } | null,
): SourceAccess => {
  if (type === 'workspace') return given ?? 'open';
  if (type === 'dm') return 'restricted';
  // A group that belongs to no workspace is its members' alone, unless its adaptor says otherwise.
  if (parent === null) return given ?? 'restricted';
  if (parent.type === 'workspace') return given ?? 'open';
  if (type === 'thread' && parent.stood.access === 'restricted') return 'restricted';
  return given ?? parent.stood.access;
};

const historyOf = (
  given: SourceHistory | null,
  access: SourceAccess,
  isApart: boolean,
  parent: { readonly type: SourceType; readonly stood: Stood } | null,
  type: SourceType,
  workspaceId: string | null,
): SourceHistory => {
  if (given !== null) return given;
  if (type === 'thread' && parent !== null && !isApart && parent.type !== 'workspace')
    return parent.stood.history;
  return access === 'open' && workspaceId !== null ? 'visible' : 'since_joining';
};

interface Under {
  readonly type: SourceType;
  readonly sourceId: string;
  readonly stood: Stood;
}

const standing = (
  { source_id: sourceId, source_type: type }: PlaceStatements,
  given: SourceAccess | null,
  history: SourceHistory | null,
  parent: Under | null,
): Stood => {
  const isStray = isStrayThread(type, given, parent);
  const access = isStray ? 'restricted' : accessOf(type, given, parent);
  const isApart = type === 'thread' && (isStray || given === 'restricted');
  const isThread = type === 'thread' && parent !== null;
  const workspaceId = type === 'workspace' ? sourceId : (parent?.stood.workspaceId ?? null);
  const isUnderPlace = isThread && parent.type !== 'workspace';
  return {
    sourceId,
    access,
    history: historyOf(history, access, isApart, parent, type, workspaceId),
    threadOf: isThread ? parent.sourceId : null,
    isApart,
    workspaceId,
    rootId: isUnderPlace ? parent.stood.rootId : isThread ? parent.sourceId : sourceId,
    rootType: isUnderPlace ? parent.stood.rootType : isThread ? parent.type : type,
    isStray,
  };
};

/** Of ways to read what people said at one moment the one by which the fewest may hear it. */
const strictness = (stood: Stood): readonly (boolean | string)[] => [
  stood.isStray,
  stood.access === 'restricted',
  stood.isApart,
  stood.rootType === 'dm',
  stood.history === 'since_joining',
  stood.rootId,
  stood.threadOf ?? '',
];

const stricter = (a: Stood, b: Stood): Stood => {
  const [left, right] = [strictness(a), strictness(b)];
  const at = left.findIndex((value, index) => value !== right[index]);
  return at < 0 || (left[at] ?? '') > (right[at] ?? '') ? a : b;
};

const strictestOf = <Word>(words: readonly (Word | null)[], strictest: Word): Word | null =>
  words.includes(strictest) ? strictest : (words[0] ?? null);

/** Above it at some time: the place, and how it stood when. */
export interface Above {
  readonly type: SourceType;
  readonly pieces: readonly Piece[];
}

const withoutTimes = ({ from: _from, to: _to, ...stood }: Piece): Stood => stood;

export const isSameSetting = (a: Setting | null, b: Setting | null): boolean =>
  a === null || b === null ? a === b : a.sourceId === b.sourceId && isSameStanding(a, b);

const isSameStanding = (a: Omit<Setting, 'sourceId'>, b: Omit<Setting, 'sourceId'>): boolean =>
  a.access === b.access &&
  a.history === b.history &&
  a.threadOf === b.threadOf &&
  a.isApart === b.isApart &&
  a.workspaceId === b.workspaceId &&
  a.rootId === b.rootId &&
  a.rootType === b.rootType;

export const isSamePieces = (a: readonly Piece[], b: readonly Piece[]): boolean =>
  a.length === b.length &&
  a.every((piece, index) => {
    const other = b[index];
    return (
      other !== undefined &&
      piece.from === other.from &&
      piece.to === other.to &&
      piece.isStray === other.isStray &&
      isSameStanding(piece, other)
    );
  });

/** That a thread is somewhere in a workspace is no more than silence about it, until the place is named that it hangs under. */
const parentsOf = (
  told: PlaceStatements,
  above: (sourceId: string) => Above | null,
): readonly PlaceStatement[] => {
  const isPlace = ({ is }: PlaceStatement): boolean => is !== null && above(is)?.type !== 'workspace';
  const isSilent = told.source_type === 'thread' && told.accesses.every(({ is }) => is === null);
  const first = isSilent ? told.parents.findIndex(isPlace) : 0;
  return told.parents.slice(Math.max(first, 0));
};

/** How a place stood at any time, by what was said of it and of whatever it ever hung under. */
export const piecesOf = (
  told: PlaceStatements,
  above: (sourceId: string) => Above | null,
): readonly Piece[] => {
  const parents = parentsOf(told, above);
  const parentIds = [...new Set(parents.flatMap(({ is }) => is ?? []))];
  const changes = [
    ...[parents, told.accesses, told.histories].flatMap((statements) =>
      statements.slice(1).map(({ at }) => at),
    ),
    ...parentIds.flatMap((id) => (above(id)?.pieces ?? []).flatMap(({ from }) => from ?? [])),
  ];
  const stoodAt = (at: string | null): Stood => {
    const given = strictestOf(heldAt(told.accesses, at), 'restricted');
    const history = strictestOf(heldAt(told.histories, at), 'since_joining');
    const ways = heldAt(parents, at).map((parentId): Stood => {
      const parent = parentId === null ? null : above(parentId);
      const stood = parent?.pieces.findLast(({ from }) => from === null || (at !== null && from <= at));
      return standing(
        told,
        given,
        history,
        parentId !== null && parent && stood
          ? { type: parent.type, sourceId: parentId, stood: withoutTimes(stood) }
          : null,
      );
    });
    return ways.reduce(stricter);
  };
  const pieces: Piece[] = [];
  for (const from of [null, ...[...new Set(changes)].sort()]) {
    const stood = stoodAt(from);
    const last = pieces.at(-1);
    if (last && isSameStanding(last, stood) && last.isStray === stood.isStray) continue;
    if (last) pieces[pieces.length - 1] = { ...last, to: from };
    pieces.push({ ...stood, from, to: null });
  }
  return pieces;
};
