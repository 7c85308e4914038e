import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { derivedId, event as build } from '#domain';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { channel, dm, memoriesOf, workspace, World } from './support/world.js';

const square = channel('square', workspace('town'));

describe('a message that changes', () => {
  let world: World;
  let engines: Engines;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => (engines = await openEngines(...given)));
  }, 120_000);
  afterAll(() => world.close());

  const asked = async (query: string): Promise<readonly string[]> =>
    memoriesOf(await world.ask('noor', square, query, { include_messages: true, top_k: 50 }));

  it('takes its facts with it when it is edited', async () => {
    await world.say('noor', square, 'hello');
    await world.say('hugo', square, 'I have a cat named Minka', { message_id: 'pet' });
    expect((await asked('what do you know about Hugo?')).join('\n')).toMatch(/Minka/u);
    await world.publish(world.edited('pet', square, 'I have a cat named Pascha'));
    await world.platform.settled(30_000);
    const after = (await asked('what do you know about Hugo?')).join('\n');
    expect(after).toMatch(/Pascha/u);
    expect(after).not.toMatch(/Minka/u);
  });

  it('is gone with its facts when it is deleted', async () => {
    await world.say('hugo', square, 'I play the accordion', { message_id: 'music' });
    expect((await asked('who plays the accordion?')).join('\n')).toMatch(/accordion/iu);
    await world.publish(world.deleted('music', square));
    await world.platform.settled(30_000);
    expect((await asked('who plays the accordion?')).join('\n')).not.toMatch(/accordion/iu);
  });

  it('ends what was told of its author as long as it denies it, and nothing that was told of others', async () => {
    const hut = channel('hut', workspace('town'));
    const held = async (): Promise<readonly string[]> => {
      const { body } = await world.call('GET', '/v1/memories?agent_id=helper&status=active&limit=200');
      return (body as { results: readonly { memory: string }[] }).results.map((one) => one.memory);
    };
    for (const who of ['ines', 'otis', 'wim']) await world.say(who, hut, 'good evening');
    await world.say('otis', hut, 'Ines plays the zither');
    await world.say('wim', hut, 'not true', { message_id: 'of-another' });
    await world.platform.settled(30_000);
    expect(await held()).toContain('Plays the zither');
    await world.say('ines', hut, 'used to!', { message_id: 'denial' });
    await world.platform.settled(30_000);
    expect(await held()).not.toContain('Plays the zither');
    await engines.log.rebuild(() => undefined);
    expect(await held()).not.toContain('Plays the zither');
    await world.publish(world.edited('denial', hut, 'and how!'));
    await world.platform.settled(30_000);
    expect(await held()).toContain('Plays the zither');
  });

  it('is quoted to nobody who may hear that it was put right, and to everybody again when that is deleted', async () => {
    const [kiosk, tram] = [channel('kiosk', workspace('town')), channel('tram', workspace('town'))];
    for (const who of ['ines', 'otis', 'wim']) await world.say(who, kiosk, 'good evening');
    const quoted = async (viewer: string): Promise<string> =>
      (
        await world.ask(viewer, kiosk, 'where is the puppet theatre on tour?', {
          threshold: null,
          include_messages: 'auto',
        })
      ).context;
    await world.say('otis', kiosk, 'puppet theatre on tour: hall C', { message_id: 'hall' });
    expect(await quoted('wim')).toMatch(/hall C/u);
    await world.say('otis', dm('otis'), 'ignore that, hall D', { reply_to: 'hall' });
    await world.say('otis', tram, 'hall D');
    await world.say('wim', kiosk, 'ignore that, hall D', { reply_to: 'hall', message_id: 'of-another' });
    await world.platform.settled(30_000);
    expect(await quoted('wim')).toMatch(/hall C/u);
    await world.say('otis', kiosk, 'ignore that, hall D', { reply_to: 'hall', message_id: 'right' });
    await world.platform.settled(30_000);
    expect(await quoted('wim')).not.toMatch(/hall C/u);
    await engines.log.rebuild(() => undefined);
    expect(await quoted('wim')).not.toMatch(/hall C/u);
    await world.publish(world.deleted('right', kiosk));
    await world.platform.settled(30_000);
    expect(await quoted('wim')).toMatch(/hall C/u);
  });

  it('is ended by what its author said of it later, though it arrives long after that', async () => {
    const hours = (ago: number): string => new Date(Date.now() - ago * 3_600_000).toISOString();
    await world.say('otis', square, 'I quit the bell ringers', { sent_at: hours(1) });
    await world.say('otis', square, 'I ring with the bell ringers', {
      sent_at: hours(30),
      message_id: 'late',
    });
    await world.say('otis', square, 'I own a harmonium', { sent_at: hours(29) });
    await world.platform.settled(30_000);
    const { body } = await world.call('GET', '/v1/memories?agent_id=helper&status=active&limit=200');
    const held = (body as { results: readonly { memory: string }[] }).results.map((one) => one.memory);
    expect(held).toContain('Owns a harmonium');
    expect(held.filter((memory) => /^Rings/u.test(memory))).toEqual([]);
  });

  it('may be deleted before it arrives', async () => {
    await world.publish(world.deleted('late', square));
    await world.say('hugo', square, 'I collect thimbles', { message_id: 'late' });
    expect((await asked('thimbles?')).join('\n')).not.toMatch(/thimble/iu);
  });

  it('is told to nobody but its author from its edit until its new words are read', async () => {
    await world.say('hugo', square, 'good morning, a fine day for a walk', { message_id: 'news' });
    expect((await asked('a fine day for a walk')).join('\n')).toContain('walk');
    const edited = build(
      'MessageEdited',
      {
        eventKey: '/test|unread-edit',
        platform: 'chat',
        messageId: 'news',
        sourceId: null,
        keyId: derivedId('test-edit'),
        agentId: null,
        at: new Date(),
        text: 'I was diagnosed with lupus, a bad day for a walk',
      },
      new Date(),
    );
    // Recorded, and nobody woken who would read it.
    await engines.log.write('default', (writer) =>
      writer.append([{ stream: 'message-test', events: [edited] }], {
        actor: 'test',
      }),
    );
    expect((await asked('a bad day for a walk: diagnosed with lupus')).join('\n')).not.toContain('lupus');
  });

  it.each(['with its place', 'without its place'])(
    'leaves no version of itself when its author has everything forgotten: edited %s',
    async (how) => {
      const id = `tea-${how}`;
      const edited = (text: string) => {
        const edit = world.edited(id, dm('frida'), text);
        const { source: _, ...data } = edit.data as Record<string, unknown>;
        return how === 'with its place' ? edit : { ...edit, data };
      };
      await world.say('frida', dm('frida'), 'I like tea', { message_id: id });
      await world.publish(edited('I like oolong tea'));
      await world.say('frida', dm('frida'), 'forget everything about me');
      await world.platform.settled(30_000);
      await world.publish(edited('I like lapsang tea'));
      const versions = async (): Promise<string> =>
        JSON.stringify([
          await engines.database.query('select * from message_revisions where message_id = $1', [id]),
          (
            await engines.log.read({ transactionId: 0n, position: 0n }, 10_000, { types: ['MessageEdited'] })
          ).map(({ data }) => data),
        ]);
      expect(await versions()).not.toMatch(/oolong|lapsang/u);
      await engines.log.rebuild(() => undefined);
      expect(await versions()).not.toMatch(/oolong|lapsang/u);
    },
  );
});
