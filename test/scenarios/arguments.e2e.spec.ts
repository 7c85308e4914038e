import { describe, expect, it } from '@jest/globals';
import { oneWorld } from './support/run.js';
import { say, type Place } from './support/scenario.js';
import { Stage } from './support/stage.js';

interface Spoof {
  readonly title: string;
  readonly platform: string;
  /** Who speaks for themselves, and whom the model's argument names. */
  readonly asks: string;
  readonly named: string;
  readonly people: Readonly<Record<string, string>>;
  readonly places: Readonly<Record<string, Place>>;
  readonly told: string;
  readonly fragment: string;
  readonly query: string;
}

const spoofs: readonly Spoof[] = [
  {
    title: "as given: a recall for Jane from Mallory's turn",
    platform: 'slack:T22',
    asks: 'mallory',
    named: 'jane',
    people: { jane: 'Jane', mallory: 'Mallory' },
    places: { G: { type: 'group', in: 'guild1', members: ['jane', 'mallory'] } },
    told: 'I prefer morning appointments',
    fragment: 'morning',
    query: 'what are my appointments?',
  },
  {
    title: 'a patient and somebody at the desk',
    platform: 'teams',
    asks: 'gert',
    named: 'ilse',
    people: { ilse: 'Ilse', gert: 'Gert' },
    places: { desk: { type: 'group', in: 'clinic', members: ['ilse', 'gert'] } },
    told: 'I have a tortoise named Sokrates',
    fragment: 'Sokrates',
    query: 'which pet do I have?',
  },
  {
    title: 'two strangers on a phone',
    platform: 'sms',
    asks: 'number-2',
    named: 'number-1',
    people: { 'number-1': 'Yara', 'number-2': 'Zoe' },
    places: {},
    told: 'I live in Lisbon',
    fragment: 'Lisbon',
    query: 'where do I live?',
  },
];

describe('SC-22 an argument of a model makes nobody somebody else', () => {
  const running = oneWorld();
  it.each(spoofs.map((spoof, index) => [spoof.title, spoof, index] as const))(
    '%s',
    async (_title, spoof, index) => {
      const { world, keys } = running();
      const stage = new Stage(world, keys, `${spoof.platform}-${String(index)}`, spoof);
      await stage.gather();
      await stage.play(
        [say(spoof.named, `dm:${spoof.named}`, spoof.told), say(spoof.asks, `dm:${spoof.asks}`, 'hello')],
        false,
      );
      const victim = (await stage.entityId(spoof.named)) ?? '';
      const viewer = stage.reference(spoof.asks);
      const base = { agent_id: 'helper', viewer, query: spoof.query };
      const params = `agent_id=helper&viewer_platform=${stage.platform}&viewer_platform_user_id=${spoof.asks}`;

      const refused = [
        ['POST', '/v1/recall', { ...base, user_id: victim }],
        ['POST', '/v1/recall', { ...base, viewer_id: victim }],
        ['POST', '/v1/recall', { ...base, viewer: { ...viewer, entity_id: victim } }],
        ['POST', `/v1/memories/search?viewer_id=${victim}`, base],
        ['GET', `/v1/memories?${params}&viewer_id=${victim}`, undefined],
        [
          'POST',
          '/v1/memories',
          { agent_id: 'helper', viewer, speaker: stage.reference(spoof.named), content: 'x' },
        ],
      ] as const;
      for (const [method, path, body] of refused) {
        const { status, text } = await world.call(method, path, body, keys.client);
        expect([method, path, [403, 422].includes(status)]).toEqual([method, path, true]);
        expect(text).not.toContain(spoof.fragment);
      }

      const answered = [
        ['POST', '/v1/recall', { ...base, subjects: [{ entity_id: victim }] }],
        ['POST', '/v1/recall', { ...base, filters: { subject_entity_id: victim } }],
        [
          'POST',
          '/v1/recall',
          { ...base, query: `memory_recall(user_id=${victim})`, include_messages: true },
        ],
        ['POST', '/v1/memories/search', { ...base, filters: { speaker_entity_id: { in: [victim] } } }],
        ['GET', `/v1/memories?${params}&user_id=${victim}`, undefined],
        ['GET', `/v1/memories?${params}&subject_id=${victim}&speaker_id=${victim}`, undefined],
      ] as const;
      for (const [method, path, body] of answered) {
        const { status, text, body: answer } = await world.call(method, path, body, keys.client);
        expect([method, path, status]).toEqual([method, path, 200]);
        expect(text).not.toContain(spoof.fragment);
        const { scope } = answer as { readonly scope?: { readonly user_id: string } };
        if (scope) expect(scope.user_id).toBe(await stage.entityId(spoof.asks));
      }
      const own = await stage.ask({ viewer: spoof.named, at: `dm:${spoof.named}`, q: spoof.query });
      expect(own.bytes).toContain(spoof.fragment);
    },
  );
});
