import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountEntityId, derivedId, event } from '#domain';
import type { Engines } from '#standalone';
import { tenantsKept } from '#read-models';
import { said, statement } from '../../libs/domain/src/testing/memories.js';
import { openEngines } from '../support/engines.js';
import { channel, dm, workspace, World } from '../support/world.js';
import { Operator } from './support.js';

const yard = workspace('yard');
const quay = channel('quay', yard);
const shed = channel('shed', yard, 'restricted');

const unconstrained = ['memories_known_scope', 'memories_global_is_public', 'memories_have_a_place'];

describe('the integrity of a store', () => {
  let world: World;
  let operator: Operator;
  let engines: Engines;
  let later = 0;
  beforeAll(async () => {
    world = await World.open(
      {},
      () => new Date(Date.now() + later),
      async (config, now) => (engines = await openEngines(config, now)),
    );
    operator = new Operator(world);
    await world.publish(
      world.joined('petra', quay),
      world.joined('juan', quay),
      world.joined('petra', shed),
      world.posted('petra', quay, 'I have a spaniel named Biscuit'),
      world.posted('petra', quay, 'I live in Ghent'),
      world.posted('juan', quay, 'Petra lives in Antwerp'),
      world.posted('petra', shed, 'I play the accordion'),
      world.posted('petra', dm('petra'), 'I am allergic to walnuts. Between us.'),
      world.posted('juan', dm('juan'), 'I work as a roofer'),
      world.posted('juan', quay, 'I need to fix the winch'),
    );
    await world.publish(
      world.posted('petra', quay, 'I live in Bruges now'),
      world.posted('petra', dm('petra'), 'You can tell Juan that I am allergic to walnuts'),
      world.posted('juan', dm('juan'), 'Forget that I work as a roofer'),
      world.edited('m-4', quay, 'I have a spaniel named Waffle'),
      world.renamed('juan', 'Juan R'),
    );
    const dearest = await operator.remember('chat', 'petra', 'Prefers letters', {
      memory_type: 'preference',
    });
    await world.call('PATCH', `/v1/memories/${dearest}`, { content: 'Prefers postcards' });
    await world.platform.settled(30_000);
    for (const name of unconstrained)
      await engines.database.query(`alter table memories drop constraint ${name}`);
  }, 120_000);
  afterAll(() => world.close());

  const idOf = async (content: string): Promise<string> => {
    const [row] = await engines.database.query<{ memory_id: string }>(
      `select memory_id from memories where content like $1 order by first_observed_at, memory_id`,
      [`%${content}%`],
    );
    if (!row) throw new Error(`nothing says ${content}`);
    return row.memory_id;
  };
  const rows = (): Promise<readonly object[]> =>
    engines.database.query('select * from memories order by memory_id');

  let whole: readonly object[];
  beforeEach(async () => {
    whole = await rows();
  });

  it('is found as it should be where nobody touched it', async () => {
    for (const task of ['integrity', 'reconcile'])
      expect(await operator.run(task)).toMatchObject({ status: 'done', found: 0, changed: 0, findings: [] });
  });

  const accordion = 'Plays the accordion';
  const damages: readonly (readonly [what: string, kind: string, sql: string, content: string])[] = [
    [
      'another scope',
      'visibility',
      `update memories set visibility_scope = 'global_shared' where memory_id = $1`,
      accordion,
    ],
    [
      'a scope that is none',
      'visibility',
      `update memories set visibility_scope = 'x' where memory_id = $1`,
      accordion,
    ],
    [
      'another disclosure',
      'visibility',
      `update memories set disclosure = 'public' where memory_id = $1`,
      accordion,
    ],
    [
      'a lower rank',
      'sensitivity',
      `update memories set sensitivity_rank = 0 where memory_id = $1`,
      'walnuts',
    ],
    [
      'another speaker',
      'provenance',
      `update memories set speaker_entity_id = memory_id where memory_id = $1`,
      accordion,
    ],
    ['no source', 'provenance', `update memories set source_id = null where memory_id = $1`, accordion],
    [
      'a place that is none',
      'provenance',
      `update memories set source_id = memory_id where memory_id = $1`,
      accordion,
    ],
    ['no evidence', 'evidence', `delete from memory_evidence where memory_id = $1`, accordion],
    ['another status', 'standing', `update memories set status = 'archived' where memory_id = $1`, accordion],
    [
      'what replaced it',
      'standing',
      `update memories set superseded_by = null where memory_id = $1`,
      'Lives in Ghent',
    ],
    [
      'its words',
      'content',
      `update memories set content = 'Plays the tuba' where memory_id = $1`,
      accordion,
    ],
    ['its row', 'row-missing', `delete from memories where memory_id = $1`, accordion],
  ];

  it.each(damages)('is found damaged and mended: %s', async (_, kind, sql, content) => {
    const id = await idOf(content);
    await engines.database.query(sql, [id]);
    const damaged = await rows();
    const dry = await operator.run('integrity', { dry_run: true });
    const found = dry.findings.find((finding) => finding.kind === `memory-${kind}`);
    expect(found).toMatchObject({ found: 1, changed: 0, sample_ids: [id] });
    expect(await rows()).toEqual(damaged);
    const done = await operator.run('integrity');
    expect(done.findings.find((finding) => finding.kind === `memory-${kind}`)).toMatchObject({ changed: 1 });
    expect(await rows()).toEqual(whole);
    expect(await operator.run('integrity')).toMatchObject({ found: 0 });
  });

  it('tells nobody what a damaged row would let them hear, and tells what is there when it is mended', async () => {
    const id = await idOf(accordion);
    await engines.database.query(`update memories set visibility_scope = 'x' where memory_id = $1`, [id]);
    const asked = async () => JSON.stringify(await world.ask('petra', shed, 'what do I play?'));
    expect(await asked()).not.toContain('accordion');
    await operator.run('integrity');
    expect(await asked()).toContain('accordion');
  });

  it('lets go of a row that no log knows', async () => {
    await engines.database.query(
      `insert into memories select (jsonb_populate_record(m, jsonb_build_object('memory_id', gen_random_uuid(), 'content', 'Owns the moon'))).*
       from memories m where content = $1`,
      [accordion],
    );
    const done = await operator.run('integrity');
    expect(done.findings.find(({ kind }) => kind === 'memory-row-left-over')).toMatchObject({ changed: 1 });
    expect(await rows()).toEqual(whole);
  });

  it('makes a place and a message that were lost anew', async () => {
    const count = async () =>
      engines.database.query(
        'select (select count(*) from sources) as places, (select count(*) from messages) as messages, (select count(text) from messages) as worded',
      );
    const before = await count();
    await engines.database.query(`delete from sources where external_id = 'shed'`);
    await engines.database.query(`delete from messages where text = 'I play the accordion'`);
    const done = await operator.run('integrity');
    expect(done.findings).toMatchObject([
      { kind: 'evidence-without-message', found: 1, changed: 1 },
      { kind: 'source-missing', found: 1, changed: 1 },
    ]);
    expect(await count()).toEqual(before);
    expect(JSON.stringify(await world.ask('petra', shed, 'what do I play?'))).toContain('accordion');
  });

  it('puts a link right that stands otherwise than it was decided', async () => {
    const { body: second } = await world.call('POST', '/v1/keys', { roles: ['operator'], name: 'second' });
    const [from, to] = ['petra', 'petra-on-mail'].map((id, at) => ({
      platform: at === 0 ? 'chat' : 'mail',
      platform_user_id: id,
    }));
    const { body } = await world.call('POST', '/v1/links', { from, to });
    const { id } = body as { id: string };
    const key = (second as { key: string }).key;
    expect((await world.call('POST', `/v1/reviews/${id}/approve`, {}, key)).status).toBe(200);
    const statusOf = () =>
      engines.database.query('select status from identity_links where link_id = $1', [id]);
    await engines.database.query(`update identity_links set status = 'pending' where link_id = $1`, [id]);
    expect((await operator.run('integrity')).findings).toMatchObject([
      { kind: 'link-standing', found: 1, changed: 1, sample_ids: [id] },
    ]);
    expect(await statusOf()).toEqual([{ status: 'active' }]);
  });

  it('asks no more about a proposal of its own that nobody decided about for long', async () => {
    const [linkId, fromId, toId] = ['old', 'one', 'other'].map((name) => derivedId('aliases', name));
    const by = { kind: 'system' as const, id: 'linking', viewerId: null };
    const proposed = event(
      'LinkProposed',
      {
        linkId: linkId ?? '',
        fromId: fromId ?? '',
        toId: toId ?? '',
        confidence: 0.7,
        isStrong: false,
        conflict: null,
        evidence: [],
        by,
      },
      new Date(),
    );
    await engines.log.write('default', (writer) =>
      writer.append([{ stream: `link-${linkId ?? ''}`, events: [proposed] }], { actor: 'test' }),
    );
    expect(await operator.run('aliases')).toMatchObject({ found: 0 });
    later = 91 * 86_400_000;
    expect(await operator.run('aliases', { dry_run: true })).toMatchObject({ found: 1, changed: 0 });
    expect(await operator.run('aliases')).toMatchObject({ found: 1, changed: 1 });
    expect(await operator.run('aliases')).toMatchObject({ found: 0 });
    later = 0;
  });

  it('closes a handle that nobody bore or said for a year, of whoever was never verified, until somebody bears it again', async () => {
    const went = (id: string, from: string, to: string) => [
      world.posted({ id, handle: from }, quay, 'Good morning', { sent_at: world.at(-900) }),
      world.posted({ id, handle: to }, quay, 'Good evening', { sent_at: world.at(-800) }),
    ];
    await world.publish(
      ...went('mira', 'sparrowhawk', 'larkspur'),
      ...went('vito', 'greywolf', 'redfox'),
      ...went('otto', 'kestrel99', 'plover'),
      ...went('nadja', 'grebe', 'dunlin'),
      world.posted('petra', quay, '@sparrowhawk collects stamps', { sent_at: world.at(-700) }),
      world.posted('petra', quay, '@kestrel99 likes nettle tea', { sent_at: world.at(-100) }),
    );
    const [vito = '', mira] = ['vito', 'mira'].map((id) => accountEntityId('default', 'chat', id));
    const key = derivedId('identity', 'vito');
    const proof = { entityId: vito, issuer: 'https://id.test', externalId: 'vito', identityKey: key };
    const at = new Date();
    const proved = { ...proof, tokenKey: key, expiresAt: at, previousKey: null, at };
    await engines.log.write('default', (writer) =>
      writer.append([{ stream: `entity-${vito}`, events: [event('IdentityVerified', proved, at)] }], {
        actor: 'test',
      }),
    );
    await world.publish(world.posted({ id: 'nadja', handle: 'grebe' }, quay, 'Me again'));
    const unused = [{ kind: 'unused-handle', found: 1 }];
    expect(await operator.run('aliases', { dry_run: true })).toMatchObject({ findings: unused, changed: 0 });
    expect(await operator.run('aliases')).toMatchObject({ findings: unused, changed: 1 });
    expect(await operator.run('aliases')).toMatchObject({ findings: [] });
    const about = async (what: string) =>
      (await world.ask('petra', quay, `who ${what}?`)).results
        .filter(({ memory }) => memory.toLowerCase().includes(what))
        .map(({ subjects }) => subjects.map(({ entity_id: id }) => id === mira));
    const since = () => ({ sent_at: new Date().toISOString() });
    await world.say('petra', quay, '@sparrowhawk plays the cello', since());
    expect([await about('stamps'), await about('cello')]).toEqual([[[true]], [[false]]]);
    await world.say({ id: 'mira', handle: 'sparrowhawk' }, quay, 'Back to my old nick', since());
    await world.say('petra', quay, '@sparrowhawk plays the drums', since());
    expect(await about('drums')).toEqual([[true]]);
  }, 60_000);

  it("leaves another tenant's memories alone, and keeps its own order for each", async () => {
    const memoryId = derivedId('tenants', 'north');
    const ended = event(
      'MemoryCaptured',
      statement({ memoryId, memoryType: 'task', evidence: said(1) }),
      new Date(Date.UTC(2026, 4, 1)),
    );
    await engines.log.write('north', (writer) =>
      writer.append([{ stream: `memory-${memoryId}`, events: [ended] }], { actor: 'test' }),
    );
    for (const task of ['expire', 'garbage', 'integrity'])
      expect(JSON.stringify(await operator.run(task))).not.toContain(memoryId);
    expect(await tenantsKept(engines.database)).toEqual(['default', 'north']);
    const [row] = await engines.database.query<{ status: string }>(
      'select status from memories where memory_id = $1',
      [memoryId],
    );
    expect(row?.status).toBe('active');
    await engines.database.query(`delete from memories where tenant_id = 'north'`);
  });

  describe('of what says the same and reaches the same', () => {
    const inQuay = { source: { platform: 'chat', type: 'group', external_id: 'quay' } };
    const kind = 'duplicate_merge';
    interface Item {
      readonly id: string;
      readonly status: string;
      readonly proposed_by: string;
      readonly proposal: { readonly memories: readonly { readonly id: string }[] };
    }
    const asked = async (status = 'pending'): Promise<readonly Item[]> => {
      const { body } = await world.call('GET', `/v1/reviews?kind=${kind}&status=${status}`);
      return (body as { results: readonly Item[] }).results;
    };
    const decide = async (id: string, verdict: string) =>
      (await world.call('POST', `/v1/reviews/${id}/${verdict}`, {})).status;
    const heard = () => operator.ask('chat', 'juan', 'what does Juan collect?');
    const restate = (id: string, content: string) => world.call('PATCH', `/v1/memories/${id}`, { content });
    let coins: string;

    it('asks operators whether to merge it, and of nothing else', async () => {
      coins = await operator.remember('chat', 'juan', 'Collects coins', inQuay);
      await operator.remember('chat', 'juan', 'Collects stamps', inQuay);
      // The same words of somebody else, and in a place of its own: neither may be merged with those.
      await operator.remember('chat', 'petra', 'Collects stamps', inQuay);
      await operator.remember('chat', 'juan', 'Collects stamps');
      expect(await operator.run('duplicates')).toMatchObject({ found: 0 });
      await restate(coins, 'Collects STAMPS!');
      const findings = [{ kind: 'same-words', found: 1, sample_ids: [expect.any(String)] }];
      const tried = await operator.run('duplicates', { dry_run: true });
      expect([tried.findings, await asked()]).toMatchObject([[{ ...findings[0], changed: 0 }], []]);
      expect((await operator.run('duplicates')).findings).toMatchObject([{ ...findings[0], changed: 1 }]);
      expect((await operator.run('duplicates')).findings).toMatchObject([{ ...findings[0], changed: 0 }]);
      expect(await asked()).toMatchObject([{ kind, status: 'pending' }]);
      expect(await operator.run('integrity')).toMatchObject({ found: 0 });
    });

    it('merges what is approved, and brings it back to the byte', async () => {
      const [item] = await asked();
      const before = await heard();
      expect(await decide(item?.id ?? '', 'approve')).toBe(200);
      expect(await heard()).not.toBe(before);
      expect(await heard()).toMatch(/collects stamps/iu);
      expect(await operator.run('duplicates')).toMatchObject({ found: 0 });
      expect(await decide(item?.id ?? '', 'undo')).toBe(200);
      expect(await heard()).toBe(before);
    });

    it('keeps what is rejected, and asks no more of it, whatever says the same since', async () => {
      const [item] = await asked();
      const before = await heard();
      expect(await decide(item?.id ?? '', 'reject')).toBe(200);
      expect(await heard()).toBe(before);
      expect(await operator.run('duplicates')).toMatchObject({ found: 1, changed: 0 });
      const third = await operator.remember('chat', 'juan', 'Collects maps', inQuay);
      await restate(third, 'collects: stamps');
      expect(await operator.run('duplicates')).toMatchObject({ found: 2, changed: 1 });
      expect(await asked('rejected')).toHaveLength(1);
      expect(await asked()).toHaveLength(1);
    });

    it('is asked no more when nobody decided for long, and says why', async () => {
      const [item] = await asked();
      later = 91 * 86_400_000;
      expect((await operator.run('aliases', { dry_run: true })).findings).toMatchObject([
        { kind: 'question', found: 1, changed: 0 },
      ]);
      expect(await operator.run('aliases')).toMatchObject({ found: 1, changed: 1 });
      later = 0;
      const { body } = await world.call('GET', `/v1/reviews/${item?.id ?? ''}`);
      expect(body).toMatchObject({ status: 'rejected', note: 'nobody decided for 90 days' });
      expect(await operator.run('duplicates')).toMatchObject({ found: 2, changed: 0 });
    });
  });

  describe('of the index', () => {
    const indexed = (sql: string, id: string) => engines.database.query(sql, [id]);
    it.each([
      ['index-missing', 'delete from memory_index where memory_id = $1'],
      ['index-stale', 'update memory_index set position = 1 where memory_id = $1'],
    ])('is reconciled: %s', async (kind, sql) => {
      const id = await idOf(accordion);
      await indexed(sql, id);
      expect((await operator.run('reconcile', { dry_run: true })).findings).toMatchObject([
        { kind, found: 1, changed: 0, sample_ids: [id] },
      ]);
      expect((await operator.run('reconcile')).findings).toMatchObject([{ kind, found: 1, changed: 1 }]);
      expect(await operator.run('reconcile')).toMatchObject({ found: 0 });
    });

    it('is reconciled: index-left-over', async () => {
      await engines.database.query(
        `insert into memory_index select (jsonb_populate_record(i, jsonb_build_object('memory_id', gen_random_uuid()::text))).*
         from memory_index i where memory_id = $1`,
        [await idOf(accordion)],
      );
      expect((await operator.run('reconcile')).findings).toMatchObject([
        { kind: 'index-left-over', found: 1, changed: 1 },
      ]);
      expect(await operator.run('reconcile')).toMatchObject({ found: 0 });
    });
  });
});
