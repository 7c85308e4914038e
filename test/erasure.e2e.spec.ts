import { verify } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testNatsUrl } from '#config';
import { canonical, type ErasureKey, type OrderedErasure, type ErasureView, type Page } from '#contracts';
import { event as build, sourceIdOf } from '#domain';
import { connectNats, EmbeddedMessageBus, JetStreamMessageBus, MessageBus, type Nats } from '#messaging';
import { noteAccesses, projections } from '#read-models';
import type { Engines } from '#standalone';
import { throwAway } from '../libs/messaging/src/jetstream/testing/throw-away.js';
import { openEngines } from './support/engines.js';
import { mortal } from './support/mortal-log.js';
import { agent, channel, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

const guild = workspace('harbour');
const quay = channel('quay', guild);
const loft = channel('loft', guild, 'restricted');
const root = `kith-test-erasure-${String(process.pid)}`;
/** Named by its adaptor in a way that tells nobody who is in it: those ids stay. */
const alone = (number: number): PlaceOf => ({ type: 'dm', external_id: `d-${String(number)}` });

describe('an erasure', () => {
  let world: World;
  let engines: Engines;
  let bus: MessageBus;
  /** Where there is a server. */
  let nats: Nats | undefined;
  let client: string;
  beforeAll(async () => {
    const open: typeof openEngines = async (...given) => (engines = await openEngines(...given));
    const url = testNatsUrl();
    const onNats = url === undefined ? null : (nats = await connectNats({ url, name: 'erasure' }));
    const carried = onNats && (await JetStreamMessageBus.open(onNats, { root, retryDelays: [50] }));
    world = await World.open({}, undefined, open, new PassThrough().resume(), (opened) => {
      bus = carried ?? new EmbeddedMessageBus(opened.database, { retryDelays: [50] });
      return [[MessageBus, bus]];
    });
    client = await world.keyFor('client');
    for (const place of [quay, loft])
      for (const name of ['ragnhild', 'Torvald', 'Sunniva']) await world.publish(world.joined(name, place));
  }, 120_000);
  afterAll(async () => {
    await world.close();
    if (!nats) return;
    await throwAway(nats, root);
    await nats.nc.close();
  });

  const idOf = async (name: string): Promise<string> => {
    const { body } = await world.call('GET', `/v1/scope?platform=chat&platform_user_id=${name}`);
    return (body as { user_id: string }).user_id;
  };
  const asViewer = (name: string): string => `viewer_platform=chat&viewer_platform_user_id=${name}`;
  const receipt = async (id: string, viewer = '', key?: string): Promise<ErasureView> => {
    for (const until = Date.now() + 60_000; ;) {
      const { body, status } = await world.call('GET', `/v1/erasures/${id}?${viewer}`, undefined, key);
      if (status !== 200) throw new Error(`an erasure answered ${String(status)}`);
      const view = body as ErasureView;
      if (view.status !== 'running' || Date.now() > until) return view;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const erase = async (order: object, viewer = '', key?: string): Promise<ErasureView> => {
    const { status, body } = await world.call('POST', `/v1/erasures?${viewer}`, order, key);
    expect(status).toBe(202);
    return receipt((body as OrderedErasure).id ?? '', viewer, key);
  };
  /** As a word: what is sealed is written in letters, too. */
  const speltOut = (word: string): RegExp => new RegExp(`(?<![\\w+/])${word}(?![\\w+/])`, 'iu');
  /** Which of these words any row of any table holds. */
  const standing = async (words: readonly string[]): Promise<readonly string[]> => {
    const tables = await engines.database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const found = new Set<string>();
    for (const { name } of tables) {
      const rows = await engines.database.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t`,
      );
      for (const { row } of rows)
        for (const word of words) if (speltOut(word).test(row)) found.add(`${word} in ${name}`);
    }
    await bus.sweep();
    for await (const { kind, body } of bus.held('default'))
      for (const word of words)
        if (speltOut(word).test(Buffer.from(body).toString())) found.add(`${word} in ${kind} of the bus`);
    return [...found].sort();
  };

  /** As a model does that makes something up of what these messages say. */
  const propose = async (said: readonly string[], content: string): Promise<void> => {
    const rows = await engines.database.query<{ record_id: string; source_id: string; text: string }>(
      'select record_id, source_id, text from messages where text ~ any($1::text[])',
      [said],
    );
    expect(rows.length).toBeGreaterThanOrEqual(said.length);
    await engines.log.write('default', (writer) =>
      writer.append(
        rows.map(({ record_id: recordId, source_id, text }) => ({
          stream: `message-${source_id}+${recordId}`,
          events: [
            build(
              'FactsProposed',
              {
                recordId,
                proposer: 'facts.v1.tiny',
                proposals: [
                  {
                    ...{ quote: text, subject: { kind: 'author' }, content, memoryType: 'knowledge' },
                    ...{ modality: 'is', timeWords: null },
                  },
                ],
              },
              new Date(),
            ),
          ],
        })),
        { actor: 'test' },
      ),
    );
  };

  const projected = projections.flatMap(({ tables }) => tables);
  const rowsOf = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
    const all: Record<string, readonly string[]> = {};
    for (const name of projected) {
      const rows = await engines.database.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t order by 1`,
      );
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  };
  const told = async (viewer: string, place: PlaceOf | null, query: string): Promise<string> => {
    const answer = await world.ask(viewer, place, query, { include_messages: true, top_k: 200 });
    return [...memoriesOf(answer), answer.context].join('\n');
  };

  it('leaves nothing of a person in any table, in what is rebuilt, and nothing of others less', async () => {
    const before = world.at();
    await world.say('Torvald', quay, 'I collect brass sextants');
    await world.say('Torvald', alone(1), 'My sister Gudrun keeps llamas');
    await world.say('Torvald', alone(1), 'I am afraid of geese. Between us.');
    await world.say('Torvald', alone(1), 'You can tell Sunniva that I am afraid of geese');
    await world.say('Sunniva', quay, 'Torvald owes me a barrel of herring. I play the fiddle.');
    await world.say('ragnhild', loft, 'between us: Torvald has gout');
    await world.say('ragnhild', quay, 'I live in Narvik');
    await world.remember('Torvald', 'Prefers rye bread');
    await propose(['sextants', 'herring'], 'Is a buccaneer');
    const words = [
      'sextants',
      'llamas',
      'geese',
      'herring',
      'gout',
      'rye bread',
      'Gudrun',
      'Torvald',
      'buccaneer',
    ];
    const copies = 'select from memories where shared_in is not null and content is not null';
    expect(await engines.database.query(copies)).toHaveLength(1);
    expect(new Set((await standing(words)).map((one) => one.split(' in ')[0]))).toEqual(new Set(words));
    const entity_id = await idOf('Torvald');

    const trial = await world.call('POST', '/v1/erasures', { entity_id, kind: 'both', dry_run: true });
    expect(trial.status).toBe(200);
    expect(trial.body).toMatchObject({ id: null, status: 'dry_run' });
    const untouched = await rowsOf();

    const view = await erase({ entity_id, kind: 'both' });
    expect(untouched['erasures']).toEqual([]);
    const trialled = new Map(
      (trial.body as OrderedErasure).stores?.map(({ store, found }) => [store, found]),
    );
    const found = new Map(view.stores.map((one) => [one.store, one.found]));
    expect([found.get('memories'), found.get('messages')]).toEqual([
      trialled.get('memories'),
      trialled.get('messages'),
    ]);
    expect(view.residual?.['hits_in']).toEqual({});
    expect(view).toMatchObject({ status: 'done', residual: { hits: 0 } });
    expect(view.stores.filter((one) => one.found !== one.erased)).toEqual([]);
    expect(await standing(words)).toEqual([]);
    expect(await engines.database.query(copies)).toEqual([]);
    for (const viewer of ['ragnhild', 'Sunniva'])
      for (const place of [quay, loft, null])
        expect(await told(viewer, place, 'what of Torvald, sextants, gout, herring?')).not.toMatch(
          /sextants|llamas|herring|gout|Torvald/u,
        );
    expect(await told('ragnhild', quay, 'who plays the fiddle?')).toContain('fiddle');
    expect(await told('Sunniva', quay, 'who lives in Narvik?')).toContain('Narvik');

    const live = await rowsOf();
    await engines.log.rebuild(() => undefined);
    expect(await rowsOf()).toEqual(live);
    expect(await standing(words)).toEqual([]);
    expect(await receipt(view.id)).toEqual(view);

    // What was sent before, and comes late, leaves no words; what is said afterwards starts afresh.
    await world.say('Torvald', quay, 'I own a pewter mug', { sent_at: before });
    expect(await standing(['pewter'])).toEqual([]);
    const facts = await world.say('Torvald', quay, 'I collect brass sextants', {
      sent_at: new Date().toISOString(),
    });
    expect(facts.map(({ outcome }) => outcome)).toContain('ADD');
    expect(await told('ragnhild', quay, 'who collects brass sextants?')).toContain('sextants');
    const again = await rowsOf();
    await engines.log.rebuild(() => undefined);
    expect(await rowsOf()).toEqual(again);
  }, 120_000);

  it('ends done where others come by the same name, and say the same, while it looks through what is left', async () => {
    await world.say('Oddny', quay, 'I tan eelskins');
    const parked = bus.parked.bind(bus);
    const held = bus.held.bind(bus);
    bus.parked = async (asked) => {
      bus.parked = parked;
      await world.publish(world.renamed('ragnhild', 'Oddny'));
      return parked(asked);
    };
    bus.held = async function* (tenantId) {
      await world.say('Sunniva', quay, 'I tan eelskins');
      yield* held(tenantId);
    };
    const { status, residual } = await erase({ entity_id: await idOf('Oddny'), kind: 'both' });
    bus.held = held;
    expect([status, residual?.['hits_in']]).toEqual(['done', {}]);
    expect(await standing(['Oddny', 'eelskins'])).not.toEqual([]);
  }, 60_000);

  it('leaves nothing in an export that was half done: on no page asked for later, and on none that was being made', async () => {
    const said = ['brews mead', 'breeds spaniels', 'restores clocks', 'presses cider'];
    for (const what of said) await world.remember('Halldis', what);
    await world.remember('ragnhild', 'Knits mittens');
    const list = async (cursor: string | null, limit = 2) => {
      const of = cursor === null ? '' : `&cursor=${cursor}`;
      const { status, body, text } = await world.call(
        'GET',
        `/v1/memories?agent_id=${agent}&limit=${String(limit)}${of}`,
      );
      return { status, text, cursor: (body as Page<unknown>).next_cursor };
    };
    const first = await list(null);
    const { reading } = engines.database;
    const asItWas = reading.query.bind(reading);
    let isFirst = true;
    let letGo: () => void = () => undefined;
    const isHeld = new Promise<void>((held) => {
      // The rows are read and decided, and their people's names are looked up, when it comes to a stop.
      reading.query = async (statement, parameters) => {
        if (statement.includes('preferred_name') && isFirst) {
          isFirst = false;
          await new Promise<void>((resolve) => {
            letGo = resolve;
            held();
          });
        }
        return asItWas(statement, parameters) as never;
      };
    });
    const slow = list(first.cursor);
    await isHeld;
    const { status, residual } = await erase({ entity_id: await idOf('Halldis'), kind: 'both' });
    expect([status, residual?.hits]).toEqual(['done', 0]);
    letGo();
    const pages = [await slow];
    reading.query = asItWas;
    for (let { cursor } = pages[0] ?? first; cursor !== null; cursor = pages.at(-1)?.cursor ?? null)
      pages.push(await list(cursor, 200));
    expect(pages.map((page) => page.status)).toEqual(pages.map(() => 200));
    const handedOut = pages.map(({ text }) => text).join();
    expect(said.filter((what) => handedOut.toLowerCase().includes(what))).toEqual([]);
  }, 90_000);

  it('comes to the same end whichever step fails, before it commits or after', async () => {
    const sentences = ['I carve spoons', 'I bake sourdough', 'I whittle herons'];
    for (const sentence of sentences) await world.say('Eskil', quay, sentence);
    await world.say('Sunniva', quay, 'Eskil lives in Hammerfest');
    const order = { entity_id: await idOf('Eskil'), kind: 'both' };
    const trial = await world.call('POST', '/v1/erasures', { ...order, dry_run: true });
    const steps = [
      'ErasurePlanned',
      'memories',
      'messages',
      'names.found',
      'parked.found',
      'ErasureScanned',
      'ErasureFinished',
    ];
    const died: string[] = [];
    for (const step of steps)
      for (const when of ['before', 'after'] as const) {
        const before = died.length;
        const revive = mortal(engines.log, { step, when }, () => {
          if (died.length > before) return;
          died.push(`${when} ${step}`);
          throw new Error('the process is gone');
        });
        await world.call('POST', '/v1/erasures', order);
        for (const until = Date.now() + 10_000; died.length === before && Date.now() < until;)
          await new Promise((resolve) => setTimeout(resolve, 5));
        revive();
      }
    expect(died).toEqual(steps.flatMap((step) => [`before ${step}`, `after ${step}`]));
    const { results } = (await world.call('GET', '/v1/erasures?limit=1')).body as Page<ErasureView>;
    const view = await receipt(results[0]?.id ?? '');
    expect(view).toMatchObject({ entity_ids: [order.entity_id], status: 'done', residual: { hits: 0 } });
    expect(view.stores.filter((one) => one.found !== one.erased)).toEqual([]);
    expect(view.stores).toEqual(
      expect.arrayContaining(
        ((trial.body as OrderedErasure).stores ?? [])
          .filter(({ store }) => store !== 'people_named')
          .map(({ store, found }) => ({ store, found, erased: found })),
      ),
    );
    expect(await standing(['spoons', 'sourdough', 'herons', 'Hammerfest', 'Eskil'])).toEqual([]);
  }, 120_000);

  describe('that is asked for in words', () => {
    interface Asked {
      readonly facts: readonly { readonly outcome: string; readonly reason?: string }[];
      readonly reply?: { readonly text: string };
    }
    let asks = 0;
    const ask = async (who: string, place: PlaceOf, text: string, key?: string): Promise<Asked> => {
      const event = { ...world.posted(who, place, text), id: `words-${String((asks += 1))}` };
      const path = '/v1/events?wait=indexed&timeout_ms=30000';
      const { status, body } = await world.call('POST', path, [event], key);
      expect(status).toBe(200);
      return (body as { results: readonly Asked[] }).results[0] ?? { facts: [] };
    };
    const reasons = ({ facts }: Asked) => facts.map(({ outcome, reason }) => [outcome, reason]);
    const finished = async (entityId: string): Promise<ErasureView | undefined> => {
      for (const until = Date.now() + 30_000; ;) {
        const { results } = (await world.call('GET', '/v1/erasures')).body as Page<ErasureView>;
        const mine = results.find(({ entity_ids: ids }) => ids.includes(entityId));
        if ((mine && mine.status !== 'running') || Date.now() > until) return mine;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const told = async (who: string): Promise<string> => {
      await world.say(who, quay, 'I tune pianos');
      await world.say(who, quay, 'I distil absinthe', { agent_id: 'cooper' });
      await world.say('Sunniva', quay, `${who} lives in Vardo`, { agent_id: 'cooper' });
      return idOf(who);
    };
    const words = ['pianos', 'absinthe', 'Vardo'];

    it.each([
      ['Jorunn', quay, 'Please forget everything about me everywhere'],
      ['Kolbein', alone(7), '/forget everywhere'],
    ] as const)(
      'reaches every agent: %s',
      async (who, place, text) => {
        const id = await told(who);
        const asked = await ask(who, place, text);
        expect(reasons(asked)).toEqual(
          expect.arrayContaining([
            ['FORGOTTEN', undefined],
            ['NOOP', 'erasure-ordered'],
          ]),
        );
        if (text.startsWith('/')) expect(asked.reply?.text).toMatch(/any agent here/u);
        expect(await finished(id)).toMatchObject({ kind: 'both', status: 'done', residual: { hits: 0 } });
        expect(await standing([...words, who])).toEqual([]);
      },
      60_000,
    );

    it('reaches no other agent by a key of one agent, or by words that name none', async () => {
      const id = await told('Magnhild');
      const made = await world.call('POST', '/v1/keys', { roles: ['adaptor'], name: 'one', agent_id: agent });
      const { key } = made.body as { key: string };
      const asked = await ask('Magnhild', quay, 'forget everything about me everywhere', key);
      expect(reasons(asked)).toContainEqual(['NOOP', 'other-agents-not-reached']);
      await told('Njal');
      expect(reasons(await ask('Njal', quay, 'forget everything about me'))).toEqual([
        ['FORGOTTEN', undefined],
      ]);
      expect(await standing(['pianos'])).toEqual([]);
      expect((await standing(['absinthe'])).length).toBeGreaterThan(0);
      const { results } = (await world.call('GET', '/v1/erasures')).body as Page<ErasureView>;
      expect(results.filter(({ entity_ids: ids }) => ids.includes(id))).toEqual([]);
    }, 60_000);
  });

  it('takes what was written to reviews of it, and what was noted of their links', async () => {
    await world.publish(world.joined('Halvard', quay));
    const [fact] = await world.say('Halvard', quay, 'I repair pocket watches');
    const memory_id = fact?.memory_id ?? '';
    const second = await world.keyFor('operator');
    const decide = (id: string, verdict: string, note: string) =>
      world.call('POST', `/v1/reviews/${id}/${verdict}`, { note }, second);
    const raised = await world.call('POST', '/v1/reviews', {
      kind: 'misattribution',
      agent_id: agent,
      memory_id,
      viewer: { platform: 'chat', platform_user_id: 'Halvard' },
      note: 'it was my uncle the horologist',
    });
    const { id } = raised.body as { id: string };
    const linkId = await world.propose('chat:Halvard', 'telegram:halv');
    for (const [reviewId, note] of [
      [id, 'asked the watchmakers guild'],
      [linkId, 'her passport says Halvardsdatter'],
    ] as const)
      expect((await decide(reviewId, 'reject', note)).status).toBe(200);
    const words = ['horologist', 'watchmakers', 'Halvardsdatter'];
    expect((await standing(words)).filter((found) => found.endsWith('review_items'))).toHaveLength(3);
    const view = await erase({ entity_id: await idOf('Halvard'), kind: 'both' });
    expect(view).toMatchObject({ status: 'done', residual: { hits: 0 } });
    expect(await standing(words)).toEqual([]);
    const live = await rowsOf();
    await engines.log.rebuild(() => undefined);
    expect(await rowsOf()).toEqual(live);
    for (const one of [id, linkId]) {
      const { body } = await world.call('GET', `/v1/reviews/${one}`);
      expect(JSON.stringify(body)).not.toMatch(/horologist|watchmakers|Halvardsdatter/u);
    }
  }, 120_000);

  it("is nobody's to order for others, in the same bytes as if there were nobody", async () => {
    await world.say('Sunniva', quay, 'I keep a diary of storms');
    const entity_id = await idOf('Sunniva');
    const by = (viewer: string, whom: string, dry_run = false) =>
      world.call(
        'POST',
        `/v1/erasures?${asViewer(viewer)}`,
        { entity_id: whom, kind: 'both', dry_run },
        client,
      );
    const nobody = await by('ragnhild', '00000000-0000-4000-8000-000000000000');
    for (const dryRun of [true, false]) {
      const refused = await by('ragnhild', entity_id, dryRun);
      expect([refused.status, refused.text]).toEqual([nobody.status, nobody.text]);
    }
    expect(nobody.status).toBe(404);
    expect((await world.call('POST', '/v1/erasures', { entity_id, kind: 'both' }, client)).status).toBe(422);
    for (const bound of [{ agent_id: agent }, { platform: 'chat' }]) {
      const made = await world.call('POST', '/v1/keys', { roles: ['client'], name: 'one', ...bound });
      const { key } = made.body as { key: string };
      const order = { entity_id, kind: 'both', dry_run: true };
      expect((await world.call('POST', `/v1/erasures?${asViewer('Sunniva')}`, order, key)).status).toBe(403);
    }
    expect(await standing(['diary of storms'])).not.toEqual([]);
  }, 120_000);

  it('tells its person what they may know, signed, and an operator all of it', async () => {
    await world.publish(world.joined('Yrsa', quay), world.joined('Yrsa', loft));
    await world.say('Yrsa', quay, 'I breed angora rabbits');
    await world.say('ragnhild', loft, 'Yrsa plays the tuba');
    await world.say('ragnhild', alone(2), 'between us: Yrsa has asthma');
    const order = { entity_id: await idOf('Yrsa'), kind: 'both' };
    const own = await erase(order, asViewer('Yrsa'), client);
    const all = await receipt(own.id);
    const foundOf = (view: ErasureView, store: string) =>
      view.stores.find((one) => one.store === store)?.found ?? 0;
    expect(foundOf(own, 'messages')).toBe(1);
    expect(foundOf(all, 'messages')).toBeGreaterThanOrEqual(2);
    expect(foundOf(own, 'memories')).toBeLessThan(foundOf(all, 'memories'));
    expect(await standing(['angora', 'asthma', 'tuba', 'Yrsa'])).toEqual([]);
    const key = (await world.call('GET', '/v1/erasures/key', undefined, client)).body as ErasureKey;
    for (const { signature, ...signed } of [own, all]) {
      expect(signed.signed_by?.public_key).toBe(key.public_key);
      const isGood = (document: object) =>
        verify(
          null,
          Buffer.from(canonical(document)),
          key.public_key,
          Buffer.from(signature ?? '', 'base64'),
        );
      expect(isGood(signed)).toBe(true);
      expect(isGood({ ...signed, status: 'failed' })).toBe(false);
    }
    const stranger = await world.call(
      'GET',
      `/v1/erasures/${own.id}?${asViewer('ragnhild')}`,
      undefined,
      client,
    );
    const none = await world.call(
      'GET',
      `/v1/erasures/${order.entity_id}?${asViewer('ragnhild')}`,
      undefined,
      client,
    );
    expect([stranger.status, stranger.text]).toEqual([404, none.text]);
  }, 120_000);

  it('of a place takes what was said there and its threads, and what only they taught', async () => {
    const shed = channel('shed', guild);
    const nook: PlaceOf = { type: 'thread', external_id: 'nook', name: 'the nook', parent: shed };
    for (const place of [shed, nook])
      await world.publish(world.joined('ragnhild', place), world.joined('Sunniva', place));
    await world.say('Sunniva', shed, 'I weld copper herons');
    await world.say('ragnhild', nook, 'I am learning Tuvan');
    await world.say('Sunniva', quay, 'I drive a dune buggy');
    const { body } = await world.call('GET', `/v1/memories?agent_id=${agent}&limit=200`);
    const source_id = (
      body as { results: readonly { memory: string; source: { source_id: string } }[] }
    ).results.find(({ memory }) => memory.includes('copper'))?.source.source_id;
    const twice = await Promise.all(
      [1, 2].map(() => world.call('POST', '/v1/erasures', { kind: 'source', source_id })),
    );
    expect(new Set(twice.map(({ text }) => text)).size).toBe(1);
    const view = await receipt((twice[0]?.body as OrderedErasure).id ?? '');
    expect(view).toMatchObject({ status: 'done', residual: { hits: 0 } });
    expect(await standing(['copper herons', 'Tuvan', 'the nook', '#shed'])).toEqual([]);
    expect(await standing(['dune buggy'])).not.toEqual([]);
    expect((await erase({ kind: 'source', source_id })).stores.map(({ found }) => found)).toContain(0);
    const live = await rowsOf();
    await engines.log.rebuild(() => undefined);
    expect(await rowsOf()).toEqual(live);
  }, 120_000);

  /** Past the edge, as a broker may bring it, with a field that nobody knows. */
  const park = async (event: ReturnType<World['posted']>): Promise<void> => {
    const body = JSON.stringify({ ...event, data: { ...event.data, colour: 'mauve' } });
    const key = sourceIdOf('default', 'chat', quay.type, quay.external_id);
    const sent = { id: `/test|${event.id}`, tenantId: 'default', kind: 'events', key, headers: {} } as const;
    await bus.publish([{ ...sent, body: Buffer.from(body) }]);
    await world.platform.settled(30_000);
  };
  const parkedTexts = async (): Promise<readonly string[]> =>
    (await bus.parked({ tenantId: 'default', limit: 100 })).map(({ body }) => Buffer.from(body).toString());

  it("reaches linked accounts, every agent, what is parked, and notes beside others' decisions", async () => {
    const hal = { id: 'hal77', platform: 'telegram', name: 'Hallgeir' };
    await world.publish(world.joined('Bjarte', quay), world.joined(hal, quay));
    await world.say('Bjarte', quay, 'I restore harmoniums');
    await world.say(hal, quay, 'I forage chanterelles');
    await world.say('Bjarte', quay, 'I keep axolotls', { agent_id: 'baker' });
    await world.say('Sunniva', quay, 'I play the lute. Thanks for everything!');
    await world.say('Bjarte', quay, 'a splendid evening');
    const second = await world.keyFor('operator');
    const link = await world.propose('Bjarte', 'telegram:hal77');
    const approved = await world.call(
      'POST',
      `/v1/reviews/${link}/approve`,
      { note: 'Bjarte said so' },
      second,
    );
    expect(approved.status).toBe(200);
    const found = await engines.database.query<{ memory_id: string; content: string }>(
      `select memory_id, content from memories where content ~ 'harmoniums|axolotls|lute'`,
    );
    const idOfMemory = (word: string) => found.find(({ content }) => content.includes(word))?.memory_id ?? '';
    const raised = await world.call('POST', '/v1/reviews', {
      kind: 'misattribution',
      memory_id: idOfMemory('harmoniums'),
      agent_id: agent,
      viewer: { platform: 'chat', platform_user_id: 'Bjarte' },
      source: { platform: 'chat', type: 'group', external_id: 'quay' },
      note: 'his brother Hallgeir with the gramophone did',
    });
    expect([raised.status, raised.text]).toEqual([201, expect.any(String)]);
    const told = ['harmoniums', 'lute'].map((word) => ({
      memoryId: idOfMemory(word),
      tenantId: 'default',
      times: 3,
      lastAt: new Date(),
    }));
    await noteAccesses(engines.database, told);
    await park(world.posted('Bjarte', quay, 'I juggle torches'));
    await park(world.posted('Sunniva', quay, 'Hallgeir snores'));
    await park(world.posted('Sunniva', quay, 'what a splendid evening it was by the pier'));

    const view = await erase({ entity_id: await idOf('Bjarte'), kind: 'both' });
    expect(view.residual?.['hits_in']).toEqual({});
    expect(view).toMatchObject({ status: 'done', residual: { hits: 0 } });
    const words = ['harmoniums', 'chanterelles', 'axolotls', 'Bjarte', 'hal77', 'Hallgeir', 'gramophone'];
    expect(await standing(words)).toEqual([]);
    expect(await standing(['lute'])).not.toEqual([]);
    expect(await parkedTexts()).toEqual([expect.stringContaining('by the pier')]);
    await noteAccesses(engines.database, told);
    const accessed = await engines.database.query(
      'select memory_id from memory_accesses where memory_id = any($1)',
      [told.map(({ memoryId }) => memoryId)],
    );
    expect(accessed).toEqual([{ memory_id: idOfMemory('lute') }]);
    const live = await rowsOf();
    await engines.log.rebuild(() => undefined);
    expect(await rowsOf()).toEqual(live);
  }, 120_000);
});
