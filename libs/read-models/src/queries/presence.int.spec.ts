import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Database, Sql, SqlParameter } from '#database';
import { derivedId } from '#domain';
import { eventLogMigrations } from '#event-log';
import type { Place, Reader, Stretch } from '#policy';
import { proofCases, testDatabase } from '#testing';
import { readModelMigrations } from '../index.js';
import { togetherIn } from './presence.js';

const tenantId = 'default';
const id = (name: string): string => derivedId('presence', name);
const at = (tick: number): Date => new Date(Date.UTC(2026, 4, 1) + tick * 1_000);
const ticks = Array.from({ length: 26 }, (_, index) => index - 1);
const now = 16;

interface Stay {
  readonly where: string;
  readonly who: string;
  readonly from: number;
  readonly to: number | null;
}

const place = (sourceId: string, ...readAbove: readonly string[]): Place => ({
  sourceId: id(sourceId),
  type: 'group',
  access: 'restricted',
  threadOf: null,
  isApart: false,
  readerSourceIds: [sourceId, ...readAbove].map(id),
  workspaceId: null,
  hasHidden: true,
});

const participant: Reader = { cluster: [id('somebody')], isParticipant: true };

const isThere = ({ from, to }: Stay, tick: number): boolean => from <= tick && (to === null || tick < to);

