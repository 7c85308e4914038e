import { describe, expect, it } from '@jest/globals';
import type { SourceAccess, SourceType } from '#domain';
import { piecesOf, type Above, type Piece, type PlaceStatements } from './settings.js';
import { heldAt, withStatement, type PlaceStatement } from '#domain';

const at = (minute: number): string => new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString();
const said = <Word extends string>(
  ...pairs: readonly (readonly [number, Word | null])[]
): readonly PlaceStatement<Word>[] => pairs.map(([minute, is]) => ({ at: at(minute), is }));

const told = (
  source_id: string,
  source_type: SourceType,
  more: Partial<PlaceStatements> = {},
): PlaceStatements => ({
  source_id,
  source_type,
  parents: [],
  accesses: [],
  histories: [],
  ...more,
});
/** Each place behind what it hangs under. */
const standing = (...places: readonly PlaceStatements[]): ReadonlyMap<string, readonly Piece[]> => {
  const known = new Map<string, Above>();
  for (const place of places)
    known.set(place.source_id, {
      type: place.source_type,
      pieces: piecesOf(place, (id) => known.get(id) ?? null),
    });
  return new Map([...known].map(([id, { pieces }]) => [id, pieces]));
};
const w = told('w', 'workspace', { parents: said([0, null]) });
const channelOf = (
  id: string,
  ...accesses: readonly (readonly [number, SourceAccess | null])[]
): PlaceStatements => told(id, 'group', { parents: said([0, 'w']), accesses: said(...accesses) });
const shortly = (pieces: readonly Piece[] = []) =>
  pieces.map(({ from, access, history, threadOf }) => [
    from?.slice(14, 16) ?? null,
    access,
    history,
    threadOf,
  ]);

describe('how a place stood', () => {
  it('in a workspace is open and shown, until somebody says otherwise, and only from then on', () =>
    expect(shortly(standing(w, channelOf('c', [0, null], [5, 'restricted'])).get('c'))).toEqual([
      [null, 'open', 'visible', null],
      ['05', 'restricted', 'since_joining', null],
    ]));
  it('was always as it was said to be at first', () =>
    expect(shortly(standing(w, channelOf('c', [5, 'restricted'])).get('c'))).toEqual([
      [null, 'restricted', 'since_joining', null],
    ]));
  it('of no workspace is closed, unless its adaptor says open, and even then shows newcomers nothing', () => {
    const group = (...accesses: readonly (readonly [number, SourceAccess | null])[]) =>
      shortly(
        standing(told('g', 'group', { parents: said([0, null]), accesses: said(...accesses) })).get('g'),
      );
    expect(group([0, null])).toEqual([[null, 'restricted', 'since_joining', null]]);
    expect(group([0, 'open'])).toEqual([[null, 'open', 'since_joining', null]]);
  });
  it('was of no workspace before it was taken into one', () =>
    expect(shortly(standing(w, told('g', 'group', { parents: said([0, null], [5, 'w']) })).get('g'))).toEqual(
      [
        [null, 'restricted', 'since_joining', null],
        ['05', 'open', 'visible', null],
      ],
    ));
  it('follows what it hung under then', () => {
    const thread = told('t', 'thread', { parents: said([2, 'closed'], [6, 'open']) });
    const places = standing(
      w,
      channelOf('closed', [0, 'restricted'], [4, 'open']),
      channelOf('open', [0, null]),
      thread,
    );
    expect(shortly(places.get('t'))).toEqual([
      [null, 'restricted', 'since_joining', 'closed'],
      ['04', 'open', 'visible', 'closed'],
      ['06', 'open', 'visible', 'open'],
    ]);
  });
  it('of a thread said to be restricted is for its own people, whatever it hangs under', () => {
    const [piece] =
      standing(
        w,
        channelOf('c', [0, null]),
        told('t', 'thread', { parents: said([0, 'c']), accesses: said([0, 'restricted']) }),
      ).get('t') ?? [];
    expect(piece).toMatchObject({
      isApart: true,
      access: 'restricted',
      history: 'since_joining',
      threadOf: 'c',
    });
  });
  it('of a thread of nothing known is that of a stray, until it is told what it hangs under', () => {
    const stray = (...parents: readonly (readonly [number, string])[]) =>
      standing(w, channelOf('c', [0, null]), told('t', 'thread', { parents: said(...parents) })).get('t');
    expect(stray()).toMatchObject([{ isStray: true, isApart: true, access: 'restricted' }]);
    expect(stray([2, 'w'])).toMatchObject([{ isStray: true, access: 'restricted' }]);
    expect(stray([2, 'w'], [5, 'c'])).toMatchObject([{ isStray: false, access: 'open', threadOf: 'c' }]);
  });
  it('of a thread of a dm is that of the dm, whatever is said of it', () => {
    const thread = told('t', 'thread', { parents: said([0, 'd']), accesses: said([0, 'open']) });
    expect(standing(told('d', 'dm', { parents: said([0, null]) }), thread).get('t')).toMatchObject([
      { access: 'restricted', rootType: 'dm', history: 'since_joining' },
    ]);
  });
  it('is the stricter where two things were said of one moment', () => {
    const thread = told('t', 'thread', { parents: said([2, 'closed'], [2, 'open']) });
    for (const parents of [thread.parents, thread.parents.toReversed()])
      expect(
        shortly(
          standing(w, channelOf('closed', [0, 'restricted']), channelOf('open', [0, null]), {
            ...thread,
            parents,
          }).get('t'),
        ),
      ).toEqual([[null, 'restricted', 'since_joining', 'closed']]);
  });
});

describe('what was said of a place', () => {
  const add = (
    statements: readonly PlaceStatement[],
    is: string | null,
    minute: number,
    confirmed: number | null = null,
  ) =>
    withStatement(statements, is, new Date(at(minute)), confirmed === null ? null : new Date(at(confirmed)));
  it('is the same in any order of arrival', () => {
    const forth = add(add(add([], null, 1), 'a', 3), 'b', 5);
    const back = add(add(add([], 'b', 5), 'a', 3), null, 1);
    expect(forth).toEqual(back);
    expect([0, 2, 3, 4, 5].map((minute) => heldAt(forth, at(minute)))).toEqual([
      [null],
      [null],
      ['a'],
      ['a'],
      ['b'],
    ]);
  });
  it('counts silence the first time only', () =>
    expect(heldAt(add(add([], 'a', 1), null, 3), at(4))).toEqual(['a']));
  it('is contested where it is told late of a time in which the other was confirmed since', () => {
    expect(heldAt(add(said([1, 'a']), 'b', 3, 5), at(4))).toEqual(['a', 'b']);
    expect(heldAt(add(said([1, 'a']), 'b', 6, 5), at(7))).toEqual(['b']);
    expect(heldAt(add(add(said([1, 'a']), 'b', 3, 5), 'a', 8), at(9))).toEqual(['a']);
  });
});
