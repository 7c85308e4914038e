import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agent, channel, dm, memoriesOf, workspace, World } from './support/world.js';

const mill = channel('mill', workspace('mill-space'));
const yard = channel('yard', workspace('town'), 'restricted');
const quay = channel('quay', workspace('town'), 'restricted');
const orchard = workspace('orchard');
const barn = channel('barn', orchard);

let world: World;
beforeAll(async () => {
  world = await World.open();
}, 120_000);
afterAll(() => world.close());

/** "Forget that" does what it says, or says that it did not. */
describe('an order to forget what was said just now', () => {
  beforeAll(async () => {
    await world.publish(...['aino', 'bero', 'ciska'].map((person) => world.joined(person, mill)));
  });

  const tells = async (word: string): Promise<boolean> => {
    const extra = { include_messages: true, top_k: 50 };
    const answer = await world.ask('bero', mill, `who has to do with ${word}?`, extra);
    return [...memoriesOf(answer), answer.context].join('\n').includes(word);
  };
  const outcome = async (...given: Parameters<World['say']>): Promise<readonly unknown[]> =>
    (await world.say(...given)).map(({ outcome: came, count, ...rest }) => [
      came,
      count ?? ('reason' in rest ? rest.reason : null),
    ]);

  it('reaches what its speaker stated last, whoever spoke since and whatever excuse follows', async () => {
    await world.say('aino', mill, 'I collect thimbles');
    await world.say('bero', mill, 'I collect corks');
    await world.say('aino', mill, 'haha');
    expect(await outcome('aino', mill, 'Forget that please, wrong room')).toEqual([['FORGOTTEN', 1]]);
    expect([await tells('thimbles'), await tells('corks')]).toEqual([false, true]);
  }, 60_000);

  it('reaches words of which no memory was drawn', async () => {
    await world.say('ciska', mill, 'ugh, what a dreadful bagpipe solo that was');
    expect(await tells('bagpipe')).toBe(true);
    expect(await outcome('ciska', mill, 'oops, forget that, that was meant for somebody else')).toEqual([
      ['FORGOTTEN', 1],
    ]);
    expect(await tells('bagpipe')).toBe(false);
  }, 60_000);

  it.each([
    ['I swim at the Sorvali baths', 'also, delete what I said about the baths, closed since may', 'Sorvali'],
    [
      'my tailor is on Pier Lane',
      'and please remove what I told you about my tailor because he retired',
      'Pier',
    ],
    [
      'I rent a garage in Halli',
      "oh, one more thing, forget what I said about the garage. it's sold",
      'Halli',
    ],
    ['I drink barley coffee', 'ok so forget about the barley coffee pls, the doctor was right', 'barley'],
  ])(
    'is heard with words before it and reasons after it: %s',
    async (said, order, word) => {
      const room = dm('helmi');
      await world.say('helmi', room, said);
      expect(await outcome('helmi', room, order)).toContainEqual(['FORGOTTEN', 1]);
      const answer = await world.ask('helmi', room, 'what did I say?', {
        include_messages: true,
        threshold: 0,
      });
      expect(JSON.stringify(answer)).not.toContain(word);
    },
    60_000,
  );

  it.each([
    ['I keep a tortoise', 'forget what I said about the tortoise, the old one in the shed'],
    ['I keep a tortoise', 'delete what I said about the tortoise, except its name'],
    ['I keep a tortoise', 'he told me to delete what I said about the tortoise, I moved'],
    ['I keep a tortoise', 'I never forget what I said about the tortoise'],
  ])(
    'reaches nothing further than it says: %s; %s',
    async (said, order) => {
      const room = dm('irja');
      await world.say('irja', room, said);
      const outcomes = await outcome('irja', room, order);
      expect(JSON.stringify(outcomes)).not.toContain('FORGOTTEN');
      const answer = await world.ask('irja', room, 'what do I keep?', { threshold: 0 });
      expect(JSON.stringify(answer)).toContain('tortoise');
    },
    60_000,
  );

  it('says that nothing was meant where nothing goes, and counts nothing', async () => {
    const room = dm('jorma');
    await world.say('jorma', room, 'I play bandy');
    expect(await outcome('jorma', room, 'forget what I said about the yacht')).toEqual([
      ['NOOP', 'nothing-meant'],
    ]);
  }, 60_000);

  it('reaches what it answers, as far as they may forget it', async () => {
    const mentions = [{ platform_user_id: 'bero', handle: 'bero' }];
    await world.say('aino', mill, '@bero is allergic to mustard', { message_id: 'of-bero', mentions });
    await world.say('aino', mill, 'I play the dulcimer', { message_id: 'of-aino' });
    expect(await outcome('bero', mill, 'forget that, it was private', { reply_to: 'of-aino' })).toEqual([
      ['NOOP', 'nothing-meant'],
    ]);
    expect(await outcome('bero', mill, 'forget that, it was private', { reply_to: 'of-bero' })).toEqual([
      ['FORGOTTEN', 1],
    ]);
    expect([await tells('mustard'), await tells('dulcimer')]).toEqual([false, true]);
  }, 60_000);

  it('says so where nothing can be told to be meant, until that arrives', async () => {
    const room = dm('dorte');
    const before = world.at();
    expect(await outcome('dorte', room, 'forget that')).toEqual([['NOOP', 'nothing-meant']]);
    await world.say('dorte', room, 'I keep a tame magpie', { sent_at: before });
    await world.platform.settled(30_000);
    const answer = await world.ask('dorte', room, 'what about the magpie?', { include_messages: true });
    expect([...memoriesOf(answer), answer.context].join('\n')).not.toContain('magpie');
  }, 60_000);

  it('reaches what another told of them, and what is asked by its matter; else it is answered by a reason', async () => {
    const club = { type: 'group', external_id: 'club', access: 'open', history: 'visible' } as const;
    await world.publish(...['fanni', 'gero'].map((person) => world.joined(person, club)));
    await world.say('gero', club, 'Fanni works at the cannery');
    await world.say('fanni', club, 'I live in Hamina');
    const room = dm('fanni');
    expect(await outcome('fanni', room, 'forget what Gero said about me')).toEqual([['FORGOTTEN', 1]]);
    expect(await outcome('fanni', room, 'forget where I live')).toEqual([['FORGOTTEN', 1]]);
    const answer = await world.ask('fanni', room, 'where do I live and work?', { include_messages: true });
    expect(JSON.stringify(answer)).not.toMatch(/cannery|Hamina/u);
    expect(await outcome('fanni', room, 'forget all of it')).toEqual([['NOOP', 'nothing-meant']]);
    expect(await outcome('fanni', room, 'forget everything about Gero')).toContainEqual([
      'NOOP',
      'others-not-forgotten',
    ]);
    expect(await outcome('fanni', club, '/forget everything I said here')).toEqual([
      ['NOOP', 'order-with-exception'],
    ]);
  }, 60_000);

  it('does less rather than more than it asks, and says what it left undone', async () => {
    const room = dm('elmo');
    await world.say('elmo', room, 'I live in Vardo');
    const except = 'forget everything about me and my ex except the dog';
    expect(await outcome('elmo', room, except)).toEqual([['NOOP', 'order-with-exception']]);
    const ask = async () => JSON.stringify(await world.ask('elmo', room, 'where do I live?'));
    expect(await ask()).toContain('Vardo');
    expect(await outcome('elmo', room, 'forget everything about me and my ex')).toEqual([
      ['NOOP', 'others-not-forgotten'],
      ['FORGOTTEN', 1],
    ]);
    expect(await ask()).not.toContain('Vardo');
  }, 60_000);

  it('tells what it left undone also when it is read again without its words, which went with the rest', async () => {
    const room = dm('sunniva');
    await world.say('sunniva', room, 'I live in Narvik');
    const order = world.posted('sunniva', room, 'forget everything about me and my ex');
    await world.publish(order);
    await world.platform.settled(30_000);
    const { body } = await world.call('GET', `/v1/events/${order.id}?source=/test`);
    const { facts } = body as { facts: readonly { outcome: string; reason?: string }[] };
    expect(facts.map(({ outcome: came, reason }) => [came, reason])).toEqual([
      ['NOOP', 'others-not-forgotten'],
      ['FORGOTTEN', undefined],
    ]);
  }, 60_000);
});

