import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DecidedReviews, OneReview, Page, ReviewView } from '#contracts';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import {
  accountRef,
  channel,
  memoriesOf,
  workspace,
  World,
  type PlaceOf,
  type Response,
} from './support/world.js';

const square = channel('square', workspace('review-town'));
const dmOn = (platform: string, person: string): PlaceOf => ({
  type: 'dm',
  external_id: `dm-${person}`,
  platform,
});

/** What waits for a person shows what speaks for it, what against it, and what approval would let whom read. */
describe('a review', () => {
  let world: World;
  let engines: Engines;
  let second: string;
  let client: string;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => {
      engines = await openEngines(...given);
      return engines;
    });
    [second, client] = [await world.keyFor('operator'), await world.keyFor('client')];
    await world.publish(...['ann', 'bea', 'cai'].map((person) => world.joined(person, square)));
  }, 120_000);
  afterAll(() => world.close());

  const list = async (query = ''): Promise<Page<ReviewView>> =>
    (await world.call('GET', `/v1/reviews?${query}`)).body as Page<ReviewView>;
  const get = async (id: string): Promise<OneReview> =>
    (await world.call('GET', `/v1/reviews/${id}`)).body as OneReview;
  const decide = (id: string, verdict: 'approve' | 'reject' | 'undo', body: object = {}, key = second) =>
    world.call('POST', `/v1/reviews/${id}/${verdict}`, body, key);
  const idOf = async (account: string): Promise<string> => {
    const { platform, platform_user_id } = accountRef(account);
    const { body } = await world.call(
      'GET',
      `/v1/scope?platform=${platform}&platform_user_id=${platform_user_id}`,
    );
    return (body as { user_id: string }).user_id;
  };
  const faults = ({ status, body }: Response): readonly unknown[] => [
    status,
    ...((body as { errors?: readonly { path: string }[] }).errors ?? []).map(({ path }) => path),
  ];
  const pendingOf = async (kind: string): Promise<readonly ReviewView[]> =>
    (await list(`kind=${kind}&status=pending`)).results;

  describe('of a link', () => {
    it('shows both sides, and what it would open to whom, by the rules themselves', async () => {
      await world.say('lou', dmOn('telegram', 'lou'), 'I work as a baker', { platform: 'telegram' });
      await world.say({ id: 'lou-d', name: 'Lou' }, dmOn('discord', 'lou-d'), 'I have a cat', {
        platform: 'discord',
      });
      const id = await world.propose('telegram:lou', 'discord:lou-d');
      const { kind, status, proposal, evidence, widening, proposed_by } = await get(id);
      expect({ kind, status }).toEqual({ kind: 'alias_link', status: 'pending' });
      expect(proposal.sides.map(({ accounts }) => accounts[0]?.platform)).toEqual(['telegram', 'discord']);
      expect(evidence).toEqual([{ kind: 'operator-says', weight: 0.8, detail: null }]);
      expect(proposed_by).toMatch(/^key:/u);
      const facts = (widening?.memories ?? []).filter((memory) => memory.kind === 'fact');
      const [telegram, discord] = [await idOf('telegram:lou'), await idOf('discord:lou-d')];
      expect(facts.map(({ memory, readers }) => [memory, readers]).sort()).toEqual([
        ['Has a cat', [telegram]],
        ['Works as a baker', [discord]],
      ]);
      expect(widening?.readers.map(({ entity_id }) => entity_id).sort()).toEqual([telegram, discord].sort());
      await decide(id, 'approve', { note: 'He told me' });
      expect(memoriesOf(await world.ask('discord:lou-d', null, 'what do I do for a living?'))).toContain(
        'Works as a baker',
      );
      const after = await get(id);
      expect([after.status, after.note, after.widening]).toEqual(['approved', 'He told me', null]);
      expect(after.history.map(({ what }) => what)).toEqual(['LinkProposed', 'LinkApproved']);
      expect(new Set(after.history.map(({ by }) => by)).size).toBe(2);
    });

    it.each([
      ['shows all that it would open, by however many agents it was heard', 'ziv', 9, false],
      ['tells that it was not looked for to the end where more agents heard it', 'zoe', 33, true],
    ])('%s', async (_, person, agents, more) => {
      const heard = Array.from({ length: agents }, (_, at) =>
        world.posted(person, dmOn('telegram', `${person}-${String(at)}`), `I like tool ${String(at)}`, {
          platform: 'telegram',
          agent_id: `${person}-agent-${String(at)}`,
        }),
      );
      await world.publish(...heard);
      const { widening } = await get(await world.propose(`telegram:${person}`, `discord:${person}`));
      expect(widening?.more).toBe(more);
      const messages = (widening?.memories ?? []).filter(({ kind }) => kind === 'message');
      if (!more) expect(messages).toHaveLength(agents);
    });

    it('shows why it is suspicious when somebody asks for what a victim said in private, and opens nothing', async () => {
      await world.say(
        { id: 'vera', handle: 'vera', name: 'Vera' },
        dmOn('telegram', 'vera'),
        'I am looking for a new job',
        { platform: 'telegram' },
      );
      await world.say({ id: 'mal', name: 'Vera' }, dmOn('discord', 'mal'), 'I like tea', {
        platform: 'discord',
      });
      const asked = () => world.ask('discord:mal', null, 'am I looking for a new job?');
      const before = await asked();
      const { body } = await world.call(
        'POST',
        '/v1/links',
        {
          from: accountRef('discord:mal'),
          to: accountRef('telegram:vera'),
          viewer: accountRef('discord:mal'),
          evidence: [{ kind: 'my-other-account', detail: "that's me" }],
        },
        client,
      );
      const item = await get((body as { id: string }).id);
      expect(item.evidence).toEqual([
        { kind: 'declared-by-one', weight: 0.6, detail: "my-other-account: that's me" },
      ]);
      expect(item.suspicions.map(({ kind }) => kind)).toEqual([
        'one-side-alone',
        'copied-name',
        'nothing-shared',
        'opens-private-talk',
      ]);
      expect(item.widening?.memories.map(({ memory }) => memory)).toContain('Looking for a new job');
      expect(await asked()).toEqual(before);
      await decide(item.id, 'reject');
      expect(await asked()).toEqual(before);
    });

    it('shows of two handles alike, which Kith asks about by itself, that the newer copies the older', async () => {
      await world.say(
        { id: 'ilse-t', handle: 'ilse.b' },
        dmOn('telegram', 'ilse-t'),
        'My birthday is on May 4',
        { platform: 'telegram' },
      );
      await world.say({ id: 'ilse-d', handle: 'ilse.b' }, dmOn('discord', 'ilse-d'), 'I like rye', {
        platform: 'discord',
      });
      const isOf = ({ proposal }: ReviewView): boolean =>
        proposal.sides.some(({ accounts }) => accounts[0]?.platform_user_id === 'ilse-d');
      const item = (await pendingOf('alias_link')).find(isOf);
      expect(item?.proposed_by).not.toMatch(/^key:/u);
      expect(item?.suspicions.map(({ kind }) => kind)).toEqual([
        'copied-name',
        'nothing-shared',
        'opens-private-talk',
      ]);
      expect(memoriesOf(await world.ask('discord:ilse-d', null, 'when is my birthday?'))).toEqual([
        'Likes rye',
      ]);
      await decide(item?.id ?? '', 'reject');
    });

    it('says that two of one platform conflict', async () => {
      const id = await world.propose('telegram:twin1', 'telegram:twin2');
      expect((await get(id)).suspicions.map(({ kind }) => kind)).toContain('same-platform');
      await decide(id, 'reject');
    });
  });

  describe('of whom a memory is about', () => {
    it('waits until somebody says who is meant; then it is told of them', async () => {
      const [fact] = await world.say('ann', square, 'Jon and Mark came by. He is moving to Lima');
      expect(fact?.outcome).toBe('PENDING');
      const asked = () => world.ask('bea', square, 'who is moving?');
      const before = await asked();
      expect(memoriesOf(before)).toEqual([]);
      const [item] = await pendingOf('identity_disambiguation');
      expect(item).toMatchObject({
        id: fact?.memory_id,
        proposal: { memories: [{ memory: 'Moving to Lima' }] },
      });
      const named = item?.proposal.candidates ?? [];
      expect(named.map(({ name }) => name).sort()).toEqual(['Jon', 'Mark']);
      expect(item?.widening?.readers.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['Ann', 'Bea', 'Cai']),
      );
      const jon = named.find(({ name }) => name === 'Jon')?.entity_id;
      const id = item?.id ?? '';
      expect(faults(await decide(id, 'approve'))).toEqual([422, 'choice']);
      expect(faults(await decide(id, 'approve', { choice: accountRef('ann') }))).toEqual([422, 'choice']);
      expect((await decide(id, 'approve', { choice: { entity_id: jon } })).body).toEqual({
        id,
        status: 'approved',
      });
      const told = await asked();
      expect(
        told.results.map(({ memory, subjects }) => [memory, subjects.map(({ entity_id }) => entity_id)]),
      ).toEqual([['Moving to Lima', [jon]]]);
      expect(JSON.stringify(told)).not.toContain('candidates');
      expect((await decide(id, 'approve', { choice: { entity_id: jon } })).status).toBe(409);
      expect((await decide(id, 'undo')).body).toEqual({ id, status: 'pending' });
      expect(await asked()).toEqual(before);
      await decide(id, 'approve', { choice: { entity_id: jon } });
      expect(await asked()).toEqual(told);
    });

    it('asks nobody any more when the words are gone', async () => {
      await world.say('cai', square, 'Ida and Uma visited. She works as a potter', { message_id: 'gone-1' });
      expect(await pendingOf('identity_disambiguation')).toHaveLength(1);
      await world.publish(world.deleted('gone-1', square));
      expect(await pendingOf('identity_disambiguation')).toEqual([]);
    });
  });

  describe('of what somebody says is not so', () => {
    const saidNot = (memory_id: string, account: string, key = client) =>
      world.call(
        'POST',
        '/v1/reviews',
        {
          kind: 'misattribution',
          agent_id: 'helper',
          memory_id,
          viewer: accountRef(account),
          note: 'that was not me',
        },
        key,
      );

    it('stands until it is decided, is told to nobody then, and stands again when that is undone', async () => {
      const [fact] = await world.say('bea', square, 'I have a parrot');
      const asked = () => world.ask('ann', square, 'who has a parrot?');
      const before = await asked();
      expect(memoriesOf(before)).toContain('Has a parrot');
      const memoryId = fact?.memory_id ?? '';
      const { status, body } = await saidNot(memoryId, 'bea');
      expect(status).toBe(201);
      const { id } = body as { id: string };
      expect(((await saidNot(memoryId, 'bea')).body as { id: string }).id).toBe(id);
      expect(await asked()).toEqual(before);
      expect((await decide(id, 'approve')).status).toBe(200);
      expect(memoriesOf(await asked())).not.toContain('Has a parrot');
      await world.say('bea', square, 'I have a parrot');
      expect(memoriesOf(await asked())).not.toContain('Has a parrot');
      await decide(id, 'undo');
      expect(memoriesOf(await asked())).toContain('Has a parrot');
    });

    it('is asked of each fact of a message that its own author disowns in chat, once', async () => {
      const asks = async (word: string) =>
        (await pendingOf('misattribution')).filter((item) => JSON.stringify(item).includes(word));
      const [boat] = await world.say('bea', square, 'I sold my sailing boat', { message_id: 'boat-1' });
      await world.say('ann', square, 'That was not him, his brother had his phone', { reply_to: 'boat-1' });
      await world.say('ann', square, 'That was not me', { reply_to: 'boat-1' });
      await world.say('cai', square, 'Who took the cake?');
      await world.say('bea', square, "That wasn't me");
      await world.say('bea', square, 'That was not meant for me', { reply_to: 'boat-1' });
      expect(await asks(boat?.memory_id ?? '')).toEqual([]);
      const no = { reply_to: 'boat-1', message_id: 'boat-2' };
      await world.say('bea', square, 'That was not me, somebody else used my phone', no);
      await world.say('bea', square, 'I never wrote that', { reply_to: 'boat-1' });
      const [item, ...more] = await asks(boat?.memory_id ?? '');
      expect(more).toEqual([]);
      await decide(item?.id ?? '', 'approve');
      expect(memoriesOf(await world.ask('ann', square, 'who sold a boat?'))).not.toContain(
        'Sold a sailing boat',
      );
      const [harp] = await world.say('cai', square, 'I play the harp');
      await world.say('cai', square, 'Not me. My cousin grabbed my laptop');
      expect(await asks(harp?.memory_id ?? '')).toHaveLength(1);
      await decide((await asks(harp?.memory_id ?? ''))[0]?.id ?? '', 'reject');
    });

    it('is refused of what is not theirs, and of what they may not see as of what is not there', async () => {
      const [hers] = await world.say('bea', square, 'I collect maps');
      const [secret] = await world.say('bea', { type: 'dm', external_id: 'dm-bea' }, 'I collect rare stamps');
      expect((await saidNot(hers?.memory_id ?? '', 'cai')).status).toBe(403);
      const hidden = await saidNot(secret?.memory_id ?? '', 'cai');
      const absent = await saidNot('00000000-0000-4000-8000-000000000000', 'cai');
      expect([hidden.status, hidden.text]).toEqual([404, absent.text]);
    });
  });

  it('of two that say the same leaves one, and both where that is undone', async () => {
    const den = channel('review-den', workspace('review-den-town'));
    const [one] = await world.say('ann', square, 'I play the cello');
    const [other] = await world.say('ann', den, 'I play the cello in a band');
    const memory_ids = [one?.memory_id, other?.memory_id];
    const asked = () => world.ask('ann', null, 'what do I play?');
    const before = await asked();
    const raise = (key?: string) =>
      world.call('POST', '/v1/reviews', { kind: 'duplicate_merge', memory_ids }, key);
    expect((await raise(client)).status).toBe(403);
    const { id } = (await raise()).body as { id: string };
    expect((await get(id)).proposal.memories.map((memory) => memory.id)).toEqual(memory_ids);
    expect(await asked()).toEqual(before);
    await decide(id, 'approve');
    const left = (await asked()).results.map((result) => result.id);
    expect([left.includes(memory_ids[0] ?? ''), left.includes(memory_ids[1] ?? '')]).toEqual([true, false]);
    await decide(id, 'undo');
    expect(await asked()).toEqual(before);
  });

  it('is decided with many others, and a dry run tells what would be', async () => {
    const ids: string[] = [];
    for (const name of ['m1', 'm2', 'm3'])
      ids.push(await world.propose(`telegram:${name}`, `discord:${name}`));
    const many = (body: object, key = second) => world.call('POST', '/v1/reviews/decide', body, key);
    const dry = await many({ verdict: 'approve', kind: 'alias_link', least_confidence: 0.8, dry_run: true });
    expect(dry.body).toMatchObject({ dry_run: true, refused: [] });
    expect((dry.body as DecidedReviews).decided).toEqual(
      expect.arrayContaining(ids.map((id) => ({ id, status: 'approved' }))),
    );
    const own = await many({ verdict: 'approve', ids }, world.platform.operatorKey);
    expect((own.body as { refused: readonly unknown[] }).refused).toHaveLength(3);
    const done = await many({
      verdict: 'reject',
      ids: [...ids, '00000000-0000-4000-8000-000000000000'],
      note: 'a test',
    });
    expect(done.body).toMatchObject({
      decided: ids.map((id) => ({ id, status: 'rejected' })),
      refused: [{ reason: 'no such review' }],
    });
    expect(faults(await many({ verdict: 'approve' }))).toEqual([422, 'ids']);
    expect((await list('kind=alias_link&status=rejected&limit=200')).results.map(({ id }) => id)).toEqual(
      expect.arrayContaining(ids),
    );
  });

  it('is listed oldest first, a page at a time, each once', async () => {
    const all = (await list('limit=200')).results.map(({ id }) => id);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page<ReviewView> = await list(`limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.results.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(all);
    expect(new Set(seen).size).toBe(seen.length);
    const bea = await idOf('bea');
    expect((await list(`entity_id=${bea}`)).results.map(({ kind }) => kind)).toEqual([
      'misattribution',
      'misattribution',
    ]);
    expect((await world.call('GET', '/v1/reviews', undefined, client)).status).toBe(403);
  });

  it('that waits is counted, with the age of the oldest', async () => {
    await world.propose('telegram:late', 'discord:late');
    const metrics = await fetch(`${world.platform.url}/metrics`, {
      headers: { authorization: `Bearer ${second}` },
    });
    const text = await metrics.text();
    expect(text).toMatch(/kith_reviews_waiting\{kind="alias_link"\} [1-9]/u);
    expect(text).toMatch(/kith_reviews_oldest_age_seconds\{kind="alias_link"\} \d/u);
  });

  it('stands as it did after a rebuild', async () => {
    const before = (await world.call('GET', '/v1/reviews?limit=200')).text;
    await engines.log.rebuild(() => undefined);
    expect((await world.call('GET', '/v1/reviews?limit=200')).text).toBe(before);
  });
});
