import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatReply } from '#contracts';
import { proofCases } from '#testing';
import { openEngines } from './support/engines.js';
import { tokenOf, verifying } from './support/tokens.js';
import { channel, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

let world: World;
let holding: (needle: string) => Promise<readonly string[]>;
let minutes = 0;

beforeAll(async () => {
  world = await World.open(
    verifying,
    () => new Date(Date.now() + minutes * 60_000),
    async (...given) => {
      const engines = await openEngines(...given);
      const { database } = engines;
      holding = async (needle) => {
        const tables = await database.query<{ name: string }>(
          `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
        );
        const found: string[] = [];
        for (const { name } of tables) {
          const rows = await database.query(
            `select from ${name} t where position($1 in t::text) > 0 limit 1`,
            [needle],
          );
          if (rows.length > 0) found.push(name);
        }
        return found;
      };
      return engines;
    },
  );
}, 120_000);
afterAll(() => world.close());

const inn = workspace('inn');
const bar = channel('bar', inn);
const dmOf = (id: string, platform = 'chat'): PlaceOf => ({ type: 'dm', external_id: `dm-${id}`, platform });

interface Result {
  readonly status: string;
  readonly reply?: ChatReply;
}
const publish = async (event: object): Promise<Result> => {
  const { status, body, text } = await world.call('POST', '/v1/events?wait=indexed&timeout_ms=30000', event);
  if (status !== 200) throw new Error(`publishing answered ${String(status)}: ${text}`);
  return (body as { results: readonly Result[] }).results[0] ?? { status: 'none' };
};
const says = (id: string, place: PlaceOf, text: string, more: object = {}) =>
  world.posted({ id, ...(place.platform ? { platform: place.platform } : {}) }, place, text, { ...more });
const say = async (id: string, place: PlaceOf, text: string): Promise<ChatReply> => {
  const { reply } = await publish(says(id, place, text));
  if (!reply) throw new Error(`no reply to ${text}`);
  return reply;
};
const tell = (id: string, place: PlaceOf, text: string) => publish(says(id, place, text));
const on = (platform: string, id: string) => ({ platform, platform_user_id: id });
const hears = async (platform: string, id: string, query: string): Promise<string> =>
  memoriesOf(await world.ask(id, null, query, { viewer: on(platform, id) })).join(' | ');
const codeIn = ({ text }: ChatReply): string => /KITH-\w{4}-\w{4}/u.exec(text)?.[0] ?? '';
const wrong = 'KITH-0000-0001';

describe('a word for Kith itself', () => {
  it('is answered: who somebody says they are, and who they are proved to be', async () => {
    const place = dmOf('ada');
    expect(await say('ada', place, '/register Ada Lovelace')).toMatchObject({
      word: 'register',
      outcome: 'registered',
      private: true,
      text: expect.stringContaining('Ada Lovelace'),
    });
    expect((await say('ada', place, '/whoami')).text).toContain('not verified');
    const token = await tokenOf('auth0|ada');
    expect(await say('ada', place, `/verify ${token}`)).toMatchObject({ outcome: 'verified', private: true });
    expect((await say('ada', place, '/WhoAmI')).text).toContain('verified as auth0|ada');
    expect(await say('ada', place, `/verify@kith_bot ${token}`)).toMatchObject({ outcome: 'token-spent' });
    for (const part of token.split('.').slice(1)) expect(await holding(part)).toEqual([]);
    expect(await hears('chat', 'ada', 'verify register token')).toBe('');
  });

  it('tells among people nothing but a name', async () => {
    expect(await say('ada', bar, '/whoami')).toMatchObject({
      private: false,
      text: expect.not.stringContaining('auth0'),
    });
    expect(await say('ada', bar, '/link')).toMatchObject({ outcome: 'ask-in-private', private: false });
  });

  it.each([
    ['/verify hunter2', 'bad-token'],
    ['/verify', 'misused'],
    ['/register Cher', 'misused'],
    ['/link the other one', 'misused'],
  ])('that cannot be done is answered by how it is: %s', async (text, outcome) => {
    expect((await say('bo', dmOf('bo'), text)).outcome).toBe(outcome);
    expect(await holding('hunter2')).toEqual([]);
  });

  it('is the same whoever asks what came of it, and again', async () => {
    const event = says('cem', dmOf('cem'), `/verify ${await tokenOf('auth0|cem')}`);
    expect((await publish(event)).reply).toMatchObject({ outcome: 'verified' });
    expect((await publish(event)).reply).toMatchObject({ outcome: 'verified' });
    const { body } = await world.call('GET', `/v1/events/${event.id}?source=/test`);
    expect((body as Result).reply).toMatchObject({ word: 'verify', outcome: 'verified' });
  });

  it('is none in what an agent writes, nor in talk of it', async () => {
    const author = { author: { platform_user_id: 'kit', kind: 'agent' } };
    for (const event of [
      says('kit', dmOf('kit'), '/whoami', author),
      says('dov', dmOf('dov'), 'type /whoami to see who you are'),
    ])
      expect((await publish(event)).reply).toBeUndefined();
  });

  it('forgets what one said, in private and among people', async () => {
    for (const [id, place] of [
      ['eli', dmOf('eli')],
      ['fay', bar],
    ] as const) {
      await tell(id, place, 'I play the bassoon');
      expect(await hears('chat', id, 'bassoon')).toContain('bassoon');
      expect(await say(id, place, '/forget')).toMatchObject({ word: 'forget', text: 'It is forgotten.' });
      expect(await hears('chat', id, 'bassoon')).toBe('');
    }
  });

  it('forgets one thing of several', async () => {
    await tell('gus', dmOf('gus'), 'I live in Turin');
    await tell('gus', dmOf('gus'), 'My dog is called Biscuit');
    expect((await say('gus', dmOf('gus'), '/forget my dog')).text).toBe('It is forgotten.');
    const left = await hears('chat', 'gus', 'dog Turin');
    expect([left.includes('Turin'), left.includes('Biscuit')]).toEqual([true, false]);
  });

  it('forgets what is named by a bare topic, or by whom it is about, and says when nothing is', async () => {
    const place = dmOf('ove');
    await tell('ingrid', bar, 'hello everybody');
    for (const text of ['I like opera', 'I play golf on Sundays', 'Ingrid lives in Namsos'])
      await tell('ove', place, text);
    expect((await say('ove', place, '/forget falconry')).text).toContain('nothing that speaks of that');
    for (const topic of ['about golf', 'Ingrid'])
      expect((await say('ove', place, `/forget ${topic}`)).text).toBe('It is forgotten.');
    const left = await hears('chat', 'ove', 'what do you know of opera, golf and Ingrid?');
    expect(['opera', 'golf', 'Namsos'].map((word) => left.includes(word))).toEqual([true, false, false]);
  });
});

describe('a code', () => {
  it.each(
    (
      [
        [
          'hana',
          'telegram',
          'discord',
          'My favorite tea is oolong',
          'oolong',
          (code: string) => `/link ${code}`,
        ],
        ['ivo', 'slack:T1', 'irc', 'I work as a tailor', 'tailor', (code: string) => code.toLowerCase()],
        ['jun', 'whatsapp', 'matrix', 'I have two cats', 'cats', (code: string) => `@kith ${code}.`],
      ] as const
    ).slice(0, proofCases(3, 1)),
  )(
    'that %s was given on %s joins the accounts when it is said on %s',
    async (id, one, other, words, fragment, wording) => {
      await tell(id, dmOf(id, one), words);
      expect(await hears(other, `${id}2`, fragment)).toBe('');
      const given = await say(id, dmOf(id, one), '/link');
      expect([given.outcome, given.private]).toEqual(['code-given', true]);
      const code = codeIn(given);
      const said = await say(`${id}2`, dmOf(`${id}2`, other), wording(code));
      expect(said).toMatchObject({ word: 'link', outcome: 'linked' });
      expect(said.text).toContain(`${id} on ${one}`);
      expect(await hears(other, `${id}2`, fragment)).toContain(fragment);
      expect(await holding(code)).toEqual([]);
      // And is over with that.
      expect((await say('thief', dmOf('thief', one), `/link ${code}`)).outcome).toBe('no-such-code');
    },
  );

  it('overheard is good for nothing: said aloud it is over, and tells nobody whether it was one', async () => {
    await tell('kai', dmOf('kai', 'telegram'), 'I collect thimbles');
    const code = codeIn(await say('kai', dmOf('kai', 'telegram'), '/link'));
    const aloud = await say('kai2', bar, `/link ${code}`);
    const guess = await say('kai2', bar, `/link ${wrong}`);
    expect([aloud.outcome, aloud.text]).toEqual(['said-aloud', guess.text]);
    expect((await say('mallory', dmOf('mallory'), code)).outcome).toBe('no-such-code');
    expect(await hears('chat', 'mallory', 'thimbles')).toBe('');
    expect(await holding(code)).toEqual([]);
  });

  it('in the midst of talk among people is over as well', async () => {
    const code = codeIn(await say('lev', dmOf('lev', 'telegram'), '/link'));
    const talk = `${'I was told to say this somewhere, and I do not know where that is supposed to be. '.repeat(3)}${code}`;
    expect((await publish(says('lev2', bar, talk))).reply).toBeUndefined();
    expect((await say('mallory', dmOf('mallory'), code)).outcome).toBe('no-such-code');
  });

  it('that somebody asks about joins nobody, and may be said afterwards', async () => {
    await tell('vera', dmOf('vera'), 'I breed newts');
    const code = codeIn(await say('wolf', dmOf('wolf', 'telegram'), '/link'));
    const asked = await say('vera', dmOf('vera'), `Wolf wants me to tell you ${code}`);
    expect(asked).toMatchObject({ word: 'link', outcome: 'misused', private: true });
    expect(await hears('telegram', 'wolf', 'newts')).toBe('');
    expect(await holding(code)).toEqual([]);
    expect((await say('vera', dmOf('vera'), code)).outcome).toBe('linked');
  });

  it.each([
    ['is over when it comes to stand among people by an edit', 'xeno', 'no-such-code'],
    ['is over when an agent writes it among people', 'yann', 'no-such-code'],
    ['is good when an agent wrote it to its one person alone', 'zola', 'linked'],
  ])('%s', async (_, id, outcome) => {
    const code = codeIn(await say(id, dmOf(id, 'telegram'), '/link'));
    const answer = { author: { platform_user_id: 'kit', kind: 'agent' } };
    const roster = { participants: [{ platform_user_id: id }] };
    await publish(says('kit', dmOf(id, 'telegram'), `Say ${code}`, { ...answer, ...roster }));
    if (id === 'yann') await publish(says('kit', bar, `Say ${code}`, answer));
    if (id === 'xeno') {
      const before = says(id, bar, 'I like plums');
      await publish(before);
      const edited = {
        platform: 'chat',
        message_id: before.id,
        text: `Plums, and ${code}`,
        edited_at: new Date().toISOString(),
      };
      await publish({ ...before, id: `edit-${id}`, type: 'kith.message.edited.v1', data: edited });
    }
    expect((await say(`${id}2`, dmOf(`${id}2`), code)).outcome).toBe(outcome);
    expect(await holding(code)).toEqual([]);
  });

  it('said in a dm that somebody else reads is said aloud', async () => {
    const code = codeIn(await say('mia', dmOf('mia', 'telegram'), '/link'));
    const shared = dmOf('mia-and-nil');
    const roster = { participants: [{ platform_user_id: 'nil' }] };
    expect((await publish(says('mia2', shared, code, roster))).reply?.outcome).toBe('said-aloud');
    // Whoever was seen there reads there, whether or not the next event says so.
    await tell('nil', shared, 'good evening');
    const again = codeIn(await say('mia', dmOf('mia', 'telegram'), '/link'));
    expect((await say('mia2', shared, again)).outcome).toBe('said-aloud');
  });

  it('cannot be guessed: after five wrong ones a right one is not looked at', async () => {
    await tell('ora', dmOf('ora', 'telegram'), 'I sing in a choir');
    const code = codeIn(await say('ora', dmOf('ora', 'telegram'), '/link'));
    for (let n = 0; n < 5; n += 1)
      expect((await say('peg', dmOf('peg'), `/link KITH-0000-000${String(n)}`)).outcome).toBe('no-such-code');
    expect((await say('peg', dmOf('peg'), code)).outcome).toBe('too-many-tries');
    expect(await hears('chat', 'peg', 'choir')).toBe('');
    expect((await say('ora2', dmOf('ora2'), code)).outcome).toBe('linked');
  });

  it('is over after ten minutes, and when another one is asked for', async () => {
    const first = codeIn(await say('quy', dmOf('quy', 'telegram'), '/link'));
    const second = codeIn(await say('quy', dmOf('quy', 'telegram'), '/link'));
    expect(second).not.toBe(first);
    expect((await say('quy2', dmOf('quy2'), first)).outcome).toBe('no-such-code');
    minutes += 11;
    expect((await say('quy2', dmOf('quy2'), second)).outcome).toBe('no-such-code');
  });

  it('said by the account that it was given to joins nobody', async () => {
    const code = codeIn(await say('rae', dmOf('rae', 'telegram'), '/link'));
    expect((await say('rae', dmOf('rae', 'telegram'), code)).outcome).toBe('own-code');
    expect((await say('rae2', dmOf('rae2'), code)).outcome).toBe('linked');
  });

  it('of two accounts of one platform, or of two people who are verified, waits for an operator', async () => {
    await tell('sol', dmOf('sol'), 'I fear heights');
    const code = codeIn(await say('sol', dmOf('sol'), '/link'));
    expect((await say('tao', dmOf('tao'), code)).outcome).toBe('waits-for-review');
    expect(await hears('chat', 'tao', 'heights')).toBe('');
    await say('uma', dmOf('uma', 'telegram'), `/verify ${await tokenOf('auth0|uma')}`);
    await say('vic', dmOf('vic', 'discord'), `/verify ${await tokenOf('auth0|vic')}`);
    const other = codeIn(await say('uma', dmOf('uma', 'telegram'), '/link'));
    expect((await say('vic', dmOf('vic', 'discord'), other)).outcome).toBe('waits-for-review');
  });

  it('is given and said by calls too', async () => {
    await tell('wes', dmOf('wes', 'telegram'), 'I paint barns');
    const given = await world.call('POST', '/v1/identity/link-codes', on('telegram', 'wes'));
    const { code } = given.body as { code: string };
    const confirm = (id: string) =>
      world.call('POST', '/v1/identity/link-codes/confirm', { ...on('signal', id), code });
    expect((await confirm('wes2')).body).toMatchObject({
      platform_links: [on('signal', 'wes2'), on('telegram', 'wes')],
    });
    expect(await hears('signal', 'wes2', 'barns')).toContain('barns');
    const again = await confirm('thief');
    expect([again.status, (again.body as { errors: readonly { path: string }[] }).errors[0]?.path]).toEqual([
      409,
      'code',
    ]);
  });
});

describe('two accounts that are one, and are verified as two people', () => {
  const verified = async (platform: string, id: string, sub: string): Promise<void> => {
    const body = { ...on(platform, id), token: await tokenOf(sub) };
    expect((await world.call('POST', '/v1/identity/verify', body)).status).toBe(200);
  };
  const waiting = async (): Promise<readonly { readonly id: string; readonly suspicions: unknown }[]> => {
    const { body } = await world.call('GET', '/v1/reviews?kind=alias_link&status=pending&limit=200');
    return (
      body as {
        results: readonly { readonly id: string; readonly suspicions: readonly { kind: string }[] }[];
      }
    ).results.filter(({ suspicions }) => suspicions.some(({ kind }) => kind === 'conflicting-verified-ids'));
  };
  const asOther = async (id: string, verdict: string): Promise<number> =>
    (await world.call('POST', `/v1/reviews/${id}/${verdict}`, {}, await world.keyFor('operator'))).status;

  it('part at once where a code joined them, and are asked about', async () => {
    await tell('abe', dmOf('abe', 'telegram'), 'I breed llamas');
    await say('bea', dmOf('bea', 'signal'), codeIn(await say('abe', dmOf('abe', 'telegram'), '/link')));
    await verified('telegram', 'abe', 'auth0|abe');
    expect(await hears('signal', 'bea', 'llamas')).toContain('llamas');
    const before = await waiting();
    await verified('signal', 'bea', 'auth0|bea');
    expect(await hears('signal', 'bea', 'llamas')).toBe('');
    expect(await hears('telegram', 'abe', 'llamas')).toContain('llamas');
    const asked = (await waiting()).filter(({ id }) => !before.some((one) => one.id === id));
    expect(asked).toHaveLength(1);
    expect(await asOther(asked[0]?.id ?? '', 'approve')).toBe(200);
    expect(await hears('signal', 'bea', 'llamas')).toContain('llamas');
    await verified('signal', 'bea', 'auth0|bea');
    expect(await waiting()).toHaveLength(before.length);
  });

  it('stay one where an operator said so, and are asked about', async () => {
    await tell('cal', dmOf('cal', 'telegram'), 'I breed alpacas');
    await tell('dot', dmOf('dot', 'signal'), 'hello');
    const link = await world.link('telegram:cal', 'signal:dot');
    await verified('telegram', 'cal', 'auth0|cal');
    expect(await hears('signal', 'dot', 'alpacas')).toContain('alpacas');
    await verified('signal', 'dot', 'auth0|dot');
    expect(await hears('signal', 'dot', 'alpacas')).toContain('alpacas');
    expect((await waiting()).map(({ id }) => id)).toContain(link);
    expect(await asOther(link, 'reject')).toBe(200);
    expect(await hears('signal', 'dot', 'alpacas')).toBe('');
    expect((await waiting()).map(({ id }) => id)).not.toContain(link);
  });
});

describe('an account that an operator says is somebody else', () => {
  it('reads no more what it read as whom it was taken for, and the others of that person stay one', async () => {
    const verify = async (platform: string, id: string, sub: string, more: object = {}) =>
      (
        await world.call('POST', '/v1/identity/verify', {
          ...on(platform, id),
          token: await tokenOf(sub),
          ...more,
        })
      ).status;
    await tell('zed', dmOf('zed', 'web'), 'I restore clocks');
    expect(await verify('mail', 'zed', 'auth0|zed')).toBe(200);
    expect(await verify('web', 'zed', 'auth0|zed')).toBe(200);
    expect(await verify('phone', 'zed', 'auth0|zed')).toBe(200);
    expect(await hears('mail', 'zed', 'clocks')).toContain('clocks');
    expect(await verify('mail', 'zed', 'auth0|yan')).toBe(409);
    expect(await verify('mail', 'zed', 'auth0|yan', { rebind: true })).toBe(200);
    expect(await hears('mail', 'zed', 'clocks')).toBe('');
    expect(await hears('phone', 'zed', 'clocks')).toContain('clocks');
  });
});

describe('SC-21 a guest who verifies', () => {
  it.each(
    [
      ['slack', 'telegram', 'jane', 'I prefer morning appointments', 'morning'],
      ['discord', 'whatsapp', 'otis', 'I am allergic to walnuts', 'walnuts'],
      ['web', 'matrix', 'u-9', 'I live in Oporto', 'Oporto'],
    ].slice(0, proofCases(3, 1)),
  )(
    'on %s and then on %s is one person, and keeps what they said',
    async (one, other, id, words, fragment) => {
      const scopeOf = async (platform: string, who: string) =>
        (await world.call('GET', `/v1/scope?platform=${platform}&platform_user_id=${who}`)).body as {
          user_id: string;
          scope_key: string;
        };
      await say(id, dmOf(id, one), `/register ${id.length > 3 ? 'Jane' : 'Una'} Doe`);
      await tell(id, dmOf(id, one), words);
      const guest = await scopeOf(one, id);
      expect(guest.scope_key).toBe(guest.user_id);
      await say(id, dmOf(id, one), `/verify ${await tokenOf(`auth0|${id}-of-21`)}`);
      expect(await scopeOf(one, id)).toMatchObject({
        scope_key: `auth0|${id}-of-21`,
        user_id: guest.user_id,
      });
      expect(await hears(one, id, fragment)).toContain(fragment);
      await tell(`${id}-b`, dmOf(`${id}-b`, other), 'good morning');
      expect(await hears(other, `${id}-b`, fragment)).toBe('');
      await say(`${id}-b`, dmOf(`${id}-b`, other), `/verify ${await tokenOf(`auth0|${id}-of-21`)}`);
      expect(await scopeOf(other, `${id}-b`)).toMatchObject({
        scope_key: `auth0|${id}-of-21`,
        user_id: guest.user_id,
      });
      expect(await hears(other, `${id}-b`, fragment)).toContain(fragment);
    },
  );
});