describe('a value that somebody asks to forget', () => {
  const contextFor = async (person: string, query: string): Promise<string> =>
    (await world.ask(person, null, query, { include_messages: true, top_k: 50 })).context;

  it('goes from what they said and from what the place said, and the rest of it stays', async () => {
    await world.say('ines', yard, 'hello');
    await world.say('omar', yard, 'The crane label is tug-31, and the crane is blue');
    await world.say('ines', quay, 'Ask Milo about tug-31 tomorrow');
    expect(await contextFor('ines', 'what is the crane label?')).toMatch(/tug-31/u);
    await world.say('ines', yard, 'Please delete the label tug-31 from your memory');
    await world.platform.settled(30_000);
    const after = await contextFor('ines', 'what is the crane label?');
    expect(after).not.toMatch(/tug-31/u);
    expect(after).toMatch(/crane is blue/iu);
    expect(await contextFor('omar', 'what is the crane label?')).not.toMatch(/tug-31/u);
    expect(await contextFor('ines', 'Milo tomorrow')).not.toMatch(/tug-31/u);
  });

  it('stays where another said it of themselves, and where another place said it', async () => {
    await world.say('omar', yard, 'my boat label is box-77');
    await world.say('omar', quay, 'the label of the barge is barge-12');
    await world.say('ines', yard, 'Delete the code box-77 and the label barge-12 from your memory');
    await world.platform.settled(30_000);
    expect(await contextFor('omar', 'what is my boat label?')).toMatch(/box-77/u);
    expect(await contextFor('omar', 'what is the label of the barge?')).toMatch(/barge-12/u);
  });

  it('may be told anew', async () => {
    await world.say('omar', yard, 'The label of the winch is winch-8');
    await world.say('omar', yard, 'Delete the label winch-8 from your memory');
    await world.platform.settled(30_000);
    expect(await contextFor('omar', 'what is the label of the winch?')).not.toMatch(/winch-8/u);
    await world.say('omar', yard, 'The label of the winch is winch-8 again');
    expect(await contextFor('omar', 'what is the label of the winch?')).toMatch(/winch-8/u);
  });
});

