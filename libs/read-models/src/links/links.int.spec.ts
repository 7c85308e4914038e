import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '#database';
import { derivedId, event, type Actor, type KithEvent } from '#domain';
import { eventLogMigrations, PostgresEventLog } from '#event-log';
import { proofCases, testDatabase } from '#testing';
import { clusterOf, clustersOf, dropLinks, projections, readModelMigrations } from '../index.js';
import { groupsOf } from './clusters.js';

const tenantId = 'default';
const at = new Date(Date.UTC(2026, 0, 1));
const by: Actor = { kind: 'operator', id: 'k1', viewerId: null };
const person = (name: string): string => derivedId('person', name);
const linkId = (one: string, other: string): string => derivedId('link', ...[one, other].sort());

const proposed = (from: string, to: string): KithEvent =>
  event(
    'LinkProposed',
    {
      linkId: linkId(from, to),
      fromId: person(from),
      toId: person(to),
      confidence: 0.8,
      isStrong: false,
      conflict: null,
      evidence: [],
      by,
    },
    at,
  );
const decided = (type: 'LinkApproved' | 'LinkReverted', from: string, to: string): KithEvent =>
  event(type, { linkId: linkId(from, to), by, note: null }, at);

type Step = readonly [from: string, to: string, isOn: boolean];
const eventsOf = (steps: readonly Step[]): readonly KithEvent[] =>
  steps.flatMap(([from, to, isOn]) =>
    isOn ? [proposed(from, to), decided('LinkApproved', from, to)] : [decided('LinkReverted', from, to)],
  );

/** By walking, from everybody anew. */
const reached = (steps: readonly Step[], from: string): readonly string[] => {
  const on = new Map(
    steps.map(([one, other, isOn]) => [linkId(one, other), isOn ? [one, other] : null] as const),
  );
  const active = [...on.values()].filter((pair) => pair !== null);
  const found = new Set([from]);
  for (const name of found)
    for (const pair of active) if (pair.includes(name)) for (const other of pair) found.add(other);
  return [...found].map(person).sort();
};

describe('what links join', () => {
  let database: Database;
  let log: PostgresEventLog;
  beforeAll(async () => {
    database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
    log = new PostgresEventLog(database, projections, () => at);
  });
  afterAll(() => database.close());

  const append = (events: readonly KithEvent[]) =>
    log.write(tenantId, (writer) => writer.append([{ stream: 'link-test', events }], { actor: 'test' }));
  const rows = () => database.query('select entity_id, cluster_id from identity_clusters order by 1');
  const cleared = () => database.query('truncate identity_clusters, identity_links');

  it('is what walking from one to the next finds, whatever was taken back, in batches of any size, and after a rebuild', async () => {
    const names = ['ada', 'bo', 'cleo', 'dag', 'eva', 'finn', 'gil'];
    const step = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names), fc.boolean());
    const steps = fc.array(
      step.filter(([from, to]) => from !== to),
      { minLength: 1, maxLength: 14 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (all, batch) => {
        await cleared();
        const events = eventsOf(all);
        for (let from = 0; from < events.length; from += batch)
          await append(events.slice(from, from + batch));
        const clusters = await clustersOf(database, names.map(person));
        expect(clusters.map((cluster) => cluster[0])).toEqual(names.map(person));
        expect(clusters.map((cluster) => [...cluster].sort())).toEqual(
          names.map((name) => reached(all, name)),
        );
      }),
      { numRuns: proofCases(200, 15) },
    );
  }, 120_000);

  it('is nobody any more by a row that was let go of', async () => {
    await cleared();
    await append(eventsOf([['ada', 'bo', true]]));
    await append(eventsOf([['bo', 'cleo', true]]));
    await dropLinks(database, [linkId('ada', 'bo')]);
    expect(await clusterOf(database, person('ada'))).toEqual([person('ada')]);
    expect([...(await clusterOf(database, person('bo')))].sort()).toEqual(
      [person('bo'), person('cleo')].sort(),
    );
  });

  it('is the same after a rebuild', async () => {
    await append(
      eventsOf([
        ['gus', 'hana', true],
        ['hana', 'ida', true],
        ['ida', 'jo', true],
        ['hana', 'ida', false],
        ['jo', 'gus', true],
      ]),
    );
    await log.rebuild(() => undefined);
    const rebuilt = await rows();
    expect(new Set(await clusterOf(database, person('ida')))).toEqual(
      new Set(['ida', 'jo', 'gus', 'hana'].map(person)),
    );
    await append(
      eventsOf([
        ['jo', 'gus', false],
        ['jo', 'gus', true],
      ]),
    );
    expect(await rows()).toEqual(rebuilt);
  }, 120_000);

  it('is found quickly in a chain of a thousand, which is cut into two by taking back its middle', async () => {
    await cleared();
    const name = (index: number): string => `chain${String(index)}`;
    const chain = Array.from({ length: 999 }, (_, index): Step => [name(index), name(index + 1), true]);
    await append(eventsOf(chain));
    const started = performance.now();
    for (let round = 0; round < 10; round += 1)
      expect(await clusterOf(database, person(name(round * 100)))).toHaveLength(1_000);
    expect((performance.now() - started) / 10).toBeLessThan(100);
    await append(eventsOf([[name(400), name(401), false]]));
    const sizes = (await clustersOf(database, [person(name(0)), person(name(999))])).map(
      ({ length }) => length,
    );
    expect(sizes).toEqual([401, 599]);
  }, 60_000);

  it('is nothing more for a ring than for a chain', () => {
    const ring = [
      ['c', 'a'],
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ] as const;
    const joined = ring.map(([from_entity, to_entity]) => ({ from_entity, to_entity }));
    expect([...groupsOf(joined)].sort()).toEqual([
      ['a', 'a'],
      ['b', 'a'],
      ['c', 'a'],
    ]);
    expect(groupsOf([{ from_entity: 'a', to_entity: 'a' }]).size).toBe(0);
  });
});
