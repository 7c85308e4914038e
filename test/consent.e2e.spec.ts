import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, dm, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

/** What may be told is what somebody let be told, in clear words, and only as long as they want it. */
describe('leave to tell', () => {
  let world: World;
  const hall = channel('chandlery', workspace('harbour'));
  beforeAll(async () => {
    world = await World.open();
    const crowd = [
      'ana',
      'alice',
      'berit',
      'clara',
      'dora',
      'edda',
      'frida',
      'greta',
      'hilde',
      'ines',
      'jonna',
    ];
    await world.publish(...crowd.map((person) => world.joined(person, hall)));
  }, 120_000);
  afterAll(() => world.close());

  const hears = async (what: string, viewer = 'ana', place: PlaceOf | null = null): Promise<boolean> => {
    const answer = await world.ask(viewer, place, `what do you know of the ${what}?`, { top_k: 100 });
    return [...memoriesOf(answer), answer.context].join('\n').includes(what);
  };
  const say = async (who: string, text: string, extra: Readonly<Record<string, unknown>> = {}) => {
    await world.say(who, dm(who), text, extra);
    await world.platform.settled(30_000);
  };
  const change = async (event: object) => {
    await world.publish(event);
    await world.platform.settled(30_000);
  };

  it('SC-42 is plain or it is none', async () => {
    await say('alice', 'I am looking for a new job');
    await say('alice', 'You can tell Ana to buy milk');
    expect(await hears('new job')).toBe(false);
    await say('alice', 'You can tell Ana that.');
    expect(await hears('new job')).toBe(true);
    await say('alice', "I am looking for a new job, don't tell Ana");
    expect(await hears('new job')).toBe(false);
    expect(await hears('new job', 'alice')).toBe(true);
  }, 60_000);

  it('is given with the reason why it may be told, and not where that changes it', async () => {
    await say('jonna', 'I carved a mandolin');
    for (const text of [
      "please tell Ana, she'd be delighted",
      "please tell Ana she'll be delighted",
      "please tell Ana, she'll be delighted once it is varnished",
      "please tell Ana, she'll be cross",
      "please tell Ana? she'll be delighted",
    ]) {
      await say('jonna', text);
      expect([text, await hears('mandolin')]).toEqual([text, false]);
    }
    await say('jonna', 'I carved a mandolin this spring');
    await say('jonna', "please tell Ana, she'll be delighted");
    expect(await hears('mandolin')).toBe(true);
    expect(await hears('mandolin', 'berit')).toBe(false);
  }, 60_000);

  it('that changes nothing says so', async () => {
    const outcome = async (text: string) => {
      const { status, body } = await world.call(
        'POST',
        '/v1/events?wait=indexed&timeout_ms=30000',
        world.posted('hilde', dm('hilde'), text),
      );
      expect(status).toBe(200);
      return (
        body as { results: readonly { facts: readonly { reason?: string }[] }[] }
      ).results[0]?.facts.map(({ reason }) => reason);
    };
    await outcome("I'm allergic to latex");
    await outcome('I collect sextants');
    expect(await outcome('You can tell Ana that I owe her 20 crowns')).toEqual(['nothing-held']);
    expect(await outcome("You can tell Ana that I'm allergic to latex")).toEqual(['too-sensitive']);
    expect(await outcome('You can tell Ana that I collect sextants')).toEqual(['shared']);
    expect(await outcome('You can tell Quirin that I collect sextants')).toEqual(['who-is-meant']);
    expect(await outcome('You can tell Ana to buy latex gloves')).toEqual([]);
    expect([await hears('latex'), await hears('crowns'), await hears('sextants')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('ends when it is taken back, in whatever words', async () => {
    await say('jonna', 'I am restoring a pinnace');
    await say('jonna', 'You can tell Ana that.');
    expect(await hears('pinnace')).toBe(true);
    await say('jonna', 'I withdraw my permission');
    expect([await hears('pinnace'), await hears('pinnace', 'jonna')]).toEqual([false, true]);
    await say('jonna', 'You can tell Ana about the pinnace');
    expect(await hears('pinnace')).toBe(true);
    await say('jonna', 'From now on say nothing to Ana');
    expect(await hears('pinnace')).toBe(false);
  }, 60_000);

  it('is none for what it does not name', async () => {
    await say('berit', 'I am moving to Narvik');
    for (const words of [
      'You can tell Ana about my new bicycle',
      "You can tell Ana that I'm not moving to Narvik",
      'You can tell Ana is curious',
      'I love figs',
      'You can tell Ana that I love figs',
    ])
      await say('berit', words);
    expect([await hears('Narvik'), await hears('figs')]).toEqual([false, true]);
  }, 60_000);

  it('lets nobody hear what an edit adds', async () => {
    await say('clara', 'I play the flugelhorn', { message_id: 'clara-1' });
    await say('clara', 'you can tell Ana');
    expect(await hears('flugelhorn')).toBe(true);
    await change(world.edited('clara-1', dm('clara'), 'I play the flugelhorn. I am allergic to walnuts'));
    expect([await hears('walnuts'), await hears('walnuts', 'clara')]).toEqual([false, true]);
  }, 60_000);

  it.each(['edited', 'deleted'])(
    'ends when its message is %s',
    async (how) => {
      const who = how === 'edited' ? 'dora' : 'edda';
      const what = how === 'edited' ? 'zither' : 'dulcimer';
      await say(who, `I play the ${what}`);
      await say(who, 'you can tell Ana', { message_id: `leave-${who}` });
      expect(await hears(what)).toBe(true);
      const id = `leave-${who}`;
      await change(
        how === 'edited' ? world.edited(id, dm(who), 'thanks anyway') : world.deleted(id, dm(who)),
      );
      expect([await hears(what), await hears(what, who)]).toEqual([false, true]);
    },
    60_000,
  );

  it('ends when the same is said once more to be kept from them', async () => {
    await say('frida', 'I live in Bergen');
    await say('frida', 'you can tell Ana that I live in Bergen');
    expect(await hears('Bergen')).toBe(true);
    await say('frida', "I live in Bergen, don't tell Ana");
    expect([await hears('Bergen'), await hears('Bergen', 'frida')]).toEqual([false, true]);
  }, 60_000);

  it('is given to the agent, and by nobody else', async () => {
    await say('greta', 'I restore clavichords');
    await world.say('hilde', dm('hilde'), 'You can tell Ana that Greta restores clavichords');
    await world.say('greta', hall, 'Hilde, you can tell Ana that I restore clavichords');
    await world.platform.settled(30_000);
    expect(await hears('clavichords')).toBe(false);
  }, 60_000);

  it('is given to nobody who takes the name later', async () => {
    await say('edda', 'I sold my flat in Turin');
    await say('edda', 'You can tell Quentin that I sold my flat in Turin');
    await change(world.renamed('clara', 'Quentin'));
    expect(await hears('Turin', 'clara')).toBe(false);
    await say('edda', 'You can tell Quentin that I sold my flat in Turin');
    expect(await hears('Turin', 'clara')).toBe(true);
  }, 60_000);

  it('is a yes to the agent that asks', async () => {
    await say('ines', 'I am learning Basque');
    const helper = { id: 'helper', kind: 'agent' as const };
    await world.say(helper, dm('ines'), 'Shall I tell Ana that you are learning Basque?');
    await say('ines', 'yes, go ahead');
    expect(await hears('Basque')).toBe(true);
  }, 60_000);
});
