import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dm, World } from '../support/world.js';
import { Operator } from './support.js';

const day = 86_400_000;
const moments = [
  ['observation', 'Mentioned being worn out after the night shift', 4],
  ['context', 'Repainting the ferry for the season', 8],
  ['task', 'Renew the fishing licence', 15],
  ['event', 'Supper with Oksana on the pier', 31],
  ['preference', 'Prefers the window seat', null],
] as const;

describe('maintenance of one store', () => {
  let later = 0;
  let world: World;
  let operator: Operator;
  beforeAll(async () => {
    world = await World.open({ KITH_MEMORY__MAX_ENTRIES: '10' }, () => new Date(Date.now() + later));
    operator = new Operator(world);
  }, 120_000);
  afterAll(() => world.close());

  describe('expire', () => {
    const ids = new Map<string, string>();
    beforeAll(async () => {
      for (const [memory_type, content] of moments)
        ids.set(memory_type, await operator.remember('harbour', 'ilse', content, { memory_type }));
    });

    it.each([4, 8, 15, 31])('ends what is over after %i days, and says why', async (days) => {
      later = days * day;
      const due = moments.filter(([, , lasts]) => lasts === days).map(([type]) => ids.get(type));
      const dry = await operator.run('expire', { dry_run: true });
      expect(dry).toMatchObject({ status: 'done', dry_run: true, found: 1, changed: 0 });
      const done = await operator.run('expire');
      expect(done).toMatchObject({ status: 'done', found: 1, changed: 1 });
      expect(done.findings).toEqual([{ kind: 'ephemeral_decay', found: 1, changed: 1, sample_ids: due }]);
      expect(done.findings[0]?.sample_ids).toEqual(dry.findings[0]?.sample_ids);
      expect(await operator.lastOf(due[0] ?? '')).toEqual({
        type: 'MemoryExpired',
        reason: 'ephemeral_decay',
      });
      const again = await operator.run('expire');
      expect(again).toMatchObject({ found: 0, changed: 0 });
    });

    it('leaves what is of the person, and lists the rest as expired', async () => {
      await world.platform.settled(30_000);
      expect((await operator.list('expired')).map(({ memory }) => memory).sort()).toEqual(
        moments
          .slice(0, 4)
          .map(([, content]) => content)
          .sort(),
      );
      expect(await operator.ask('harbour', 'ilse', 'what do you know about me?')).toContain('window seat');
    });

    it('lets stand again what is said again', async () => {
      await operator.remember('harbour', 'ilse', 'Renew the fishing licence', { memory_type: 'task' });
      expect(await operator.ask('harbour', 'ilse', 'which licence?')).toContain('fishing licence');
    });
  });

  describe('garbage', () => {
    const fill = async (who: string, count: number, more: (at: number) => object = () => ({})) => {
      const ids: string[] = [];
      for (let at = 0; at < count; at += 1)
        ids.push(
          await operator.remember('mill', who, `Keeps jar number ${String(at)} on the shelf`, more(at)),
        );
      return ids;
    };
    const statusOf = async (ids: readonly string[]) => {
      const archived = new Set((await operator.list('archived', '&agent_id=helper')).map(({ id }) => id));
      return ids.filter((id) => archived.has(id));
    };

    it('puts away what was replaced or has ended, and what is above the most, least worth first', async () => {
      const few = await fill('ann', 9);
      const many = await fill('bo', 13, (at) => ({ importance: (at + 1) / 20 }));
      const [dear] = many;
      // A person decided about the least of them: that it is dear.
      await world.call('PATCH', `/v1/memories/${dear ?? ''}`, { metadata: { kept: true } });
      const dry = await operator.run('garbage', { dry_run: true });
      expect(await statusOf([...few, ...many])).toEqual([]);
      const done = await operator.run('garbage');
      await world.platform.settled(30_000);
      expect(done.findings.find(({ kind }) => kind === 'max_entries')).toMatchObject({
        found: 3,
        changed: 3,
      });
      expect(dry.findings.map(({ kind, found, sample_ids }) => ({ kind, found, sample_ids }))).toEqual(
        done.findings.map(({ kind, found, sample_ids }) => ({ kind, found, sample_ids })),
      );
      expect(await statusOf([...few, ...many])).toEqual(many.slice(1, 4));
      expect(await operator.lastOf(many[1] ?? '')).toEqual({ type: 'MemoryArchived', reason: 'max_entries' });
      expect(await operator.ask('mill', 'bo', 'which jars?')).not.toContain('jar number 2 on');
      const ended = done.findings.find(({ kind }) => kind === 'ephemeral_decay');
      expect(ended).toMatchObject({ found: 3, changed: 3 });
      expect((await operator.run('garbage')).changed).toBe(0);
    });

    it('brings back what is said again', async () => {
      const content = 'Keeps jar number 2 on the shelf';
      await operator.remember('mill', 'bo', content);
      expect(await operator.ask('mill', 'bo', 'jar number 2?')).toContain(content);
    });
  });

  describe('forgetting', () => {
    const putAway = async () => (await operator.list('archived')).map(({ memory }) => memory);

    it('reaches what was put away or has ended, when it is said', async () => {
      expect((await putAway()).some((memory) => memory.includes('jar'))).toBe(true);
      const sent_at = new Date(Date.now() + later).toISOString();
      await world.say('bo', dm('bo'), 'Forget everything about me', { platform: 'mill', sent_at });
      await world.platform.settled(30_000);
      expect((await putAway()).filter((memory) => memory.includes('jar'))).toEqual([]);
    });

    it('reaches it by a call, too', async () => {
      expect((await putAway()).some((memory) => memory.includes('ferry'))).toBe(true);
      const { body } = await world.call('GET', '/v1/users?limit=200');
      const users = (
        body as {
          results: readonly { id: string; platform_links: readonly { platform_user_id: string }[] }[];
        }
      ).results;
      const ilse = users.find(({ platform_links: links }) =>
        links.some(({ platform_user_id: id }) => id === 'ilse'),
      );
      const viewer = 'agent_id=helper&viewer_platform=harbour&viewer_platform_user_id=ilse';
      const gone = await world.call('DELETE', `/v1/memories?${viewer}&user_id=${ilse?.id ?? ''}`);
      expect(gone.status).toBe(200);
      expect((await putAway()).filter((memory) => memory.includes('ferry'))).toEqual([]);
    });
  });

  describe('reports', () => {
    it('are listed, the newest first, a page at a time', async () => {
      const { results, next_cursor } = await operator.reports('?limit=2');
      expect(results).toHaveLength(2);
      const rest = await operator.reports(`?limit=200&cursor=${next_cursor ?? ''}`);
      const all = [...results, ...rest.results];
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      const times = all.map(({ asked_at }) => asked_at);
      expect(times).toEqual(times.toSorted().toReversed());
      expect((await operator.reports('?task=garbage')).results.map(({ task }) => task)).not.toContain(
        'expire',
      );
    });

    it('are for operators alone', async () => {
      const key = await world.keyFor('client');
      for (const [method, path] of [
        ['POST', '/v1/maintenance/expire'],
        ['GET', '/v1/maintenance/reports'],
        ['GET', '/v1/maintenance/doctor'],
      ] as const)
        expect((await world.call(method, path, method === 'POST' ? {} : undefined, key)).status).toBe(403);
    });

    it('are kept of what is parked, too, and an action is for that alone', async () => {
      expect(await operator.run('parked', { dry_run: true })).toMatchObject({ status: 'done', found: 0 });
      const { status } = await world.call('POST', '/v1/maintenance/expire', { action: 'replay' });
      expect(status).toBe(422);
    });

    it('refuse a task that there is not', async () => {
      const { status, body } = await world.call('POST', '/v1/maintenance/sweep', {});
      const [fault] = (body as { errors: readonly { path: string; message: string }[] }).errors;
      expect([status, fault?.path]).toEqual([422, 'task']);
      for (const task of ['expire', 'garbage', 'parked']) expect(fault?.message).toContain(task);
    });
  });

  it('the doctor says how the store is', async () => {
    const page = await operator.doctor();
    expect(page).toMatchObject({ status: 'well', advice: [], parked: { count: 0, oldest_seconds: null } });
    expect(page.memories['forgotten']).toBeGreaterThan(0);
    expect(page.last_runs.map(({ task }) => task).sort()).toEqual(['expire', 'garbage', 'parked']);
    expect(page.faults).toEqual({ contradicted: 0, ended: 0, without_evidence: 0, without_subject: 0 });
  });
});
