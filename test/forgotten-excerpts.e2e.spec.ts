import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { channel, dm, memoriesOf, workspace, World } from './support/world.js';

const quay = workspace('quay');
const pub = channel('pub', quay);
const hold = channel('hold', quay, 'restricted');

/** All about somebody is more than the facts: whatever others said of them is told to nobody any more. */
describe('what others said of somebody who asks to be forgotten', () => {
  let world: World;
  let engines: Engines;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => (engines = await openEngines(...given)));
    for (const name of ['sigga', 'torfi', 'Zoë', 'greta'])
      await world.publish(world.joined(name, pub), world.joined(name, hold));
  }, 120_000);
  afterAll(() => world.close());

  /** What is quoted or told of it to anybody, anywhere. */
  const left = async (words: readonly string[], viewers = ['sigga', 'torfi']): Promise<readonly string[]> => {
    const found = new Set<string>();
    for (const viewer of viewers)
      for (const place of [null, pub, hold, dm(viewer)]) {
        const extra = { top_k: 100, include_messages: true };
        const answer = await world.ask(viewer, place, `what about ${words.join(' ')}?`, extra);
        const told = [...memoriesOf(answer), answer.context].join('\n');
        for (const word of words) if (told.includes(word)) found.add(word);
      }
    return [...found].sort();
  };
  const quoted = [
    ['sigga', pub, 'Did you know Greta yodels in lifts?', 'yodels'],
    ['sigga', dm('sigga'), 'Poor Greta, she slipped on the gangway', 'gangway'],
    ['sigga', dm('sigga'), 'that was silly of her, a broken oar and all', 'oar'],
    ['torfi', hold, 'between us: greta fancies the harbourmaster', 'harbourmaster'],
    ['torfi', pub, 'Greta and I quarrelled about lanterns', 'lanterns'],
    ['torfi', pub, 'My neighbor is Greta', 'Greta'],
  ] as const;
  const kept = [
    ['sigga', pub, 'I keep newts in a tub', 'newts'],
    ['sigga', pub, 'Have you met Greta Krog? The one with the harps', 'harps'],
    ['torfi', dm('torfi'), 'Sigga told me about pelicans', 'pelicans'],
  ] as const;
  const words = [...quoted, ...kept].map(([, , , word]) => word).filter((word) => word !== 'Greta');

  it('is quoted no more, at once and after a rebuild; what is of others stays', async () => {
    for (const [who, place, text] of [...quoted, ...kept]) await world.say(who, place, text);
    expect(await left(words)).toEqual([...words].sort());
    const facts = await world.say('greta', dm('greta'), 'forget everything about me');
    expect(facts).toEqual([{ memory_id: null, outcome: 'FORGOTTEN', count: expect.any(Number) }]);
    const stays = kept.map(([, , , word]) => word).sort();
    expect(await left(words)).toEqual(stays);
    await world.platform.settled(30_000);
    expect(await left(words)).toEqual(stays);
    const naming = await engines.database.query(
      `select content from memories where content like '%Neighbor%' and status <> 'forgotten'`,
    );
    expect(naming).toEqual([]);
    await engines.log.rebuild(() => undefined);
    expect(await left(words)).toEqual(stays);
  }, 120_000);

  it('is not quoted when it arrives late, wherever it was told; said anew it is', async () => {
    const before = world.at();
    await world.say('Zoë', dm('Zoë'), 'please forget everything you know about me');
    await world.say('sigga', dm('sigga'), 'Zoe snores, she told me in confidence', { sent_at: before });
    await world.say('torfi', hold, 'has anybody seen zoë and the trombone?', { sent_at: before });
    await world.say('torfi', hold, 'has anybody seen the tuba?', { sent_at: before });
    expect(await left(['snores', 'trombone', 'tuba'])).toEqual(['tuba']);
    await world.say('torfi', hold, 'has anybody seen Zoë with a banjo?');
    expect(await left(['banjo'])).toEqual(['banjo']);
  }, 120_000);
});
