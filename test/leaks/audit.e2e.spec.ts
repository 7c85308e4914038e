import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Engines } from '#standalone';
import { openEngines } from '../support/engines.js';
import { agent, channel, dm, workspace, World } from '../support/world.js';

const mine = workspace('mine');
const shaft = channel('shaft', mine);

interface Inspection {
  readonly operation: string;
  readonly memoryIds: readonly string[];
}

describe('what operators read with their own principal', () => {
  let world: World;
  let log: Engines['log'];
  let memoryId: string;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => {
      const engines = await openEngines(...given);
      log = engines.log;
      return engines;
    });
    const [, facts] = await world.publish(
      world.joined('wim', shaft),
      world.posted('wim', dm('wim'), 'I play the bassoon'),
    );
    memoryId = facts?.[0]?.memory_id ?? '';
  });
  afterAll(() => world.close());

  const inspections = async (): Promise<readonly Inspection[]> =>
    (await log.readStream('default', 'audit-default')).flatMap((event) =>
      event.type === 'MemoriesInspected' ? [event.data] : [],
    );
  const viewer = { platform: 'chat', platform_user_id: 'wim' };

  it.each([
    ['list', 'GET', `/v1/memories?agent_id=${agent}`, undefined],
    ['get', 'GET', '/v1/memories/{id}', undefined],
    ['history', 'GET', '/v1/memories/{id}/history', undefined],
    ['count', 'GET', '/v1/users', undefined],
    ['explain', 'POST', '/v1/policy/explain', { agent_id: agent, viewer, memory_id: '{id}' }],
    ['explain', 'POST', '/v1/recall', { agent_id: agent, viewer, query: 'bassoon', explain: true }],
  ])('is in the audit log: %s by %s %s', async (operation, method, path, body) => {
    const before = (await inspections()).length;
    const filled = (text: string): string => text.replace('{id}', memoryId);
    const asked = filled(`${path}${path.includes('?') || body ? '' : `?agent_id=${agent}`}`);
    const { status } = await world.call(
      method,
      asked,
      body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body))),
    );
    expect(status).toBe(200);
    const [inspection, ...others] = (await inspections()).slice(before);
    expect(others).toEqual([]);
    expect(inspection).toMatchObject({ operation, memoryIds: expect.arrayContaining([memoryId]) });
  });

  it('is not what people read, nor what operators read as they would', async () => {
    const before = (await inspections()).length;
    const key = await world.keyFor('client');
    const asWim = `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=wim`;
    await world.call('GET', `/v1/memories?${asWim}`, undefined, key);
    await world.call('GET', `/v1/memories?${asWim}`);
    expect(await inspections()).toHaveLength(before);
  });
});
