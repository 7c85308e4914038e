import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Database, Sql } from '#database';
import { defaultKnobs, derivedId, type Knobs } from '#domain';
import { eventLogMigrations } from '#event-log';
import { decide, type MemoryFacts, type MemorySource, type ReadRequest } from '#policy';
import { testDatabase } from '#testing';
import {
  contactsAmong,
  informed,
  loadReadRequest,
  readModelMigrations,
  type UnresolvedRequest,
} from '../index.js';

const tenantId = 'default';
const now = new Date(Date.UTC(2026, 4, 1));
const before = new Date(now.getTime() - 1_000);
const id = (name: string): string => derivedId('audience', name);
const people = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `p${String(index)}`);

describe('who reads along', () => {
  let database: Database;
  let asked: string[] = [];
  let sql: Sql;
  beforeAll(async () => {
    database = await testDatabase([...eventLogMigrations, ...readModelMigrations]);
    sql = {
      query: (statement, parameters) => {
        asked.push(statement);
        return database.query(statement, parameters);
      },
    };
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    for (const table of ['entities', 'sources', 'source_participants', 'identity_clusters', 'messages'])
      await database.query(`truncate ${table}`);
    asked = [];
  });

  const known = (names: readonly string[]) =>
    database.query(
      `insert into entities (entity_id, tenant_id, entity_type, created_at, updated_at)
       select id, $2, 'human', $3, $3 from unnest($1::uuid[]) as made(id)`,
      [names.map(id), tenantId, before],
    );
  const place = (name: string) =>
    database.query(
      `insert into sources (source_id, tenant_id, source_type, platform, external_id, access, history, is_apart, reader_source_ids, settings, root_id, created_at)
       values ($1, $2, 'group', 'chat', $3, 'open', 'visible', false, array[$1::uuid], $5::jsonb, $1, $4)`,
      [
        id(name),
        tenantId,
        name,
        before,
        JSON.stringify([
          {
            from: null,
            to: null,
            sourceId: id(name),
            access: 'open',
            history: 'visible',
            threadOf: null,
            isApart: false,
            workspaceId: null,
            rootId: id(name),
            rootType: 'group',
            isStray: false,
          },
        ]),
      ],
    );
  const stay = (name: string, names: readonly string[], until: Date | null = null) =>
    database.query(
      `insert into source_participants (source_id, entity_id, tenant_id, role, active_from, active_to)
       select $1, id, $2, 'member', $3, $5 from unnest($4::uuid[]) as made(id)`,
      [id(name), tenantId, before, names.map(id), until],
    );
  const link = (from: string, to: string) =>
    database.query('insert into identity_clusters (entity_id, cluster_id) values ($1, $3), ($2, $3)', [
      id(from),
      id(to),
      id(`${from}-${to}`),
    ]);
  const load = async (viewer: string, knobs: Partial<Knobs> = {}, added: readonly string[] = []) => {
    const asking: UnresolvedRequest = {
      tenantId,
      agent: 'default',
      principal: 'client',
      operation: 'recall',
      viewer: { entity_id: id(viewer) },
      place: { source_id: id('channel') },
      audience: added.map((name) => ({ entity_id: id(name) })),
      knobs: { ...defaultKnobs, ...knobs },
      now,
      asOf: null,
      requestedStatus: 'active',
    };
    return (await loadReadRequest(sql, asking)).request;
  };
  const source = (name: string): MemorySource => ({
    sourceId: id(name),
    type: 'group',
    access: 'open',
    history: 'visible',
    toldIn: id(name),
    heardIn: null,
    workspaceId: null,
  });
  const fact = (over: Partial<MemoryFacts> = {}): MemoryFacts => ({
    memoryId: id('fact'),
    tenantId,
    agentId: null,
    status: 'active',
    expiresAt: null,
    scope: 'source_shared',
    sensitivity: 0,
    disclosure: 'public',
    portable: true,
    speakerId: id('p1'),
    ownerId: id('p1'),
    subjectIds: [id('p1')],
    withheldFromIds: [],
    observedAt: now,
    firstObservedAt: now,
    supersededAt: null,
    source: source('channel'),
    imported: false,
    ...over,
  });
  const elsewhere = (over: Partial<MemoryFacts> = {}): MemoryFacts =>
    fact({
      source: source('hall'),
      ...over,
    });
  const ruleOn = async (request: ReadRequest, facts: MemoryFacts) =>
    decide(await informed(sql, request, [facts]), facts).rule;

  it('is a handful of 3,000, and nobody but them is loaded', async () => {
    await known(people(3_000));
    await place('channel');
    await stay('channel', people(3_000));
    const request = await load('p0');
    expect(request.audience.length).toBeLessThan(4);
    expect(await ruleOn(request, fact())).toBe('same-place');
  });

  it('has everybody whom a fact is kept from, since when and by whichever account', async () => {
    await known([...people(300), 'elsewhere', 'twin']);
    await place('channel');
    await stay('channel', people(300));
    const request = await load('p0');
    expect(await ruleOn(request, fact({ withheldFromIds: [id('p299')] }))).toBe('withheld');
    expect(await ruleOn(request, fact({ withheldFromIds: [id('elsewhere')] }))).toBe('same-place');
    expect(await ruleOn(request, fact({ withheldFromIds: [id('twin')] }))).toBe('same-place');
    await link('twin', 'p298');
    expect(await ruleOn(request, fact({ withheldFromIds: [id('twin')] }))).toBe('withheld');
    // What is theirs is not kept from them.
    expect(await ruleOn(request, fact({ withheldFromIds: [id('twin')], ownerId: id('p298') }))).toBe(
      'same-place',
    );
  });

  it('asks for no contacts in private, in the place itself, of what stays there, or where nothing travels', async () => {
    await known(people(3));
    await place('channel');
    await stay('channel', people(3));
    const rows = [elsewhere(), fact()];
    const statements = async (request: ReadRequest, facts: readonly MemoryFacts[]) => {
      asked = [];
      await informed(sql, request, facts);
      return asked.length;
    };
    expect(await statements(await load('p0'), rows)).toBeGreaterThan(0);
    expect(await statements(await load('p0', { 'privacy.public_facts_travel': 'never' }), rows)).toBe(0);
    const request = await load('p0');
    expect(await statements({ ...request, place: null, audience: request.audience.slice(0, 1) }, rows)).toBe(
      0,
    );
    expect(
      await statements(request, [fact(), elsewhere({ sensitivity: 1 }), elsewhere({ portable: false })]),
    ).toBe(0);
    expect(await statements(request, [elsewhere({ disclosure: 'conversation_private' })])).toBe(0);
  });

  it('has contacts among more than 200 readers only in the place itself', async () => {
    await known([...people(300), 'outsider']);
    await place('channel');
    await place('hall');
    await stay('channel', people(300));
    await stay('hall', [...people(300), 'outsider']);
    const request = await load('p0');
    expect(await contactsAmong(sql, request, [id('p7'), id('outsider'), id('nobody')])).toEqual([id('p7')]);
    expect(await ruleOn(request, elsewhere({ subjectIds: [id('p7')] }))).toBe('shared-contacts');
    expect(await ruleOn(request, elsewhere({ subjectIds: [id('p7'), id('outsider')] }))).toBe('out-of-scope');
  });

  it('has as contacts whoever shares a place with each reader, as counting tells', async () => {
    const names = people(7);
    const sources = ['channel', 'hall', 'yard', 'attic'];
    await known(names);
    for (const name of sources) await place(name);
    const worlds = fc.sample(
      fc.record({
        stays: fc.array(fc.tuple(fc.constantFrom(...sources), fc.constantFrom(...names), fc.boolean()), {
          maxLength: 18,
        }),
        linked: fc.option(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names))),
        added: fc.subarray([...names], { maxLength: 2 }),
      }),
      { numRuns: 60, seed: 7 },
    );
    for (const { stays, linked, added } of worlds) {
      await database.query('truncate source_participants');
      await database.query('truncate identity_clusters');
      const live = new Map<string, Set<string>>(sources.map((name) => [name, new Set()]));
      const seen = new Set<string>();
      for (const [source, name, isOver] of stays) {
        if (seen.has(`${source} ${name}`)) continue;
        seen.add(`${source} ${name}`);
        await stay(source, [name], isOver ? now : null);
        if (!isOver) live.get(source)?.add(name);
      }
      if (linked && linked[0] !== linked[1]) await link(linked[0], linked[1]);
      const clusterOf = (name: string): readonly string[] =>
        linked?.includes(name) ? [...new Set([name, ...linked])] : [name];
      const readers = [...new Set(['p0', ...(live.get('channel') ?? []), ...added])];
      const meets = (name: string, reader: string): boolean =>
        [...live.values()].some(
          (inside) => inside.has(name) && clusterOf(reader).some((account) => inside.has(account)),
        );
      const expected = names.filter((name) => readers.every((reader) => meets(name, reader)));
      const request = await load('p0', {}, added);
      expect([stays, linked, added, await contactsAmong(sql, request, names.map(id))]).toEqual([
        stays,
        linked,
        added,
        expected.map(id),
      ]);
    }
  });
});
