import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '#database';
import { accountEntityId } from '#domain';
import { openEngines } from './support/engines.js';
import { tokenOf, verifying } from './support/tokens.js';
import { memoriesOf, World, type PersonOf, type PlaceOf } from './support/world.js';

interface Asked {
  readonly link_id: string;
  readonly status: string;
  readonly conflict: string | null;
  readonly kinds: readonly string[];
}

/** What Kith itself asks about people whom it comes to know: SC-23, and who copies a name. */
describe('a link that nobody asked for', () => {
  let world: World;
  let database: Database;
  beforeAll(async () => {
    world = await World.open(
      verifying,
      () => new Date(),
      async (...given) => {
        const engines = await openEngines(...given);
        ({ database } = engines);
        return engines;
      },
    );
  }, 120_000);
  afterAll(() => world.close());

  const dmOn = (platform: string, person: string): PlaceOf => ({
    type: 'dm',
    external_id: `dm-${person}`,
    platform,
  });
  const tell = (platform: string, person: PersonOf, text: string) =>
    world.say({ ...person, platform }, dmOn(platform, person.id), text, { platform });
  const asks = async (platform: string, person: string, query: string): Promise<string> =>
    memoriesOf(
      await world.ask(person, dmOn(platform, person), query, {
        viewer: { platform, platform_user_id: person },
      }),
    ).join();
  const entity = (account: string): string => {
    const at = account.lastIndexOf(':');
    return accountEntityId('default', account.slice(0, at), account.slice(at + 1));
  };
  /** What lies between two accounts, once all that was published is dealt with. */
  const between = async (one: string, other: string): Promise<Asked | undefined> => {
    await world.platform.settled(30_000);
    const rows = await database.query<Asked>(
      `select link_id, status, conflict, array(select jsonb_array_elements(evidence)->>'kind') as kinds
       from identity_links where from_entity = any($1::uuid[]) and to_entity = any($1::uuid[])`,
      [[entity(one), entity(other)]],
    );
    return rows[0];
  };

  it.each([
    ['telegram', { id: 'sam-1', handle: 'sam' }, 'discord', { id: '77', handle: 'sam' }, 'same-handle'],
    [
      'slack:T024',
      { id: 'U9', handle: 'Marten_Oyelaran' },
      'irc',
      { id: 'n1', handle: 'marten_oyelaran|away' },
      'same-handle-undecorated',
    ],
    [
      'matrix',
      { id: 'm3', handle: 'brambl3wick' },
      'forum',
      { id: 'f3', handle: 'bramblewick88' },
      'same-handle-respelled',
    ],
  ])(
    'is asked for a handle that is alike on %s and elsewhere, and changes nothing before it is decided',
    async (here, one, there, other, kind) => {
      await tell(here, one, "I'm allergic to peanuts");
      await tell(there, other, 'I play the oboe');
      const asked = await between(`${here}:${one.id}`, `${there}:${other.id}`);
      expect(asked).toMatchObject({ status: 'pending', conflict: null });
      expect(asked?.kinds).toContain(kind);
      expect(await asks(there, other.id, 'what am I allergic to?')).not.toContain('peanuts');
      const { status } = await world.call('POST', `/v1/reviews/${asked?.link_id ?? ''}/approve`, {});
      expect(status).toBe(200);
      expect(await asks(there, other.id, 'what am I allergic to?')).toContain('peanuts');
    },
  );

  it('is not asked again once somebody said that they are two', async () => {
    await tell('telegram', { id: 'rita-1', handle: 'rita_vasconcelos' }, 'I own a kayak');
    await tell('discord', { id: 'rita-2', handle: 'ritavasconcelos' }, 'I own a loom');
    const asked = await between('telegram:rita-1', 'discord:rita-2');
    await world.call('POST', `/v1/reviews/${asked?.link_id ?? ''}/reject`, {});
    await tell('discord', { id: 'rita-2', handle: 'rita.vasconcelos' }, 'I sold my loom');
    expect(await between('telegram:rita-1', 'discord:rita-2')).toMatchObject({ status: 'rejected' });
  });

  it.each([
    [
      'who only show the same name',
      { id: 'u1', handle: 'zx81', name: 'Tilda Broom' },
      'discord',
      { id: 'u2', handle: 'qm40', name: 'Tilda Broom' },
    ],
    ['of one platform', { id: 'o1', handle: 'wendeline' }, 'telegram', { id: 'o2', handle: 'wendeline_' }],
    [
      'of one family',
      { id: 'p1', handle: 'emma_castellane' },
      'discord',
      { id: 'p2', handle: 'egbert_castellane' },
    ],
    [
      'who are agents',
      { id: 'b1', handle: 'helperbot', kind: 'agent' },
      'discord',
      { id: 'b2', handle: 'helperbot', kind: 'agent' },
    ],
  ] as const)('is never asked of two %s', async (_, one, there, other) => {
    await tell('telegram', one, 'good evening');
    await tell(there, other, 'good evening');
    expect(await between(`telegram:${one.id}`, `${there}:${other.id}`)).toBeUndefined();
  });

  it('is asked where names say too little, and both talk with the same people', async () => {
    // Of a name that many bear somewhere the likeness says less.
    const handles = ['thistledown', 'thistlewick', 'thistlebay', 'thistlefen', 'thistlecot'];
    for (const [at, handle] of [...handles.entries()].reverse())
      await tell(
        at === 0 ? 'telegram' : `net${String(at)}`,
        { id: `th-${String(at)}`, handle },
        'good evening',
      );
    const pair = ['telegram:th-0', 'net1:th-1'] as const;
    expect(await between(...pair)).toBeUndefined();
    const mentions = ['ida', 'ole', 'pim'].map((id) => ({
      platform: 'telegram',
      platform_user_id: `c-${id}`,
    }));
    for (const [platform, id, handle] of [
      ['telegram', 'th-0', 'thistledown'],
      ['net1', 'th-1', 'thistlewick'],
      ['net2', 'th-2', 'thistlebay'],
    ] as const) {
      const hall: PlaceOf = { type: 'group', external_id: `hall-${id}`, platform };
      const said = { platform, mentions: id === 'th-2' ? mentions.slice(0, 1) : mentions };
      await world.say({ id, handle, platform }, hall, 'shall we begin?', said);
      await world.publish(world.joined({ id, handle, platform }, { ...hall, external_id: `porch-${id}` }));
    }
    const asked = await between(...pair);
    expect(asked).toMatchObject({ status: 'pending' });
    expect(asked?.kinds).toContain('shared-contacts');
    expect(await between('telegram:th-0', 'net2:th-2')).toBeUndefined();
  });

  it('tells a reviewer what came to speak for it since it was asked, and asks nothing that was rejected', async () => {
    const talk = async (who: string, there: string, ...people: readonly string[]) => {
      const mentions = people.map((id) => ({ platform: 'telegram', platform_user_id: `w-${id}` }));
      const hall: PlaceOf = { type: 'group', external_id: `den-${who}`, platform: there };
      const at = { platform: there, mentions };
      await world.say({ id: who, handle: who.replace(/-.*/u, ''), platform: there }, hall, 'who is in?', at);
    };
    const pairs = [
      ['wolframbeck-1', 'wolframbeck-2'],
      ['isengrimm-1', 'isengrimm-2'],
    ] as const;
    const asked = [];
    for (const [one, other] of pairs) {
      await tell('telegram', { id: one, handle: one.replace(/-.*/u, '') }, 'good evening');
      await tell('irc', { id: other, handle: other.replace(/-.*/u, '') }, 'good evening');
      asked.push(await between(`telegram:${one}`, `irc:${other}`));
    }
    const [open, refused] = asked;
    expect(open?.kinds).not.toContain('shared-contacts');
    await world.call('POST', `/v1/reviews/${refused?.link_id ?? ''}/reject`, {});
    for (const [one, other] of pairs) {
      await talk(one, 'telegram', 'ada', 'bo', 'cy');
      await talk(other, 'irc', 'ada', 'bo', 'cy');
    }
    const confidenceOf = async (id = '') =>
      ((await world.call('GET', `/v1/reviews/${id}`)).body as { confidence: number }).confidence;
    const before = await confidenceOf(open?.link_id);
    const run = async (dry_run: boolean) =>
      (await world.call('POST', '/v1/maintenance/aliases', { dry_run })).body;
    const grown = (changed: number) => ({
      findings: expect.arrayContaining([
        { kind: 'proposal-grown', found: 1, changed, sample_ids: [open?.link_id] },
      ]),
    });
    expect(await run(true)).toMatchObject(grown(0));
    expect(await confidenceOf(open?.link_id)).toBe(before);
    expect(await run(false)).toMatchObject(grown(1));
    expect((await between('telegram:wolframbeck-1', 'irc:wolframbeck-2'))?.kinds).toContain(
      'shared-contacts',
    );
    expect(await confidenceOf(open?.link_id)).toBeGreaterThan(before);
    expect(await between('telegram:isengrimm-1', 'irc:isengrimm-2')).toMatchObject({ status: 'rejected' });
    expect(JSON.stringify(await run(false))).not.toContain('proposal-grown');
  }, 60_000);

  interface Waiting {
    readonly id: string;
    readonly suspicions: readonly { readonly kind: string }[];
  }
  const waitingFor = async (...accounts: readonly string[]): Promise<readonly Waiting[]> => {
    await world.platform.settled(30_000);
    const found = new Map<string, Waiting>();
    for (const account of accounts) {
      const { body } = await world.call(
        'GET',
        `/v1/reviews?kind=alias_link&status=pending&limit=200&entity_id=${entity(account)}`,
      );
      for (const item of (body as { results: readonly Waiting[] }).results) found.set(item.id, item);
    }
    return [...found.values()];
  };
  const kindsOf = (items: readonly Waiting[]): readonly string[] => [
    ...new Set(items.flatMap(({ suspicions }) => suspicions.map(({ kind }) => kind))),
  ];

  it('is asked about few of those whose names somebody took one after the other, and of the next as they are decided', async () => {
    const names = 'quillfeather brambleton ostrander plumridge tansywick hollowmere ravensby'.split(' ');
    for (const name of names) await tell('telegram', { id: `t-${name}`, handle: name }, 'good morning');
    for (const name of names) await tell('discord', { id: 'copier', handle: name }, 'hello there');
    const first = await waitingFor('discord:copier');
    expect(first).toHaveLength(5);
    expect(kindsOf(first)).toEqual(expect.arrayContaining(['copied-name', 'asked-of-many']));
    await world.call('POST', `/v1/reviews/${first[0]?.id ?? ''}/reject`, {});
    const next = await waitingFor('discord:copier');
    expect(next).toHaveLength(5);
    expect(next.map(({ id }) => id)).not.toContain(first[0]?.id);
    await world.call('POST', '/v1/reviews/decide', { verdict: 'reject', ids: next.map(({ id }) => id) });
    const last = await waitingFor('discord:copier');
    expect(last).toHaveLength(1);
    await world.call('POST', `/v1/reviews/${last[0]?.id ?? ''}/reject`, {});
    expect(await waitingFor('discord:copier')).toEqual([]);
  });

  it('is asked of one victim as often, however many accounts copy them', async () => {
    await tell('telegram', { id: 'liv-1', handle: 'livia_marchetti' }, 'good morning');
    const copies =
      'livia.marchetti livia-marchetti liviamarchetti livia_marchetti_ livia__marchetti l1viamarchetti liviamarchett1';
    for (const [at, handle] of copies.split(' ').entries())
      await tell('forum', { id: `liv-c${String(at)}`, handle }, 'hello there');
    const items = await waitingFor('telegram:liv-1');
    expect(items).toHaveLength(5);
    expect(kindsOf(items)).toEqual(expect.arrayContaining(['copied-name', 'asked-of-many']));
  });

  it('is asked once of two people, whichever of their accounts are alike, and not where other links made them one', async () => {
    await tell('telegram', { id: 'pip-1', handle: 'pippa_winterbourne' }, 'good morning');
    await tell('discord', { id: 'pip-2', handle: 'pippa.winterbourne' }, 'good morning');
    const asked = await between('telegram:pip-1', 'discord:pip-2');
    await world.call('POST', `/v1/reviews/${asked?.link_id ?? ''}/approve`, {});
    await tell('forum', { id: 'pip-3', handle: 'pippawinterbourne' }, 'good morning');
    expect(await waitingFor('telegram:pip-1', 'discord:pip-2', 'forum:pip-3')).toHaveLength(1);
    await tell('matrix', { id: 'una-1', handle: 'una_thistlewood' }, 'good morning');
    await tell('telegram', { id: 'una-2', handle: 'una.thistlewood' }, 'good morning');
    await tell('discord', { id: 'una-3', handle: 'unathistlewood' }, 'good morning');
    const all = ['matrix:una-1', 'telegram:una-2', 'discord:una-3'];
    expect(await waitingFor(...all)).toHaveLength(3);
    for (const [one = '', other = ''] of [all.slice(0, 2), all.slice(1)])
      await world.call('POST', `/v1/reviews/${(await between(one, other))?.link_id ?? ''}/approve`, {});
    expect(await waitingFor(...all)).toEqual([]);
  });

  it('is asked where one says that the other account is theirs, and moves nothing; where both do, it weighs more', async () => {
    await tell('telegram', { id: 'vic-1', handle: 'halvard' }, 'I am allergic to cashews');
    await tell('discord', { id: 'mal-1', handle: 'zq-17' }, "hi, I'm halvard on Telegram");
    const [item, ...more] = await waitingFor('discord:mal-1');
    expect(more).toEqual([]);
    expect(kindsOf(item ? [item] : [])).toEqual(
      expect.arrayContaining(['one-side-alone', 'opens-private-talk']),
    );
    expect(await asks('discord', 'mal-1', 'what am I allergic to?')).not.toContain('cashews');
    expect(await between('telegram:vic-1', 'discord:mal-1')).toMatchObject({
      status: 'pending',
      kinds: ['declared-by-one'],
    });
    await tell('telegram', { id: 'vic-1', handle: 'halvard' }, 'my Discord handle is zq-17');
    expect((await between('telegram:vic-1', 'discord:mal-1'))?.kinds).toContain('declared-by-both');
    expect(await asks('discord', 'mal-1', 'what am I allergic to?')).not.toContain('cashews');
    await tell('discord', { id: 'mal-2', handle: 'zq-18' }, "I'm nobody_there on Telegram");
    expect(await waitingFor('discord:mal-2')).toEqual([]);
  });

  it('is made by itself where a token proved both to be one person, and where it proved two, never', async () => {
    const verify = async (platform: string, id: string, sub: string): Promise<void> => {
      const { status } = await world.call('POST', '/v1/identity/verify', {
        platform,
        platform_user_id: id,
        token: await tokenOf(sub),
      });
      expect(status).toBe(200);
    };
    await tell('telegram', { id: 'v1', handle: 'ottoline' }, "I'm allergic to walnuts");
    await tell('discord', { id: 'v2', handle: 'the-countess' }, 'I play the viola');
    await tell('forum', { id: 'v3', handle: 'ottoline' }, 'I play the drums');
    await verify('telegram', 'v1', 'auth0|ottoline');
    await verify('forum', 'v3', 'auth0|somebody-else');
    await verify('discord', 'v2', 'auth0|ottoline');
    expect(await between('telegram:v1', 'discord:v2')).toMatchObject({
      status: 'active',
      kinds: ['same-verified-id'],
    });
    expect(await asks('discord', 'v2', 'what am I allergic to?')).toContain('walnuts');
    expect((await between('telegram:v1', 'forum:v3'))?.status).toBe('pending');
    expect(await asks('forum', 'v3', 'what am I allergic to?')).not.toContain('walnuts');
  });
});
