import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proofCases } from '#testing';
import { channel, dm, workspace, World } from '../support/world.js';

const jetty = channel('jetty', workspace('saltmarsh'));
const frozen = new Date();
const place = { platform: 'chat', type: 'group', external_id: 'jetty' };

/** Told in the same place, in the words that are asked for, and too sensitive to be heard there. */
describe('what is hidden in the place where one asks', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open({}, () => frozen);
    await world.publish(
      world.joined('ruben', jetty),
      world.joined('carla', jetty),
      world.posted('ruben', jetty, 'I play the accordion'),
      world.posted('carla', jetty, 'I play the banjo'),
      world.posted('ruben', jetty, 'I live in Vlissingen'),
      world.posted('ruben', jetty, 'the accordion concert was moved to the old pump house'),
    );
  });
  afterAll(() => world.close());

  const hide = async (from: number, to: number): Promise<void> => {
    for (let at = from; at < to; at += 20)
      await Promise.all(
        Array.from({ length: Math.min(20, to - at) }, async (_, step) => {
          const content = `Takes pill number ${String(at + step)} before the accordion concert in Vlissingen`;
          const { status } = await world.remember('ruben', content, {
            source: place,
            sensitivity: 'sensitive',
          });
          expect(status).toBe(201);
        }),
      );
  };
  const questions = [
    { query: 'who plays the accordion?' },
    { query: 'where does Ruben live?' },
    { query: 'where is the accordion concert?' },
    { query: 'accordion concert Vlissingen', threshold: 0, include_messages: true },
    { query: 'what do you know about Ruben?' },
  ];
  const asked = async (): Promise<readonly string[]> => {
    const answers: string[] = [];
    for (const question of questions) {
      const { status, text } = await world.call('POST', '/v1/recall', {
        agent_id: 'helper',
        viewer: { platform: 'chat', platform_user_id: 'carla' },
        source: place,
        ...question,
      });
      expect(status).toBe(200);
      answers.push(text);
    }
    return answers;
  };

  it('changes neither bytes nor order of an answer, be it none, 20 or many', async () => {
    const none = await asked();
    expect(none.join()).toMatch(/accordion/iu);
    await hide(0, 20);
    expect(await asked()).toEqual(none);
    await hide(20, proofCases(200, 60));
    expect(await asked()).toEqual(none);
  });

  it('and is there for who told it', async () => {
    const answer = await world.ask('ruben', dm('ruben'), 'which pill do I take before the concert?', {
      threshold: 0,
    });
    expect(JSON.stringify(answer.results)).toMatch(/pill number/iu);
  });
});
