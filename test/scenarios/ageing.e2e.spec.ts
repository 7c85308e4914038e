import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proofCases } from '#testing';
import type { MemoryType } from '#domain';
import { World } from '../support/world.js';
import { say } from './support/scenario.js';
import { keysOf, Stage, type Keys } from './support/stage.js';

interface Aged {
  readonly type: MemoryType;
  readonly text: string;
  readonly fragment: string;
  /** Days after which it is gone; null when never. */
  readonly lasts: number | null;
}

interface Life {
  readonly title: string;
  readonly memories: readonly Aged[];
  /** Told in messages, whose type is found; else remembered with the type said. */
  readonly isTold: boolean;
}

const lives: readonly Life[] = [
  {
    title: 'as given, each with its type',
    isTold: false,
    memories: [
      { type: 'observation', text: 'Mentioned being tired', fragment: 'tired', lasts: 3 },
      { type: 'context', text: 'Working on project X', fragment: 'project X', lasts: 7 },
      { type: 'task', text: 'Call dentist', fragment: 'dentist', lasts: 14 },
      { type: 'event', text: 'Dinner with Sarah', fragment: 'Sarah', lasts: 30 },
      { type: 'preference', text: 'Prefers dark mode', fragment: 'dark mode', lasts: null },
    ],
  },
  {
    title: 'in the words of somebody',
    isTold: true,
    memories: [
      { type: 'context', text: "I'm working on the harvest report", fragment: 'harvest report', lasts: 7 },
      { type: 'task', text: 'I need to call the dentist', fragment: 'dentist', lasts: 14 },
      { type: 'event', text: 'I had dinner with Sarah yesterday', fragment: 'Sarah', lasts: 30 },
      { type: 'preference', text: 'I prefer dark mode', fragment: 'dark mode', lasts: null },
    ],
  },
  {
    title: 'types that never end, and two that do',
    isTold: false,
    memories: [
      { type: 'identity', text: 'IGN: windmill', fragment: 'windmill', lasts: null },
      { type: 'relationship', text: 'Has a twin', fragment: 'twin', lasts: null },
      { type: 'goal', text: 'Wants to sail around Iceland', fragment: 'Iceland', lasts: null },
      { type: 'decision', text: 'Decided to rent the barn', fragment: 'barn', lasts: null },
      { type: 'task', text: 'Return the ladder', fragment: 'ladder', lasts: 14 },
      { type: 'observation', text: 'Sounded cheerful', fragment: 'cheerful', lasts: 3 },
    ],
  },
];

const day = 86_400_000;

/** What has ended is no longer told, and is listed as such to whose it is. */
const endedOf = async (world: World, platform: string) => {
  const { body } = await world.call(
    'GET',
    `/v1/memories?agent_id=helper&status=expired&viewer_platform=${platform}&viewer_platform_user_id=ulla`,
  );
  return (body as { results: readonly { id: string; memory: string }[] }).results;
};

const reasonFor = async (world: World, stage: Stage, memory_id: string): Promise<string> => {
  const viewer = stage.reference('ulla');
  const { body } = await world.call('POST', '/v1/policy/explain', { agent_id: 'helper', viewer, memory_id });
  const { rule, reason } = body as { rule: string; reason: string };
  return `${rule}: ${reason}`;
};

/** What its history tells operators of how it ended. */
const endingOf = async (world: World, memoryId: string): Promise<readonly unknown[]> => {
  const { body } = await world.call('GET', `/v1/memories/${memoryId}/history`);
  const { results } = body as { results: readonly { type: string; data: { reason?: unknown } }[] };
  return results.filter(({ type }) => type === 'MemoryExpired').map(({ data }) => data.reason);
};

describe('SC-32 what is of the moment ends, what is of the person stays', () => {
  let later = 0;
  let world: World;
  let keys: Keys;
  beforeAll(async () => {
    world = await World.open({}, () => new Date(Date.now() + later));
    keys = await keysOf(world);
  }, 120_000);
  afterAll(() => world.close());

  it.each(
    lives.slice(0, proofCases(lives.length, 1)).map((life, index) => [life.title, life, index] as const),
  )(
    '%s',
    async (_title, { memories, isTold }, index) => {
      later = 0;
      const platform = `chat:sc-32-${String(index + 1)}`;
      const cast = { people: { ulla: 'Ulla' }, places: {} };
      const stage = new Stage(world, keys, platform, cast, new Date(Date.now() - day / 24));
      const told = memories.map(({ text }) => say('ulla', 'dm:ulla', text));
      await stage.play(isTold ? told : [say('ulla', 'dm:ulla', 'hello')], false);
      for (const { type, text } of isTold ? [] : memories) {
        const remembered = await world.call('POST', '/v1/memories', {
          agent_id: 'helper',
          viewer: stage.reference('ulla'),
          source: { platform, type: 'dm', external_id: 'dm-ulla' },
          content: text,
          memory_type: type,
        });
        expect(remembered.status).toBe(201);
      }
      await world.platform.settled(60_000);
      for (const days of [0, 2, 4, 8, 15, 31, 400]) {
        later = days * day;
        // Whether the janitor ran by then or not makes no difference to what is told; half the time it did.
        if ([4, 15, 31].includes(days)) await world.call('POST', '/v1/maintenance/expire', {});
        const question = {
          viewer: 'ulla',
          at: 'dm:ulla',
          q: 'what do you know about me?',
          more: { top_k: 50 },
        };
        const { bytes } = await stage.ask(question);
        const heard = memories.filter(({ fragment }) => bytes.includes(fragment)).map(({ text }) => text);
        const stays = memories.filter(({ lasts }) => lasts === null || days < lasts).map(({ text }) => text);
        expect({ days, heard }).toEqual({ days, heard: stays });
        const ended = await endedOf(world, platform);
        const gone = memories.filter(({ text }) => !stays.includes(text));
        expect({ days, ended: ended.length }).toEqual({ days, ended: gone.length });
        for (const { fragment } of gone)
          expect(ended.some(({ memory }) => memory.includes(fragment))).toBe(true);
        for (const { id } of ended)
          expect(await reasonFor(world, stage, id)).toMatch(/^not-active: .*expired/u);
        if (days === 31)
          for (const { id } of ended) expect(await endingOf(world, id)).toEqual(['ephemeral_decay']);
      }
    },
    120_000,
  );
});
