import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '#database';
import { derivedId } from '#domain';
import { eventLogMigrations } from '#event-log';
import type { Place } from '#policy';
import { proofCases, testDatabase } from '#testing';
import { readModelMigrations } from '../index.js';
import { markOutside } from '../places/guests.js';
import { areAllMembers } from './guests.js';

const tenantId = 'default';
const id = (name: string): string => derivedId('guests', name);
const at = (tick: number): Date => new Date(Date.UTC(2026, 4, 1) + tick * 1_000);
const now = 10;

const place = (workspace: string | null, ...readIn: readonly string[]): Place => ({
  sourceId: id(readIn[0] ?? 'den'),
  type: 'group',
  access: 'restricted',
  threadOf: null,
  isApart: false,
  readerSourceIds: readIn.map(id),
  workspaceId: workspace === null ? null : id(workspace),
  hasHidden: true,
});

interface Stay {
  readonly where: string;
  readonly who: string;
  readonly from: number;
  readonly to: number | null;
}

describe('whether everybody who reads a place is a member of its workspace', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.query('truncate source_participants, entities, sources, identity_clusters');
    for (const [name, workspace, parent] of [
      ['house', 'house', null],
      ['den', 'house', 'house'],
      ['nook', 'house', 'den'],
      ['barn', 'barn', null],
    ] as const)
      await database.query(
        `insert into sources (source_id, tenant_id, source_type, platform, external_id, access, history, is_apart, reader_source_ids,
           root_id, created_at, workspace_id, parent_source_id)
         values ($1, $2, $3, 'chat', $4, 'restricted', 'since_joining', false, array[$1::uuid], $1, $5, $6, $7)`,
        [
          id(name),
          tenantId,
          parent === null ? 'workspace' : 'group',
          name,
          at(0),
          id(workspace),
          parent === null ? null : id(parent),
        ],
      );
  });

  const known = (names: readonly string[], type = 'human') =>
    database.query(
      `insert into entities (entity_id, tenant_id, entity_type, created_at, updated_at)
       select id, $2, $4, $3, $3 from unnest($1::uuid[]) as made(id)`,
      [names.map(id), tenantId, at(0), type],
    );
  const stayed = async (stays: readonly Stay[], isMarked = true) => {
    await database.query(
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
    if (isMarked) await markOutside(database, [...new Set(stays.map(({ who }) => id(who)))], []);
  };
  const link = (from: string, to: string) =>
    database.query('insert into identity_clusters (entity_id, cluster_id) values ($1, $3), ($2, $3)', [
      id(from),
      id(to),
      id(`${from}-${to}`),
    ]);
  const asked = (of: Place | null = place('house', 'den'), viewer: readonly string[] = ['ada']) =>
    areAllMembers(database, of, viewer.map(id), at(now));
  const always = (who: string, where: string): Stay => ({ who, where, from: 0, to: null });

  it('is told as counting tells it, whoever left, came back, will come or is linked', async () => {
    const people = ['ada', 'bo', 'cleo', 'dag'];
    await known(people);
    await known(['helper'], 'agent');
    const where = fc.constantFrom('house', 'house', 'den', 'den', 'nook', 'barn');
    const comings = fc.oneof(
      fc.integer({ min: 0, max: now }).map((from) => [from]),
      fc.uniqueArray(fc.integer({ min: 0, max: 14 }), { maxLength: 5 }),
    );
    const worlds = fc.record({
      roster: fc.uniqueArray(
        fc.record({ who: fc.constantFrom(...people, 'helper'), where, moments: comings }),
        { maxLength: 10, selector: (one) => `${one.who} ${one.where}` },
      ),
      linked: fc.option(fc.uniqueArray(fc.constantFrom(...people), { minLength: 2, maxLength: 2 })),
      shape: fc.constantFrom(['den'], ['nook', 'den']),
    });
    const seen = { yes: 0, no: 0 };
    for (const { roster, linked, shape } of fc.sample(worlds, { numRuns: proofCases(600, 150), seed: 4 })) {
      const stays = roster.flatMap(({ who, where: room, moments }) =>
        moments
          .toSorted((a, b) => a - b)
          .flatMap((from, index, sorted) =>
            index % 2 === 0 ? [{ who, where: room, from, to: sorted[index + 1] ?? null }] : [],
          ),
      );
      await database.query('truncate source_participants, identity_clusters');
      await stayed(stays);
      if (linked) await link(linked[0] ?? '', linked[1] ?? '');
      const isIn = (who: string, room: string): boolean =>
        stays.some(
          (stay) =>
            stay.who === who &&
            stay.where === room &&
            stay.from <= now &&
            (stay.to === null || now < stay.to),
        );
      const isMember = (who: string): boolean =>
        (linked?.includes(who) ? linked : [who]).some((one) => isIn(one, 'house'));
      const readers = people.filter((who) => who !== 'ada' && shape.some((room) => isIn(who, room)));
      const expected = readers.every(isMember);
      seen[expected ? 'yes' : 'no'] += 1;
      expect([stays, linked, shape, await asked(place('house', ...shape))]).toEqual([
        stays,
        linked,
        shape,
        expected,
      ]);
    }
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(25);
  });

  it('is not so of no place, of no workspace, nor of another workspace than the place lies in', async () => {
    await known(['ada', 'bo']);
    await stayed([always('bo', 'den'), always('bo', 'house'), always('bo', 'barn')]);
    expect(await asked()).toBe(true);
    expect(await asked(null)).toBe(false);
    expect(await asked(place(null, 'den'))).toBe(false);
    expect(await asked(place('barn', 'den'))).toBe(false);
  });

  it('is known anew when a place moves to another workspace, of what is below it too', async () => {
    await known(['ada', 'bo']);
    await stayed([always('bo', 'nook'), always('bo', 'house')]);
    expect(await asked(place('house', 'nook', 'den'))).toBe(true);
    await database.query('update sources set workspace_id = $1 where source_id = any($2::uuid[])', [
      id('barn'),
      [id('den'), id('nook')],
    ]);
    await markOutside(database, [], [id('den')]);
    expect(await asked(place('barn', 'nook', 'den'))).toBe(false);
  });

  it('is known of 5,000 members, and of 5,000 guests, by looking at none of them', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `p${String(index)}`);
    await known(many);
    await stayed(many.flatMap((who) => [always(who, 'den'), always(who, 'house')]));
    expect(await asked()).toBe(true);
    const [marked] = await database.query<{ count: string }>(
      'select count(*) from source_participants where outside_until is not null',
    );
    expect(Number(marked?.count)).toBe(0);
    await stayed(many.slice(0, 1).map((who) => always(who, 'nook')));
    expect(await asked(place('house', 'nook', 'den'))).toBe(true);
  });
});
