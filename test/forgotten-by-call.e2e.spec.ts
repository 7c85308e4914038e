import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agent, channel, memoriesOf, workspace, World } from './support/world.js';

const farm = workspace('farm');
const yard = channel('yard', farm);

/** Who deletes all of themselves by a call is forgotten as by "forget everything about me". */
describe('somebody who deletes all about themselves by a call', () => {
  let world: World;
  let key: string;
  beforeAll(async () => {
    world = await World.open();
    key = await world.keyFor('client');
    for (const name of ['ingrid', 'olav', 'Solveig', 'Birk']) await world.publish(world.joined(name, yard));
  }, 120_000);
  afterAll(() => world.close());

  const person = (name: string) => ({ platform: 'chat', platform_user_id: name });
  const idOf = async (name: string): Promise<string> => {
    const { body } = await world.call('GET', `/v1/scope?platform=chat&platform_user_id=${name}`);
    return (body as { user_id: string }).user_id;
  };
  const deleted = async (name: string, filter: string): Promise<unknown> => {
    const viewer = `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=${name}`;
    return (await world.call('DELETE', `/v1/memories?${viewer}&${filter}`, undefined, key)).status;
  };
  const told = async (words: readonly string[]): Promise<readonly string[]> => {
    const found = new Set<string>();
    for (const viewer of ['ingrid', 'olav'])
      for (const place of [null, yard]) {
        const extra = { top_k: 100, include_messages: true };
        const answer = await world.ask(viewer, place, `what about ${words.join(' ')}?`, extra);
        const text = [...memoriesOf(answer), answer.context].join('\n');
        for (const word of words) if (text.includes(word)) found.add(word);
      }
    return [...found].sort();
  };
  const stated = (speaker: string, content: string) =>
    world.call('POST', '/v1/memories', {
      agent_id: agent,
      content,
      speaker: person(speaker),
      source: { platform: 'chat', ...yard },
    });

  it.each([
    ['Solveig', 'user_id', []],
    ['Birk', 'subject_id', ['fiddles']],
  ] as const)(
    '%s (%s) is quoted by nobody any more, nor named by what was stored without a message',
    async (name, filter, own) => {
      const before = world.at();
      await world.say('ingrid', yard, `Have you heard ${name} whistling at goats?`);
      await world.say('olav', yard, `My neighbor is ${name}`);
      await world.say(name, yard, 'look at all these fiddles');
      await stated('olav', `Partner at chess: ${name}`);
      await stated('olav', 'Partner at darts: Ingrid');
      const words = ['goats', 'neighbor', 'chess', 'fiddles', 'darts'];
      expect(await told(words)).toEqual(expect.arrayContaining(['goats', 'chess', 'fiddles', 'darts']));
      expect(await deleted(name, `${filter}=${await idOf(name)}`)).toBe(200);
      expect(await told(words)).toEqual(['darts', ...own].sort());
      await world.say('ingrid', yard, `${name} keeps turnips`, { sent_at: before });
      await world.say('ingrid', yard, 'somebody keeps leeks', { sent_at: before });
      expect(await told(['turnips', 'leeks'])).toEqual(['leeks']);
    },
    120_000,
  );

  it('is not reached by what somebody else deletes of them, or by a narrower filter', async () => {
    await world.say('ingrid', yard, 'Olav juggles plums');
    await deleted('olav', `user_id=${await idOf('olav')}&memory_type=task`);
    await deleted('ingrid', `subject_id=${await idOf('olav')}&memory_type=task`);
    expect(await told(['plums'])).toEqual(['plums']);
  }, 120_000);
});