describe('who was there together', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
  });
  afterAll(() => database.close());
  beforeEach(() => database.query('truncate source_participants, entities'));

  const known = (names: readonly string[], type = 'human') =>
    database.query(
      `insert into entities (entity_id, tenant_id, entity_type, created_at, updated_at)
       select id, $2, $4, $3, $3 from unnest($1::uuid[]) as made(id)`,
      [names.map(id), tenantId, at(0), type],
    );
  const stayed = (stays: readonly Stay[]) =>
    database.query(
      `insert into source_participants (source_id, entity_id, tenant_id, role, active_from, active_to)
       select source_id, entity_id, $1, 'member', active_from, active_to
       from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[]) as made(source_id, entity_id, active_from, active_to)`,
      [
        tenantId,
        stays.map(({ where }) => id(where)),
        stays.map(({ who }) => id(who)),
        stays.map(({ from }) => at(from)),
        stays.map(({ to }) => (to === null ? null : at(to))),
      ],
    );
  const told = (stretches: readonly Stretch[]): readonly number[] =>
    ticks.filter((tick) =>
      stretches.some(({ from, to }) => (from === null || from <= at(tick)) && (to === null || at(tick) < to)),
    );

  const people = ['ada', 'bo', 'cleo', 'dag', 'eve', 'finn'];
  const agents = ['helper'];
  /** Where somebody goes in and out, in the order of time; an odd number of moments leaves them there. */
  const comings = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { maxLength: 5 });
  const world = fc.record({
    roster: fc.array(
      fc.record({
        who: fc.constantFrom(...people, ...agents),
        where: fc.constantFrom('room', 'room', 'hall'),
        moments: fc.oneof(
          fc.integer({ min: 0, max: now }).map((from) => [from]),
          comings,
        ),
      }),
      { maxLength: 9 },
    ),
    viewer: fc.subarray(people, { maxLength: 2 }),
    named: fc.array(fc.subarray(people, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
    shape: fc.constantFrom('room', 'thread', 'apart'),
  });
  const staysOf = (roster: readonly { who: string; where: string; moments: readonly number[] }[]): Stay[] =>
    [...new Map(roster.map((one) => [`${one.who} ${one.where}`, one])).values()].flatMap(
      ({ who, where, moments }) => {
        const sorted = moments.toSorted((a, b) => a - b);
        return sorted.flatMap((from, index) =>
          index % 2 === 0 ? [{ who, where, from, to: sorted[index + 1] ?? null }] : [],
        );
      },
    );

  it('is told as counting tells it, whoever left, came back, will come, will leave or is linked', async () => {
    await known(people);
    await known(agents, 'agent');
    const seen = { some: 0, none: 0 };
    for (const { roster, viewer, named, shape } of fc.sample(world, {
      numRuns: proofCases(600, 150),
      seed: 8,
    })) {
      const stays = staysOf(roster);
      await database.query('delete from source_participants');
      await stayed(stays);
      const readIn = shape === 'thread' ? ['room', 'hall'] : ['room'];
      const clusters = [...(viewer.length === 0 ? [] : [viewer]), ...named];
      const counted = (places: readonly string[]): readonly number[] => {
        const present = people.filter(
          (name) =>
            !viewer.includes(name) &&
            stays.some((stay) => stay.who === name && readIn.includes(stay.where) && isThere(stay, now)),
        );
        const readers = [...clusters, ...present.map((name) => [name])];
        if (readers.length === 0) return [];
        return ticks.filter((tick) =>
          readers.every((cluster) =>
            stays.some(
              (stay) => cluster.includes(stay.who) && places.includes(stay.where) && isThere(stay, tick),
            ),
          ),
        );
      };
      const together = await togetherIn(database, {
        place: shape === 'thread' ? place('room', 'hall') : place('room'),
        above: shape === 'apart' ? place('hall') : null,
        viewer: viewer.map(id),
        audience: [participant, ...named.map((cluster) => ({ cluster: cluster.map(id) }))],
        now: at(now),
      });
      const expected = {
        here: counted(readIn),
        above: counted(shape === 'apart' ? ['room', 'hall'] : readIn),
      };
      seen[expected.here.length > 0 ? 'some' : 'none'] += 1;
      expect([stays, viewer, named, shape, told(together.here), told(together.above)]).toEqual([
        stays,
        viewer,
        named,
        shape,
        expected.here,
        expected.above,
      ]);
    }
    expect(Math.min(seen.some, seen.none)).toBeGreaterThan(25);
  });

  /** Rows of the roster that the statement read, as the engine counts them. */
  const readRows = async (statement: string, parameters: readonly SqlParameter[]): Promise<number> => {
    const [row] = await database.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${statement}`,
      parameters,
    );
    return row === undefined ? Number.NaN : rosterRows(row['QUERY PLAN'].map(({ Plan }) => Plan));
  };

  it.each(['', 'analyze'])('is known of 5,000 by looking at a handful (%s)', async (upkeep) => {
    const many = Array.from({ length: 5_000 }, (_, index) => `p${String(index)}`);
    await known(many);
    await stayed(many.map((who, index) => ({ who, where: 'room', from: index % 5, to: null })));
    await known(['back', 'gone', 'new']);
    await stayed([
      { who: 'new', where: 'room', from: 6, to: null },
      { who: 'back', where: 'room', from: 5, to: 8 },
      { who: 'back', where: 'room', from: 9, to: null },
      { who: 'gone', where: 'room', from: 10, to: 11 },
    ]);
    if (upkeep !== '') await database.query('analyze');
    const asked: (readonly [string, readonly SqlParameter[]])[] = [];
    const sql: Sql = {
      query: (statement, parameters) => {
        asked.push([statement, parameters ?? []]);
        return database.query(statement, parameters);
      },
    };
    const { here } = await togetherIn(sql, {
      place: place('room'),
      above: null,
      viewer: [id('p7')],
      audience: [participant],
      now: at(now),
    });
    expect(here).toEqual([
      { from: at(9), to: null },
      { from: at(6), to: at(8) },
    ]);
    const [[statement, parameters] = ['', []]] = asked;
    expect(await readRows(statement, parameters)).toBeLessThan(30);
  });
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const rosterRows = (nodes: readonly PlanNode[]): number =>
  nodes.reduce((sum, node) => {
    const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    return sum + (node['Relation Name'] === 'source_participants' ? rows : 0) + rosterRows(node.Plans ?? []);
  }, 0);