/** What is forgotten by a call is not told again by the message that said it. */
describe('the message of a forgotten memory', () => {
  let client: string;
  beforeAll(async () => {
    client = await world.keyFor('client');
    await world.publish(...['gita', 'hugo', 'ivar'].map((id) => world.joined(id, barn)));
  });

  const contextFor = async (person: string, query: string): Promise<string> =>
    (
      await Promise.all(
        [barn, dm(person), null].map((place) =>
          world.ask(person, place, query, { include_messages: true, top_k: 50 }),
        ),
      )
    )
      .map(({ context, results }) => context + JSON.stringify(results))
      .join('\n');
  const forget = async (viewer: string, id: string): Promise<number> =>
    (
      await world.call(
        'DELETE',
        `/v1/memories/${id}?agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=${viewer}`,
        undefined,
        client,
      )
    ).status;

  it('is told to nobody once its speaker had it forgotten, while their other words are', async () => {
    await world.say('gita', barn, 'I play the zither');
    const [fact] = await world.say('gita', barn, 'I hate rhubarb');
    expect(await contextFor('hugo', 'rhubarb')).toMatch(/I hate rhubarb/u);
    expect(await forget('gita', fact?.memory_id ?? '')).toBe(200);
    for (const person of ['gita', 'hugo']) expect(await contextFor(person, 'rhubarb')).not.toMatch(/hate/iu);
    await world.platform.settled(30_000);
    for (const person of ['gita', 'hugo']) expect(await contextFor(person, 'rhubarb')).not.toMatch(/hate/iu);
    expect(await contextFor('hugo', 'zither')).toMatch(/I play the zither/u);
  });

  it('is told to nobody once a subject had it forgotten', async () => {
    const [fact] = await world.say('hugo', barn, '@ivar likes parsnips', {
      mentions: [{ platform_user_id: 'ivar', handle: 'ivar' }],
    });
    expect(await contextFor('gita', 'parsnips')).toMatch(/@ivar likes parsnips/u);
    expect(await forget('ivar', fact?.memory_id ?? '')).toBe(200);
    for (const person of ['gita', 'hugo', 'ivar'])
      expect(await contextFor(person, 'parsnips')).not.toMatch(/likes/iu);
  });
});

describe('SC-45 an order to delete', () => {
  it.each([
    [
      'teapot',
      'The spare key is in the teapot',
      'Delete the note about the teapot, do not bring it up again',
    ],
    [
      'culvert',
      'We meet at the culvert on Monday',
      'please forget what I said about the culvert and never mention it',
    ],
    ['Larsen', 'Our plumber is Mr Larsen', "erase the part about Larsen; don't keep it, thanks"],
  ])(
    'is no memory, and does what it says: %s',
    async (what, said, order) => {
      const place = channel(`pantry-${what}`, workspace(`inn-${what}`));
      for (const person of ['rina', 'omar']) await world.publish(world.joined(person, place));
      await world.say('rina', place, said);
      await world.say('rina', place, order);
      await world.platform.settled(30_000);
      for (const viewer of ['omar', 'rina'])
        for (const where of [place, dm(viewer)])
          for (const extra of [{}, { include_messages: true }]) {
            const { results, context } = await world.ask(viewer, where, `what of the ${what}?`, extra);
            const told = `${results.map(({ memory }) => memory).join()} ${context}`;
            expect([viewer, where.type, extra, told]).toEqual([
              viewer,
              where.type,
              extra,
              expect.not.stringContaining(what),
            ]);
          }
    },
    60_000,
  );
});
