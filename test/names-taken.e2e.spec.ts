import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MemoryView, Page } from '#contracts';
import { channel, dm, memoriesOf, workspace, World } from './support/world.js';

const mole = channel('mole', workspace('harbourside'));

/** Whoever takes a name is not meant in what was said before; what others say of themselves is theirs, whoever is called by a word of it. */
describe('a name that somebody takes', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
    await world.publish(
      ...['signe', 'knud'].map((person) => world.posted(person, mole, 'hello')),
      world.posted('signe', mole, 'Dagny plays the oboe'),
      world.posted('signe', dm('signe'), 'Dagny moved to Skagen'),
      world.posted('signe', dm('signe'), 'I live in Aarhus'),
      world.posted('signe', mole, 'I have a parrot named Falk'),
      world.posted('signe', dm('signe'), 'I drive an Opel'),
    );
  }, 120_000);
  afterAll(() => world.close());

  const held = async (): Promise<string> => {
    const { body } = await world.call('GET', '/v1/memories?limit=200');
    return (body as Page<MemoryView>).results.map(({ memory }) => memory).join('\n');
  };
  const own = ['Aarhus', 'Falk', 'Opel'];

  it('means nobody in what was said before, and takes nothing of others with them', async () => {
    for (const word of ['oboe', 'Skagen', ...own]) expect(await held()).toContain(word);
    for (const name of ['Dagny', 'Aarhus', 'Falk', 'Opel']) {
      const knud = { id: 'knud', handle: name.toLowerCase(), name };
      await world.publish(world.posted(knud, mole, 'hi there'));
      const answer = await world.ask('knud', dm('knud'), 'what do you know about me?', {
        top_k: 50,
        threshold: 0,
      });
      expect(memoriesOf(answer).join('\n')).not.toMatch(/Skagen|Aarhus/u);
      await world.publish(world.posted(knud, dm('knud'), 'forget everything about me'));
    }
    const left = await held();
    for (const word of ['oboe', 'Skagen', ...own]) expect(left).toContain(word);
  }, 60_000);

  it('and that somebody always bore means no place and no thing', async () => {
    const aarhus = { id: 'aarhus-1', handle: 'aarhus', name: 'Aarhus' };
    await world.publish(
      world.posted(aarhus, mole, 'good morning'),
      world.posted('signe', dm('signe'), 'I work in Aarhus'),
      world.posted('signe', mole, 'Aarhus plays the cornet'),
      world.posted(aarhus, dm('aarhus-1'), 'forget everything about me'),
    );
    const left = await held();
    expect(left).not.toContain('cornet');
    expect(left).toContain('Aarhus');
  }, 60_000);
});
